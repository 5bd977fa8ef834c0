import { expect, test } from "vitest";
import { tokenScopes } from "#contracts/tokens.ts";
import {
  areaIds,
  areas,
  levelIn,
  levels,
  nothingChosen,
  scopesAt,
  scopesOf,
} from "./scope-areas.ts";

const anyScope = () => true;

test("each scope lies in one area, once", () => {
  const placed = areaIds.flatMap((area) => [...areas[area].read, ...areas[area].write]);
  expect(placed.toSorted()).toEqual([...tokenScopes].toSorted());
});

test("what a level gives is told as that level again", () => {
  for (const area of areaIds) {
    for (const level of levels) {
      const hasWriting = areas[area].write.length > 0;
      expect([area, levelIn(area, scopesAt(area, level))]).toEqual([
        area,
        level === "write" && !hasWriting ? "read" : level,
      ]);
    }
  }
});

test("a token with some of a level's scopes is not told to have all", () => {
  expect(levelIn("instances", ["instance.view"])).toBe("part");
  expect(levelIn("instances", ["instance.reset", "instance.view"])).toBe("part");
  expect(levelIn("projects", ["project.view", "project.create"])).toBe("part");
  expect(levelIn("instances", ["project.view"])).toBe("none");
});

test("what may not be given is left out of what was chosen", () => {
  const choices = { ...nothingChosen, projects: "write", billing: "read" } as const;
  expect(scopesOf(choices, anyScope)).toEqual([
    "project.view",
    "project.create",
    "project.update",
    "project.delete",
    "project.assign",
    "billing.view",
    "billing.estimate",
  ]);
  expect(scopesOf(choices, (scope) => scope !== "project.create")).not.toContain("project.create");
  expect(scopesOf(nothingChosen, anyScope)).toEqual([]);
});
