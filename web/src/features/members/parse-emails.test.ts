import { expect, test } from "vitest";
import { hasSeparator, uniqueEmails, parseEmails } from "./parse-emails.ts";

test("splits addresses at commas, semicolons, whitespace and line breaks", () => {
  expect(parseEmails("a@x.org, b@x.org;c@x.org d@x.org\r\n e@x.org,,\n")).toEqual([
    "a@x.org",
    "b@x.org",
    "c@x.org",
    "d@x.org",
    "e@x.org",
  ]);
  expect(parseEmails(" \n, ")).toEqual([]);
});

test("extracts the address from text copied with a name", () => {
  expect(parseEmails('Kim Lund <kim@x.org>, "Berg, Robin" <robin@x.org>\neve@x.org')).toEqual([
    "kim@x.org",
    "robin@x.org",
    "eve@x.org",
  ]);
});

test("keeps invalid addresses, so that they can be marked", () => {
  expect(parseEmails("not-an-address a@x.org")).toEqual(["not-an-address", "a@x.org"]);
  expect(parseEmails("Kim <kim@x.org> robin")).toEqual(["kim@x.org", "robin"]);
  expect(parseEmails("a <b")).toEqual(["a", "<b"]);
});

test("removes duplicates and keeps the first spelling", () => {
  expect(uniqueEmails(["Ada@x.org", "eve@x.org", "ada@X.ORG"])).toEqual(["Ada@x.org", "eve@x.org"]);
});

test("treats an email as complete only when a separator follows it", () => {
  expect(hasSeparator("a@x.org")).toBe(false);
  expect(hasSeparator("  a@x.org")).toBe(false);
  expect(hasSeparator("a@x.org ")).toBe(true);
  expect(hasSeparator("a@x.org,b")).toBe(true);
});
