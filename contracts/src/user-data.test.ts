import { expect, test } from "vitest";
import { maxUserDataLength, UserData, userDataError } from "./user-data.ts";

const base64 = (text: string) => Buffer.from(text, "utf8").toString("base64");

test.each([
  "#cloud-config\npackage_update: true\n",
  "#cloud-config \r\nwrite_files: []",
  "#!/bin/bash\necho 'Grüße aus Luleå, 山田'\n",
  "#! /usr/bin/env python3\nprint(1)",
  "\ufeff#!/bin/sh\n",
])("accepts a configuration and a script: %j", (text) => {
  expect(userDataError(text)).toBeNull();
});

test("line breaks are those of the instance, and a byte order mark is removed", () => {
  expect(UserData.parse("\ufeff#!/bin/sh\r\necho 1\recho 2")).toBe("#!/bin/sh\necho 1\necho 2");
});

test.each([
  [base64("#cloud-config\npackage_update: true\n"), "user_data_base64"],
  [`${base64("#!/bin/bash\necho a\n")}\n`, "user_data_base64"],
  ["H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA==", "user_data_gzip"],
  ["\u001f\ufffd\b\u0000", "user_data_gzip"],
  ["apt-get update", "user_data_start"],
  ["#cloud-configuration\n", "user_data_start"],
  ["hello\n#!/bin/sh", "user_data_start"],
])("names what is wrong with %j", (text, rule) => {
  expect(userDataError(text)).toMatchObject({ code: "format", params: { rule } });
});

test("rejects control characters, lone surrogates and text above the maximum", () => {
  expect(userDataError("#!/bin/sh\n\u0000")?.code).toBe("hidden_characters");
  expect(userDataError("#!/bin/sh\n\ud800")?.code).toBe("hidden_characters");
  expect(userDataError(`#!/bin/sh\n${"x".repeat(maxUserDataLength)}`)?.code).toBe("too_big");
  expect(UserData.safeParse("").success).toBe(false);
});
