import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const least = {
  DATABASE_URL: "postgres://boreal@127.0.0.1/boreal",
  SMTP_URL: "smtp://127.0.0.1:25",
  BOREAL_SECRET: Buffer.alloc(32, 7).toString("base64"),
};

test.each([
  ["::", "::", "http://localhost:8080"],
  ["[::]", "::", "http://localhost:8080"],
  ["0.0.0.0", "0.0.0.0", "http://localhost:8080"],
  ["127.0.0.1", "127.0.0.1", "http://localhost:8080"],
  ["::1", "::1", "http://[::1]:8080"],
  ["[::1]", "::1", "http://[::1]:8080"],
  ["2001:db8::7", "2001:db8::7", "http://[2001:db8::7]:8080"],
  ["console.example", "console.example", "http://console.example:8080"],
])("N56: HOST=%s listens on %s, and links begin with %s", (HOST, host, origin) => {
  const config = readConfig({ ...least, HOST });
  expect(config.host).toBe(host);
  expect(config.publicUrl.origin).toBe(origin);
  expect(config.consoleOrigins).toContain(origin);
});

test("N56: a PUBLIC_URL with an IPv6 address keeps its brackets in links, and cookies are secure", () => {
  const config = readConfig({ ...least, PUBLIC_URL: "https://[2001:db8::1]" });
  expect(new URL("/reset/x", config.publicUrl).href).toBe("https://[2001:db8::1]/reset/x");
  expect(config.consoleOrigins).toEqual(["https://[2001:db8::1]"]);
  expect(config.secureCookies).toBe(true);
});

const openstack = {
  authUrl: "https://keystone.example",
  username: "boreal",
  password: "secret",
  projectName: "boreal",
  regionName: "RegionOne",
};
const foreman = {
  provider: "foreman",
  url: "https://foreman.example/",
  username: "boreal",
  password: "secret",
  hostGroups: { "Debian 13": "Debian 13" },
  eraseHostGroup: "Erase disks",
};
const readRegion = (region: object) =>
  readConfig({ ...least, BOREAL_REGIONS: JSON.stringify({ lulea: region }) }).regions["lulea"];

test("a region names its providers; the fields of an OpenStack region alone still work", () => {
  const named = readRegion({
    compute: { provider: "openstack", ...openstack },
    bareMetal: foreman,
  });
  expect(named).toMatchObject({
    compute: { provider: "openstack", regionName: "RegionOne", userDomainName: "Default" },
    bareMetal: { url: "https://foreman.example", hostGroups: { "Debian 13": "Debian 13" } },
  });
  expect(readRegion(openstack)).toEqual({ compute: named?.compute });
});

test("the time after which a worker is dead is a setting, and its heartbeats follow it", () => {
  const read = (seconds?: string) =>
    readConfig({
      ...least,
      ...(seconds === undefined ? {} : { WORKER_DEAD_AFTER_SECONDS: seconds }),
    }).workerLiveness;
  expect(read()).toEqual({ beatEveryMs: 4_000, deadAfterMs: 14_000, stuckAfterMs: 300_000 });
  expect(read("7")).toMatchObject({ beatEveryMs: 2_000, deadAfterMs: 7_000 });
  expect(() => read("1")).toThrow("WORKER_DEAD_AFTER_SECONDS");
});

test("the slots of a region are a setting; a workspace has at most all of them", () => {
  const slots = { region: 12, workspace: 5 };
  expect(readRegion({ compute: openstack, slots })?.slots).toEqual(slots);
  expect(readRegion({ compute: openstack })).not.toHaveProperty("slots");
  for (const [wrong, field] of [
    [{ region: 2, workspace: 3 }, "workspace"],
    [{ region: 0, workspace: 1 }, "region"],
    [{ region: 4 }, "workspace"],
  ] as const)
    expect(() => readRegion({ compute: openstack, slots: wrong })).toThrow(field);
});

test("an application credential replaces the password of an OpenStack account", () => {
  const { authUrl, regionName } = openstack;
  const credential = { applicationCredentialId: "id", applicationCredentialSecret: "secret" };
  const { compute } = readRegion({ compute: { authUrl, regionName, ...credential } }) ?? {};
  expect(compute).toMatchObject(credential);
  expect(compute).not.toHaveProperty("username");
  expect(() => readRegion({ compute: { authUrl, regionName } })).toThrow();
});

test.each([
  ["an unknown provider", { ...foreman, provider: "maas" }, "provider"],
  ["a server without HTTPS", { ...foreman, url: "http://foreman.example" }, "url"],
  ["no host group", { ...foreman, hostGroups: {} }, "hostGroups"],
  [
    "an erasing host group that installs an image",
    { ...foreman, eraseHostGroup: "Debian 13" },
    "eraseHostGroup",
  ],
  ["an unknown setting", { ...foreman, eraseGroup: "x" }, "eraseGroup"],
])("bare metal with %s is rejected", (_what, bareMetal, field) => {
  expect(() => readRegion({ compute: openstack, bareMetal })).toThrow(field);
});
