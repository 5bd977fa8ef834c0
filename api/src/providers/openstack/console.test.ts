import { expect, test } from "vitest";
import { toSocketUrl } from "./console.ts";

const page = "https://cloud.example:6080/vnc_auto.html?path=%3Ftoken%3Dabc-1";
const config = { authUrl: "https://cloud.example/identity/v3" };
const urlOf = (url: string, more: object = {}) =>
  toSocketUrl(new URL(url), { ...config, ...more }).href;

test("is the WebSocket behind the page that the cloud names", () => {
  expect(urlOf(page)).toBe("wss://cloud.example:6080/?token=abc-1");
  expect(urlOf("https://cloud.example/vnc_lite.html?path=websockify%3Ftoken%3Dx")).toBe(
    "wss://cloud.example/websockify?token=x",
  );
  expect(urlOf("https://cloud.example/vnc.html")).toBe("wss://cloud.example/websockify");
  expect(urlOf("http://10.0.0.1:6080/?path=?token=x", { authUrl: "http://10.0.0.1/v3" })).toBe(
    "ws://10.0.0.1:6080/?token=x",
  );
});

test("connects to no other host, scheme or account than the cloud's", () => {
  const rejected = [
    "https://127.0.0.1:6080/?path=?token=x",
    "https://cloud.example.evil.test/?path=?token=x",
    "http://cloud.example:6080/?path=?token=x",
    "ftp://cloud.example/?path=?token=x",
    "https://user:secret@cloud.example/?path=?token=x",
  ];
  for (const url of rejected) expect(() => urlOf(url)).toThrow("unexpected host");
  // A path cannot change the host.
  expect(urlOf("https://cloud.example/?path=//evil.test/x")).toBe(
    "wss://cloud.example//evil.test/x",
  );
  expect(urlOf("https://cloud.example/?path=@evil.test/")).toBe("wss://cloud.example/@evil.test/");
});

test("accepts exactly the configured origins, if there are any", () => {
  const consoleOrigins = ["https://console.cloud.example", "http://10.0.0.2:6080"];
  expect(urlOf("https://console.cloud.example/?path=?token=x", { consoleOrigins })).toBe(
    "wss://console.cloud.example/?token=x",
  );
  expect(urlOf("http://10.0.0.2:6080/?path=?token=x", { consoleOrigins })).toBe(
    "ws://10.0.0.2:6080/?token=x",
  );
  for (const url of [page, "https://console.cloud.example:8443/", "http://10.0.0.2:22/"])
    expect(() => urlOf(url, { consoleOrigins })).toThrow("unexpected host");
});
