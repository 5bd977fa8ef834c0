import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readPublicKey } from "./ssh-key.ts";
import { acceptedKeys, refusedKeys } from "./ssh-key-samples.ts";

const { line } = acceptedKeys.ed25519;
const [type = "", base64 = ""] = line.split(" ");

const faultOf = (text: string) => {
  const read = readPublicKey(text);
  return "fault" in read ? read.fault : null;
};
const messageOf = (text: string) => {
  const read = readPublicKey(text);
  return "fault" in read ? read.message : null;
};
const keyOf = (text: string) => {
  const read = readPublicKey(text);
  if ("fault" in read) throw new Error(read.message);
  return read;
};

test.each(Object.entries(acceptedKeys))(
  "a key of the kind %s is read as ssh-keygen reads it",
  (_, sample) => {
    const key = keyOf(sample.line);
    expect(key.line).toBe(sample.line);
    expect(key.bits).toBe(sample.bits);
    expect(
      `SHA256:${createHash("sha256").update(key.blob).digest("base64").replace(/=+$/, "")}`,
    ).toBe(sample.fingerprint);
  },
);

/** Its second field, the name of the curve, is empty. */
function withoutCurve(key: string): string {
  const [word = "", text = ""] = key.split(" ");
  const blob = Buffer.from(text, "base64");
  const at = 4 + blob.readUInt32BE(0);
  const behind = at + 4 + blob.readUInt32BE(at);
  const emptied = Buffer.concat([blob.subarray(0, at), Buffer.alloc(4), blob.subarray(behind)]);
  return `${word} ${emptied.toString("base64")}`;
}

test("what a paste brings along at either end is dropped", () => {
  for (const pasted of [`${line}\r\n`, `\ufeff${line}`, `\n  ${line}  \n\n`, `\ufeff${line}\r\n`]) {
    expect(keyOf(pasted).line).toBe(line);
  }
});

test("blanks and tabs between the parts become one blank", () => {
  expect(keyOf(`${type}\t${base64}   me  at   work`).line).toBe(`${type} ${base64} me at work`);
});

test("a comment may be missing, and may have blanks", () => {
  expect(keyOf(`${type} ${base64}`)).toMatchObject({ comment: "", line: `${type} ${base64}` });
  expect(keyOf(`${type} ${base64} Anna's laptop, 2026`).comment).toBe("Anna's laptop, 2026");
});

test("a long comment is kept whole", () => {
  const comment = `${"x".repeat(199)}2`;
  expect(keyOf(`${type} ${base64} ${comment}`).comment).toBe(comment);
});

test("a key broken over lines is told to have line breaks, not to be a private key", () => {
  const wrapped = `${type} ${base64.slice(0, 30)}\r\n${base64.slice(30)} me`;
  expect(faultOf(wrapped)).toBe("line_breaks");
  expect(messageOf(wrapped)).toContain("line breaks");
});

test.each([
  ['command="echo hi" ', "one option"],
  ['no-pty,from="10.0.0.0/8" ', "several options"],
  ["restrict ", "a bare option"],
])("options before the key (%s) are refused", (options) => {
  expect(faultOf(options + line)).toBe("options");
});

test("a comment glued to the key is refused, with what is missing", () => {
  expect(faultOf(`${type} ${base64}me@laptop`)).toBe("format");
  expect(messageOf(`${type} ${base64}me@laptop`)).toContain("blank is missing");
});

test("two keys, on two lines or on one, are to be added one at a time", () => {
  const other = acceptedKeys.ecdsa256.line;
  expect(faultOf(`${line}\n${other}`)).toBe("several_keys");
  expect(faultOf(`${line} ${other}`)).toBe("several_keys");
});

test.each([
  "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----",
  "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----",
  "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
  "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none",
])("a private key is recognised and never repeated: %s", (text) => {
  expect(faultOf(text)).toBe("private_key");
  expect(messageOf(text)).not.toContain("AAAA");
});

test.each([
  `---- BEGIN SSH2 PUBLIC KEY ----\nComment: "me"\n${base64}\n---- END SSH2 PUBLIC KEY ----`,
  `-----BEGIN PUBLIC KEY-----\n${base64}\n-----END PUBLIC KEY-----`,
])("another public format is refused with the way to convert it", (text) => {
  expect(faultOf(text)).toBe("format");
  expect(messageOf(text)).toContain("ssh-keygen -i");
});

test("weak and retired kinds are refused by name", () => {
  expect(faultOf(refusedKeys.rsa1024)).toBe("too_weak");
  expect(messageOf(refusedKeys.rsa1024)).toContain("1024");
  expect(faultOf(refusedKeys.dsa)).toBe("unsupported_type");
  expect(faultOf(`ssh-ed25519-cert-v01@openssh.com ${base64}`)).toBe("unsupported_type");
});

test.each([
  ["nothing", ""],
  ["only blanks", " \r\n "],
])("%s is a missing key", (_, text) => {
  expect(faultOf(text)).toBe("required");
});

test.each([
  ["prose", "my key"],
  ["its type alone", type],
  ["a key cut short", line.slice(0, 60)],
  ["a key with a letter missing", `${type} ${base64.slice(0, -1)}`],
  ["one type written over another", `ssh-rsa ${base64}`],
  ["a curve under another's name", acceptedKeys.ecdsa256.line.replace("nistp256", "nistp384")],
  ["a curve without a name", withoutCurve(acceptedKeys.ecdsa256.line)],
  [
    "bytes after the last field",
    `${type} ${Buffer.concat([Buffer.from(base64, "base64"), Buffer.from([0])]).toString("base64")}`,
  ],
  ["far too long", `${line} ${"x".repeat(17_000)}`],
  ["an invisible character in the comment", `${line} \u202ecba`],
  ["an escape in the comment", `${line} \u001b[2J`],
])("%s is no public key", (_, text) => {
  expect(faultOf(text)).toBe("format");
});
