import { expect, test } from "vitest";
import { hasSeparator, uniqueEmails, parseEmails } from "./parse-emails.ts";

test("addresses are parted by commas, semicolons, blanks and lines", () => {
  expect(parseEmails("a@x.org, b@x.org;c@x.org d@x.org\r\n e@x.org,,\n")).toEqual([
    "a@x.org",
    "b@x.org",
    "c@x.org",
    "d@x.org",
    "e@x.org",
  ]);
  expect(parseEmails(" \n, ")).toEqual([]);
});

test("of an address copied with its name only the address stays", () => {
  expect(parseEmails('Kim Lund <kim@x.org>, "Berg, Robin" <robin@x.org>\neve@x.org')).toEqual([
    "kim@x.org",
    "robin@x.org",
    "eve@x.org",
  ]);
});

test("what is no address stays, so that it can be marked", () => {
  expect(parseEmails("not-an-address a@x.org")).toEqual(["not-an-address", "a@x.org"]);
  expect(parseEmails("Kim <kim@x.org> robin")).toEqual(["kim@x.org", "robin"]);
  expect(parseEmails("a <b")).toEqual(["a", "<b"]);
});

test("an address that stands there twice is one, in its first writing", () => {
  expect(uniqueEmails(["Ada@x.org", "eve@x.org", "ada@X.ORG"])).toEqual(["Ada@x.org", "eve@x.org"]);
});

test("an address is finished by what follows it, not by what stands before it", () => {
  expect(hasSeparator("a@x.org")).toBe(false);
  expect(hasSeparator("  a@x.org")).toBe(false);
  expect(hasSeparator("a@x.org ")).toBe(true);
  expect(hasSeparator("a@x.org,b")).toBe(true);
});
