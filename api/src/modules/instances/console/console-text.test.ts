import { expect, test } from "vitest";
import { longestConsoleLine } from "#contracts/instance-console.ts";
import { toConsoleLines } from "./console-text.ts";

const linesOf = (output: string, limit = 100) => toConsoleLines(output, limit).lines;

test("keeps the last lines and says whether there are earlier ones", () => {
  expect(toConsoleLines("one\r\ntwo\nthree\n", 2)).toEqual({
    lines: ["two", "three"],
    hasEarlier: true,
  });
  expect(toConsoleLines("one\ntwo", 2)).toEqual({ lines: ["one", "two"], hasEarlier: false });
  expect(toConsoleLines("", 2)).toEqual({ lines: [], hasEarlier: false });
});

test("removes colors, cursor moves, titles and character sets, and keeps their text", () => {
  expect(linesOf("\u001b[0;32m[  OK  ]\u001b[0m Started \u001b[1mssh\u001b[m")).toEqual([
    "[  OK  ] Started ssh",
  ]);
  expect(linesOf("\u001b]0;a title\u0007text\u001b]2;other\u001b\\ more\u001b(B")).toEqual([
    "text more",
  ]);
  expect(linesOf("\u001b[2J\u001b[H\u001b=login: ")).toEqual(["login: "]);
});

test("leaves no control character, whatever the output contains", () => {
  const every = Array.from({ length: 0x120 }, (_, code) => String.fromCharCode(code)).join("");
  const isUnsafe = (character: string) =>
    (character < " " && character !== "\t") ||
    (character >= "\u007f" && character <= "\u009f") ||
    "\u202e\u2066\u200b\ud800".includes(character);
  const lines = linesOf(`${every}\u202e\u2066\u200b\ud800 end`);
  expect(lines.at(-1)).toMatch(/ end$/);
  expect([...lines.join("")].filter(isUnsafe)).toEqual([]);
  expect(linesOf("a\tb ünï 漢字")).toEqual(["a\tb ünï 漢字"]);
});

test("shows the last state of a line that is written again, and cuts a very long one", () => {
  expect(linesOf("10 %\r50 %\r100 %\r\r\ndone")).toEqual(["100 %", "done"]);
  const [line = ""] = linesOf("x".repeat(1_000_000));
  expect(line).toBe(`${"x".repeat(longestConsoleLine)}…`);
});
