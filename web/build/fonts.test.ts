import { expect, test } from "vitest";
import { fontsForRoute, isGlobalFont } from "./fonts.ts";

const sans = "assets/hanken-grotesk-latin-wght-normal-a1.woff2";
const mono = "assets/geist-mono-latin-wght-normal-b2.woff2";
const rare = [
  "assets/hanken-grotesk-latin-ext-wght-normal-e5.woff2",
  "assets/geist-mono-latin-ext-wght-normal-f6.woff2",
];
const built = [sans, mono, ...rare, "assets/index-c3.css", "assets/vendor-d4.js"];

test("every page preloads the text font and no other", () => {
  expect(built.filter(isGlobalFont)).toEqual([sans]);
});

test("signed-in pages preload the monospace font, guest pages do not", () => {
  expect(fontsForRoute("_console/$workspace/instances.index", built)).toEqual([mono]);
  expect(fontsForRoute("_auth/auth.login", built)).toEqual([]);
  expect(fontsForRoute("onboarding.workspace", built)).toEqual([]);
});
