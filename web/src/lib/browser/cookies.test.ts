import { expect, test } from "vitest";
import { cookieText } from "./cookies.ts";

test("a cookie is this host's alone, unless sibling hosts share it; it is lax either way", () => {
  expect(cookieText("workspace", "north wind", 60, { secure: false, domain: null })).toBe(
    "workspace=north%20wind; Path=/; Max-Age=60; SameSite=Lax",
  );
  expect(cookieText("routeMe", "/", 60, { secure: true, domain: "example.org" })).toBe(
    "routeMe=%2F; Path=/; Max-Age=60; SameSite=Lax; Domain=example.org; Secure",
  );
});
