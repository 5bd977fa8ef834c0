/** Invalid URLs and malformed HTTP get the standard problem format. */
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { Problem } from "#contracts/endpoint.ts";
import { rawRequest } from "../../testing/raw-request.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());

const apiPolicy = "default-src 'none'; frame-ancestors 'none'";
const always = {
  "content-security-policy": apiPolicy,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cache-control": "no-store",
};

const long = "x".repeat(201);
const addresses: [address: string, status: number, code: string][] = [
  ["/%", 400, "bad_request"],
  ["/%ff", 400, "bad_request"],
  ["/api/v1/workspaces/%/projects", 400, "bad_request"],
  ["/api/v1/workspaces/%ff/projects", 400, "bad_request"],
  ["/api/v1/workspaces/%00/projects", 400, "bad_request"],
  ["/api/v1/workspaces/%c0%af/projects", 400, "bad_request"],
  [`/api/v1/workspaces/${long}/projects`, 414, "uri_too_long"],
  [`/auth/verify-email/${long}`, 414, "uri_too_long"],
  [`/${"x".repeat(10_000)}`, 414, "uri_too_long"],
  [`/health?${"x".repeat(10_000)}`, 414, "uri_too_long"],
  ["//", 404, "not_found"],
  ["//%2e%2e//", 404, "not_found"],
  ["http://evil.test/api/v1/nothing", 404, "not_found"],
  ["/unreadable-address", 404, "not_found"],
  ["/console-page/x", 404, "not_found"],
];

test.each(addresses)("%s is rejected for API clients with %i %s", async (address, status, code) => {
  const response = await rawRequest(env.url, "GET", address, {
    headers: { accept: "application/json" },
  });
  const problem = Problem.parse(JSON.parse(response.text));
  expect([response.status, problem.code]).toEqual([status, code]);
  expect(response.headers).toMatchObject({ ...always, "x-request-id": problem.requestId });
});

describe("a browser that opens an invalid URL", () => {
  const open = (address: string, headers: Record<string, string> = {}) =>
    rawRequest(env.url, "GET", address, {
      headers: { accept: "text/html", "sec-fetch-mode": "navigate", ...headers },
    });

  test.each([
    ["/%", 400],
    ["/%ff", 400],
    ["/northwind/%00", 400],
    [`/${"x".repeat(10_000)}`, 414],
    [`/northwind?${"x".repeat(10_000)}`, 414],
  ])("%s gets a page that says so (%i)", async (address, status) => {
    const response = await open(address);
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      ...always,
      "content-type": "text/html; charset=utf-8",
    });
    expect(response.text).toContain("<h1>We couldn't open this page</h1>");
    expect(response.text).toContain(String(response.headers["x-request-id"]));
    expect(response.text).not.toContain("xxxx");
  });

  test("gets a German page for a German browser", async () => {
    const { text } = await open("/%", { "accept-language": "de-DE,de;q=0.9,en;q=0.8" });
    expect(text).toContain('<html lang="de">');
    expect(text).toContain("Die Adresse enthält unlesbare Zeichen.");
  });

  test("gets the language of its cookie rather than of the browser", async () => {
    const { text } = await open("/%", { cookie: "locale=de", "accept-language": "en" });
    expect(text).toContain('<html lang="de">');
  });

  test("never gets an internal error", async () => {
    for (const address of ["//", "/\\", "/?", "http://evil.test/x", "/a//b", "/;x=%ff"])
      expect([address, (await open(address)).status < 500]).toEqual([address, true]);
  });
});

describe("an unsupported method", () => {
  const projects = "/api/v1/workspaces/northwind/projects";
  test.each([
    ["PATCH", projects, "GET, POST"],
    ["DELETE", projects, "GET, POST"],
    ["HEAD", projects, "GET, POST"],
    ["OPTIONS", projects, "GET, POST"],
    ["POST", "/health", "GET, HEAD"],
    ["PUT", "/auth/login", "POST"],
    ["PROPFIND", "/auth/self", "GET"],
    ["TRACE", "/auth/self", "GET"],
  ])("%s %s gets a response with the allowed methods: %s", async (method, address, allow) => {
    const response = await rawRequest(env.url, method, address);
    expect([response.status, response.headers["allow"]]).toEqual([405, allow]);
    expect(response.headers).toMatchObject(always);
    if (method !== "HEAD")
      expect(Problem.parse(JSON.parse(response.text)).code).toBe("method_not_allowed");
  });

  test("is a 404 without details if the path does not exist", async () => {
    const response = await rawRequest(env.url, "OPTIONS", "*");
    expect([response.status, response.headers["allow"]]).toEqual([404, undefined]);
  });
});

/** Head and body of the response to these bytes. */
function answerTo(bytes: string): Promise<{ head: string; body: string }> {
  const { hostname, port } = new URL(env.url);
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on("data", (data) => {
      text += data.toString();
    });
    socket.once("error", reject);
    socket.once("close", () => {
      const [head = "", body = ""] = text.split("\r\n\r\n");
      resolve({ head, body });
    });
  });
}

test.each([
  ["nonsense", "nonsense\r\n\r\n", 400, "bad_request"],
  ["a method that is none", "GE T / HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_request"],
  ["no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "bad_request"],
  ["a header without a name", "GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n", 400, "bad_request"],
  ["a NUL in a header", "GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n", 400, "bad_request"],
  [
    "headers beyond any measure",
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
    431,
    "headers_too_large",
  ],
])("HTTP with %s is rejected in the same shape", async (_, bytes, status, code) => {
  const { head, body } = await answerTo(bytes);
  const problem = Problem.parse(JSON.parse(body));
  expect([head.split("\r\n")[0], problem.code]).toEqual([
    expect.stringMatching(new RegExp(`^HTTP/1\\.1 ${status} `)),
    code,
  ]);
  const headers = head.toLowerCase();
  expect(headers).toContain(`x-request-id: ${problem.requestId}`);
  expect(headers).toContain(`content-security-policy: ${apiPolicy}`);
  expect(z.uuid().safeParse(problem.requestId).success).toBe(true);
});
