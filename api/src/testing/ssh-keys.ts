/** Generates unique public keys in OpenSSH format. */
import { generateKeyPairSync } from "node:crypto";

export function newPublicKey(comment = "me@laptop"): string {
  const der = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "der" });
  const field = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
  const keyBytes = 32;
  const blob = Buffer.concat([field(Buffer.from("ssh-ed25519")), field(der.subarray(-keyBytes))]);
  return `ssh-ed25519 ${blob.toString("base64")} ${comment}`;
}
