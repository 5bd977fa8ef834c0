import { expect, test } from "vitest";
import { deriveKeyring } from "./crypto.ts";

const keys = deriveKeyring(Buffer.alloc(32, 7));

test("what is sealed opens for the same purpose and owner", () => {
  const sealed = keys.encrypt("oauth", "a secret", "ada");
  expect(keys.decrypt("oauth", sealed, "ada")?.toString()).toBe("a secret");
});

test("the same text is sealed differently each time", () => {
  expect(keys.encrypt("oauth", "a secret", "ada")).not.toEqual(
    keys.encrypt("oauth", "a secret", "ada"),
  );
});

test("it opens for no other owner, purpose or installation", () => {
  const sealed = keys.encrypt("oauth", "a secret", "ada");
  expect(keys.decrypt("oauth", sealed, "grace")).toBeNull();
  expect(keys.decrypt("session", sealed, "ada")).toBeNull();
  expect(deriveKeyring(Buffer.alloc(32, 8)).decrypt("oauth", sealed, "ada")).toBeNull();
});

test("one changed bit anywhere, or a missing end, and it does not open", () => {
  const sealed = keys.encrypt("oauth", "a secret", "ada");
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(keys.decrypt("oauth", changed, "ada")).toBeNull();
    expect(keys.decrypt("oauth", sealed.subarray(0, at), "ada")).toBeNull();
  }
});
