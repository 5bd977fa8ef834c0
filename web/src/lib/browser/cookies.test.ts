import { expect, test } from "vitest";
import { cookieText } from "./cookies.ts";

test("a cookie is limited to this host unless sibling hosts share it, and is SameSite=Lax in both cases", () => {
  expect(cookieText("workspace", "north wind", 60, { secure: false, domain: null })).toBe(
    "workspace=north%20wind; Max-Age=60; Path=/; SameSite=Lax",
  );
  expect(cookieText("routeMe", "/", 60, { secure: true, domain: "example.org" })).toBe(
    "routeMe=/; Max-Age=60; Domain=example.org; Path=/; Secure; SameSite=Lax",
  );
});
