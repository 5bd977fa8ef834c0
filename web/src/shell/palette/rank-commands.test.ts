import { expect, test } from "vitest";
import type { PaletteCommand } from "./palette-command.ts";
import { matchCommands, rankCommand } from "./rank-commands.ts";

const command = (label: string, more: Partial<PaletteCommand> = {}): PaletteCommand => ({
  id: label,
  label,
  icon: "home",
  run: () => undefined,
  ...more,
});
const found = (typed: string, ...options: PaletteCommand[]) =>
  matchCommands([{ label: "All", options }], typed).flatMap((group) =>
    group.options.map(({ label }) => label),
  );

test("requires each typed word in name, context or keywords, ignoring case and accents", () => {
  expect(rankCommand(command("SSH keys", { keywords: "Schlüssel" }), "schlussel")).not.toBeNull();
  expect(rankCommand(command("General", { description: "Account" }), "account gen")).not.toBeNull();
  expect(rankCommand(command("General", { description: "Account" }), "account key")).toBeNull();
});

test("ranks an exact name first, then a prefix, then a match inside", () => {
  const options = ["My projects", "Subprojects", "Projects of others", "Projects"].map((label) =>
    command(label),
  );
  expect(found("projects", ...options)).toEqual([
    "Projects",
    "Projects of others",
    "My projects",
    "Subprojects",
  ]);
});

test("hides commands marked onlyWhenTyped while the field is empty, and leaves out empty groups", () => {
  const rare = command("Rare", { onlyWhenTyped: true });
  expect(found("  ", rare, command("Common"))).toEqual(["Common"]);
  expect(found("rar", rare, command("Common"))).toEqual(["Rare"]);
  expect(matchCommands([{ label: "All", options: [rare] }], "")).toEqual([]);
});

test("treats special characters literally", () => {
  expect(found(".*", command("Common"))).toEqual([]);
  expect(found("(", command("Common (old)"))).toEqual(["Common (old)"]);
});
