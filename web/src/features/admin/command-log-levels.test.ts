import { expect, test } from "vitest";
import type { CommandLogLine } from "#contracts/admin-instances.ts";
import { linesOfLevels, logLevels, logSearch } from "./command-log-levels.ts";

const lines: CommandLogLine[] = logLevels.map((level, id) => ({
  id,
  commandId: "01890000-0000-7000-8000-000000000000",
  commandKind: "create",
  at: "2026-05-15T10:00:00.000Z",
  level,
  message: level,
}));
const shown = (level: unknown) =>
  linesOfLevels(lines, logSearch({ level })).map(({ message }) => message);

test("the log has the lines of the chosen levels", () => {
  expect(shown("error")).toEqual(["error"]);
  expect(shown("error,info")).toEqual(["info", "error"]);
});

test("unknown levels are ignored, and without a level all lines are shown", () => {
  for (const level of [undefined, "", "loud", 7]) expect(shown(level)).toEqual([...logLevels]);
  expect(shown("loud,warning")).toEqual(["warning"]);
  expect(logSearch({ level: "warning,loud,debug" })).toEqual({ level: "debug,warning" });
});
