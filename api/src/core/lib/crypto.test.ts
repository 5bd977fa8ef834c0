import { expect, test } from "vitest";
import { deriveKeyring } from "./crypto.ts";

const keys = deriveKeyring(Buffer.alloc(32, 7));

test("decrypts for the same purpose and owner", () => {
  const sealed = keys.encrypt("oauth", "a secret", "ada");
  expect(keys.decrypt("oauth", sealed, "ada")?.toString()).toBe("a secret");
});

test("encrypts the same text differently each time", () => {
  expect(keys.encrypt("oauth", "a secret", "ada")).not.toEqual(
    keys.encrypt("oauth", "a secret", "ada"),
  );
});

test("does not decrypt for another owner, purpose or installation", () => {
  const sealed = keys.encrypt("oauth", "a secret", "ada");
  expect(keys.decrypt("oauth", sealed, "grace")).toBeNull();
  expect(keys.decrypt("session", sealed, "ada")).toBeNull();
  expect(deriveKeyring(Buffer.alloc(32, 8)).decrypt("oauth", sealed, "ada")).toBeNull();
});

test("does not decrypt data with one changed bit or a missing end", () => {
  const sealed = keys.encrypt("oauth", "a secret", "ada");
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(keys.decrypt("oauth", changed, "ada")).toBeNull();
    expect(keys.decrypt("oauth", sealed.subarray(0, at), "ada")).toBeNull();
  }
});
