import { expect, test } from "vitest";
import { cloudInitDocument } from "./cloud-init.ts";

const keys = ["ssh-ed25519 AAAA me@laptop"];
const keyLines = '#cloud-config\nssh_authorized_keys:\n  - "ssh-ed25519 AAAA me@laptop"\n';

/** The parts of a multipart document: headers, and the decoded body. */
function partsOf(document: string) {
  const boundary = /boundary="([^"]+)"/.exec(document)?.[1] ?? "";
  return document
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const end = part.indexOf("\n\n");
      const headers = part.slice(1, end);
      const body = part.slice(end + 2, -1);
      const isEncoded = headers.includes("Content-Transfer-Encoding: base64");
      return { headers, body: isEncoded ? Buffer.from(body, "base64").toString("utf8") : body };
    });
}

test("without user data the document is a configuration with the keys", () => {
  expect(cloudInitDocument(keys, null)).toBe(keyLines);
  expect(cloudInitDocument([], null)).toBe("#cloud-config\n");
});

test.each([
  ["#cloud-config\nssh_authorized_keys: [mine]\n", "text/cloud-config"],
  ["#!/bin/sh\necho done\n", "text/x-shellscript"],
  ["#!/bin/sh\necho 'Grüße, 山田 😀'\n", "text/x-shellscript"],
  ["#!/bin/sh\n# --boreal-part\n# --boreal-part-\n", "text/x-shellscript"],
  [`#!/bin/sh\n# ${"a long line ".repeat(200)}\n`, "text/x-shellscript"],
])("user data arrives unchanged beside the keys: %j", (userData, type) => {
  const document = cloudInitDocument(keys, userData);
  const [first, second, ...more] = partsOf(document);
  expect(more).toEqual([]);
  expect(first?.headers).toContain("Content-Type: text/cloud-config");
  expect(first?.body).toBe(keyLines);
  expect(second?.headers).toContain(`Content-Type: ${type}`);
  expect(second?.body).toBe(userData);
});

test("every character of the document is ASCII, and no line is longer than mail permits", () => {
  const document = cloudInitDocument(keys, `#!/bin/sh\n# ${"ü".repeat(2_000)}\n`);
  expect(document).toMatch(/^[\n\x20-\x7e]*$/);
  expect(Math.max(...document.split("\n").map(({ length }) => length))).toBeLessThan(998);
});
