import { expect, test } from "vitest";
import { tokenScopes } from "#contracts/tokens.ts";
import {
  areaIds,
  areas,
  levelForScopes,
  scopeLevels,
  noScopes,
  scopesForLevel,
  selectedScopes,
} from "./scope-areas.ts";

const anyScope = () => true;

test("each scope belongs to exactly one area", () => {
  const placed = areaIds.flatMap((area) => [...areas[area].read, ...areas[area].write]);
  expect(placed.toSorted()).toEqual([...tokenScopes].toSorted());
});

test("the scopes of a level map back to that level", () => {
  for (const area of areaIds) {
    for (const level of scopeLevels) {
      const hasWriting = areas[area].write.length > 0;
      expect([area, levelForScopes(area, scopesForLevel(area, level))]).toEqual([
        area,
        level === "write" && !hasWriting ? "read" : level,
      ]);
    }
  }
});

test("an incomplete set of a level's scopes is not shown as that level", () => {
  expect(levelForScopes("instances", ["instance.view"])).toBe("part");
  expect(levelForScopes("instances", ["instance.reset", "instance.view"])).toBe("part");
  expect(levelForScopes("projects", ["project.view", "project.create"])).toBe("part");
  expect(levelForScopes("instances", ["project.view"])).toBe("none");
});

test("removes scopes that cannot be granted from the selection", () => {
  const choices = { ...noScopes, projects: "write", billing: "read" } as const;
  expect(selectedScopes(choices, anyScope)).toEqual([
    "project.view",
    "project.create",
    "project.update",
    "project.delete",
    "project.assign",
    "billing.view",
    "billing.estimate",
  ]);
  expect(selectedScopes(choices, (scope) => scope !== "project.create")).not.toContain(
    "project.create",
  );
  expect(selectedScopes(noScopes, anyScope)).toEqual([]);
});
