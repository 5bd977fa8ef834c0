import { expect, test } from "vitest";
import { unmaskToken } from "./page-session.ts";

test("the token of the page is its second half XOR its first half", () => {
  // "abc" is 61 62 63; the random bytes are 01 ff 00.
  expect(unmaskToken("01ff00609d63")).toBe("abc");
  expect(unmaskToken("")).toBe("");
});
