/** The first-boot data of a server: the SSH keys, and what the customer wants to run. */
import { yamlString } from "#api/core/lib/yaml-string.ts";

interface FirstBoot {
  sshKeys: readonly string[];
  userData?: string;
}

/** Base64, because Nova transports no other text. cloud-init reads UTF-8. */
export function encodeUserData(request: FirstBoot): string {
  const keys = keysDocument(request.sshKeys);
  const text = request.userData === undefined ? keys : multipart(keys, request.userData);
  return Buffer.from(text, "utf8").toString("base64");
}

/** Keys are quoted, so that a key's comment cannot break out of its YAML line. */
function keysDocument(sshKeys: readonly string[]): string {
  const keys = sshKeys.map((key) => `  - ${yamlString(key)}`);
  return `${["#cloud-config", ...(keys.length > 0 ? ["ssh_authorized_keys:", ...keys] : [])].join("\n")}\n`;
}

/** Lists of both documents are joined, so that keys in the customer's document do not replace these. */
const mergeType = "Merge-Type: list(append)+dict(recurse_array)+str()";

/**
 * A document with both parts. cloud-init detects the format of a `text/plain` part by its first line. It decodes parts
 * as ASCII, so other text is sent in base64.
 */
function multipart(keys: string, userData: string): string {
  let boundary = "boreal";
  while (userData.includes(`--${boundary}`) || keys.includes(`--${boundary}`)) boundary += "-";
  const part = (type: string, text: string) => {
    const isAscii = Buffer.byteLength(text, "utf8") === text.length;
    return [
      `--${boundary}`,
      `Content-Type: ${type}; charset="utf-8"`,
      `Content-Transfer-Encoding: ${isAscii ? "7bit" : "base64"}`,
      mergeType,
      "",
      isAscii ? text : `${Buffer.from(text, "utf8").toString("base64")}\n`,
    ].join("\n");
  };
  return [
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    "MIME-Version: 1.0",
    "",
    part("text/cloud-config", keys),
    part("text/plain", userData),
    `--${boundary}--`,
    "",
  ].join("\n");
}
