import { URI } from "otpauth";
import { expect, test } from "vitest";
import { totpUri, formatSecret } from "./totp-uri.ts";

test("a secret is shown four characters at a time", () => {
  expect([formatSecret("JBSWY3DPEHPK3PXP"), formatSecret("ABCDEF"), formatSecret("")]).toEqual([
    "JBSW Y3DP EHPK 3PXP",
    "ABCD EF",
    "",
  ]);
});

test("an authenticator reads the address and the secret from the code, whatever the address holds", () => {
  const read = URI.parse(totpUri("robin+work&x=1@example.org", "JBSWY3DPEHPK3PXP"));
  expect(read).toMatchObject({ label: "robin+work&x=1@example.org", issuer: "Boreal", digits: 6 });
  expect(read.secret.base32).toBe("JBSWY3DPEHPK3PXP");
});
