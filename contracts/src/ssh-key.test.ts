import { createHash, generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { toFieldProblem } from "./field-error-messages.ts";
import { decodeKeyFile, holdsPrivateKey, parsePublicKey } from "./ssh-key.ts";
import { acceptedKeys, rejectedKeys } from "./ssh-key-fixtures.ts";

const { line } = acceptedKeys.ed25519;
const [type = "", base64 = ""] = line.split(" ");

const faultOf = (text: string) => {
  const read = parsePublicKey(text);
  return "error" in read ? read.error.code : null;
};
const messageOf = (text: string) => {
  const read = parsePublicKey(text);
  return "error" in read ? toFieldProblem(read.error).message : null;
};
const keyOf = (text: string) => {
  const read = parsePublicKey(text);
  if ("error" in read) throw new Error(read.error.code);
  return read;
};

test.each(Object.entries(acceptedKeys))("parses a %s key like ssh-keygen", (_, sample) => {
  const key = keyOf(sample.line);
  expect(key.line).toBe(sample.line);
  expect(key.bits).toBe(sample.bits);
  expect(
    `SHA256:${createHash("sha256").update(key.blob).digest("base64").replace(/=+$/, "")}`,
  ).toBe(sample.fingerprint);
});

/** The key with an empty curve name (its second field). */
function withoutCurve(key: string): string {
  const [word = "", text = ""] = key.split(" ");
  const blob = Buffer.from(text, "base64");
  const at = 4 + blob.readUInt32BE(0);
  const behind = at + 4 + blob.readUInt32BE(at);
  const emptied = Buffer.concat([blob.subarray(0, at), Buffer.alloc(4), blob.subarray(behind)]);
  return `${word} ${emptied.toString("base64")}`;
}

test("C034: drops whitespace around a pasted key", () => {
  for (const pasted of [`${line}\r\n`, `\ufeff${line}`, `\n  ${line}  \n\n`, `\ufeff${line}\r\n`]) {
    expect(keyOf(pasted).line).toBe(line);
  }
});

test("collapses spaces and tabs between the parts", () => {
  expect(keyOf(`${type}\t${base64}   me  at   work`).line).toBe(`${type} ${base64} me at work`);
});

test("C035: accepts a missing comment, and one with spaces", () => {
  expect(keyOf(`${type} ${base64}`)).toMatchObject({ comment: "", line: `${type} ${base64}` });
  expect(keyOf(`${type} ${base64} Anna's laptop, 2026`).comment).toBe("Anna's laptop, 2026");
});

test("keeps a long comment unchanged", () => {
  const comment = `${"x".repeat(199)}2`;
  expect(keyOf(`${type} ${base64} ${comment}`).comment).toBe(comment);
});

test("C034: reports line breaks in a wrapped key, not a private key", () => {
  const wrapped = `${type} ${base64.slice(0, 30)}\r\n${base64.slice(30)} me`;
  expect(faultOf(wrapped)).toBe("line_breaks");
  expect(messageOf(wrapped)).toContain("line breaks");
});

test.each([
  ['command="echo hi" ', "one option"],
  ['no-pty,from="10.0.0.0/8" ', "several options"],
  ["restrict ", "a bare option"],
])("C035: rejects options before the key (%s)", (options) => {
  expect(faultOf(options + line)).toBe("options");
});

test("C035: rejects a comment without a space before it and names what is missing", () => {
  expect(faultOf(`${type} ${base64}me@laptop`)).toBe("format");
  expect(messageOf(`${type} ${base64}me@laptop`)).toContain("no space between");
});

test("C035: rejects two keys, on separate lines or on one", () => {
  const other = acceptedKeys.ecdsa256.line;
  expect(faultOf(`${line}\n${other}`)).toBe("several_keys");
  expect(faultOf(`${line} ${other}`)).toBe("several_keys");
});

test.each(
  [
    "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----",
    "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
    "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none",
    "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----",
    "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nAAAA\n---- END SSH2 ENCRYPTED PRIVATE KEY ----",
    "my key: -----BEGIN OPENSSH PRIVATE KEY----- AAAA -----END OPENSSH PRIVATE KEY-----",
    "AAAA\n-----END RSA PRIVATE KEY-----",
    "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ\nAAAA",
    "ssh-ed25519 AAAA me\n-----BEGIN OPENSSH PRIVATE KEY-----",
    [..."-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA"].join("\0"),
    `-----BEGIN RSA PRIVATE KEY-----\n${"AAAA".repeat(5_000)}`,
  ].map((text): [string, string] => [text.slice(0, 50), text]),
)("a private key is recognised and never repeated: %j …", (_, text) => {
  expect(holdsPrivateKey(text)).toBe(true);
  expect(faultOf(text)).toBe("private_key");
  expect(messageOf(text)).not.toContain("AAAA");
});

test("the error of a private key advises to replace the key", () => {
  expect(messageOf("-----BEGIN PRIVATE KEY-----")).toContain("Replace it with a new key pair");
});

test("never mistakes a public key for a private one", () => {
  for (const sample of Object.values(acceptedKeys))
    expect(holdsPrivateKey(sample.line)).toBe(false);
});

test.each(["jörg@büro", "Anna’s MacBook", "山田のPC", "me\u00a0at\u00a0work", "key 🔑"])(
  "N01: keeps a comment with non-ASCII letters: %s",
  (comment) => {
    expect(keyOf(`${type} ${base64} ${comment}`)).toMatchObject({
      comment,
      line: `${type} ${base64} ${comment}`,
    });
  },
);

/** Builds an RSA public key in OpenSSH format. */
function rsaLine(bits: number, comment: string): string {
  const { n = "", e = "" } = generateKeyPairSync("rsa", { modulusLength: bits }).publicKey.export({
    format: "jwk",
  });
  return rsaLineOf(Buffer.from(n, "base64url"), Buffer.from(e, "base64url"), comment);
}
function rsaLineOf(n: Buffer, e: Buffer, comment: string): string {
  const field = (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const positive = (bytes: Buffer) =>
    (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
  const blob = Buffer.concat([
    field(Buffer.from("ssh-rsa")),
    field(positive(e)),
    field(positive(n)),
  ]);
  return `ssh-rsa ${blob.toString("base64")} ${comment}`;
}

test("N02: accepts an RSA key of 2047 bits, as old generators made them, and rejects one of 2039", () => {
  expect(keyOf(rsaLine(2047, "rsa-key-20190412"))).toMatchObject({ type: "ssh-rsa", bits: 2047 });
  expect(keyOf(rsaLine(2040, "oldest")).bits).toBe(2040);
  expect(faultOf(rsaLine(2039, "weak"))).toBe("too_weak");
});

test("rejects an RSA key larger than OpenSSH supports", () => {
  const exponent = Buffer.from([1, 0, 1]);
  expect(keyOf(rsaLineOf(Buffer.alloc(2_048, 0xff), exponent, "largest")).bits).toBe(16_384);
  expect(messageOf(rsaLineOf(Buffer.alloc(2_049, 0xff), exponent, "larger"))).toBe(
    "RSA keys have at most 16384 bits. This key has 16392",
  );
});

test("N03: decodes a UTF-16 file by its byte order mark, and detects wrongly decoded text", () => {
  const utf16 = Buffer.from(`\ufeff${line} büro\r\n`, "utf16le");
  expect([...utf16.subarray(0, 2)]).toEqual([0xff, 0xfe]);
  expect(keyOf(decodeKeyFile(utf16)).line).toBe(`${line} büro`);
  expect(keyOf(decodeKeyFile(Buffer.from(utf16).swap16())).line).toBe(`${line} büro`);
  expect(keyOf(decodeKeyFile(Buffer.from(`\ufeff${line} büro`))).line).toBe(`${line} büro`);
  for (const wrongly of [utf16.toString("utf8"), utf16.toString("latin1")]) {
    expect(faultOf(wrongly)).toBe("utf16");
    expect(messageOf(wrongly)).toBe("This file is UTF-16. Save it as UTF-8");
  }
});

test("N07: limits a comment to 255 characters", () => {
  expect(keyOf(`${type} ${base64} ${"ü".repeat(255)}`).comment).toHaveLength(255);
  expect(faultOf(`${type} ${base64} ${"x".repeat(256)}`)).toBe("comment_too_long");
});

test.each([
  `---- BEGIN SSH2 PUBLIC KEY ----\nComment: "me"\n${base64}\n---- END SSH2 PUBLIC KEY ----`,
  `-----BEGIN PUBLIC KEY-----\n${base64}\n-----END PUBLIC KEY-----`,
])("rejects another public format and names the command that converts it", (text) => {
  expect(faultOf(text)).toBe("format");
  expect(messageOf(text)).toContain("ssh-keygen -i");
});

test("rejects weak and retired key types by name", () => {
  expect(faultOf(rejectedKeys.rsa1024)).toBe("too_weak");
  expect(messageOf(rejectedKeys.rsa1024)).toContain("1024");
  expect(faultOf(rejectedKeys.dsa)).toBe("unsupported_type");
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
