/** The document that cloud-init reads when an instance starts for the first time: SSH keys and user data. */
import { yamlString } from "./yaml-string.ts";

/** Keys are quoted, so that a key's comment cannot break out of its YAML line. */
const keyConfig = (sshKeys: readonly string[]): string =>
  [
    "#cloud-config",
    ...(sshKeys.length > 0 ? ["ssh_authorized_keys:"] : []),
    ...sshKeys.map((key) => `  - ${yamlString(key)}`),
    "",
  ].join("\n");

/** Adds lists of the user's document, such as its own keys, to those before it instead of ignoring them. */
const mergeHeader = "Merge-Type: list(append)+dict(recurse_array)+str()";

/**
 * The keys alone are a `#cloud-config`; with user data they are the first of two MIME parts, because user data can be a
 * script, or have a list of keys itself.
 */
export function cloudInitDocument(sshKeys: readonly string[], userData: string | null): string {
  if (userData === null) return keyConfig(sshKeys);
  let boundary = "boreal-part";
  while (userData.includes(boundary)) boundary += "-";
  const isScript = userData.startsWith("#!");
  return [
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    "MIME-Version: 1.0",
    "",
    `--${boundary}`,
    ...mimePart("text/cloud-config", keyConfig(sshKeys)),
    `--${boundary}`,
    ...(isScript
      ? mimePart("text/x-shellscript", userData)
      : [mergeHeader, ...mimePart("text/cloud-config", userData)]),
    `--${boundary}--`,
    "",
  ].join("\n");
}

/** cloud-init reads parts as ASCII unless they are encoded: other text is Base64 in lines of 76 characters. */
function mimePart(type: string, text: string): string[] {
  // oxlint-disable-next-line no-control-regex -- the characters that need no encoding
  const isPlain = /^[\u0000-\u007f]*$/.test(text) && !/^.{900}/m.test(text);
  const body = isPlain
    ? text
    : Buffer.from(text, "utf8").toString("base64").replace(/.{76}/g, "$&\n");
  const encoding = isPlain ? "7bit" : "base64";
  return [
    `Content-Type: ${type}; charset="utf-8"`,
    `Content-Transfer-Encoding: ${encoding}`,
    "",
    body,
  ];
}
