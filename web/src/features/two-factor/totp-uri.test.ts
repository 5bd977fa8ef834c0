import { URI } from "otpauth";
import { expect, test } from "vitest";
import { totpUri, formatSecret } from "./totp-uri.ts";

test("shows a secret in groups of four characters", () => {
  expect([formatSecret("JBSWY3DPEHPK3PXP"), formatSecret("ABCDEF"), formatSecret("")]).toEqual([
    "JBSW Y3DP EHPK 3PXP",
    "ABCD EF",
    "",
  ]);
});

test("the URI contains email and secret, with any characters in the email escaped", () => {
  const read = URI.parse(totpUri("robin+work&x=1@example.org", "JBSWY3DPEHPK3PXP"));
  expect(read).toMatchObject({ label: "robin+work&x=1@example.org", issuer: "Boreal", digits: 6 });
  expect(read.secret.base32).toBe("JBSWY3DPEHPK3PXP");
});
