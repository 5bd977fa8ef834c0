import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { cliCommand, quoteShell } from "./cli-command.ts";

test("contains the command, the instance and the workspace", () => {
  expect(cliCommand("instances reboot", "acme", { args: ["gpu-3"], options: "--hard" })).toBe(
    "boreal instances reboot gpu-3 --hard --workspace acme",
  );
  expect(cliCommand("projects create NAME", "acme")).toBe(
    "boreal projects create NAME --workspace acme",
  );
});

test("quotes any name as one shell word", () => {
  const names = [
    "gpu-3",
    "my key",
    "it's",
    "''",
    "$(touch x); `id` && rm *",
    `"><img src=x onerror=alert(1)>`,
    "-rf",
    "~",
    "a\\b",
    "!!",
    "ä%_{1..3}",
  ];
  const line = `printf '%s\\0' ${names.map(quoteShell).join(" ")}`;
  expect(execFileSync("sh", ["-c", line], { encoding: "utf8" }).split("\0").slice(0, -1)).toEqual(
    names,
  );
});
