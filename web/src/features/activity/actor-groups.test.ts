import { expect, test } from "vitest";
import type { ActivityFilters } from "#contracts/activity.ts";
import { toActorGroups } from "./actor-groups.ts";

type Actor = ActivityFilters["actors"][number];
const actor = (key: string, type: Actor["type"], name: string, isCurrent = true): Actor => ({
  key,
  type,
  name,
  isCurrent,
});

test("groups actors by kind, the user first, then by name", () => {
  const groups = toActorGroups(
    [
      actor("u1", "user", "Zoe"),
      actor("u2", "user", "Ada"),
      actor("me", "user", "Max"),
      actor("u3", "user", "Old member", false),
      actor("t1", "token", "ci"),
      actor("t2", "token", "old-ci", false),
      actor("staff:Support", "staff", "Support"),
      actor("system", "system", ""),
    ],
    [],
    "me",
  );
  expect(groups.map(({ kind, actors }) => [kind, actors.map(({ key }) => key)])).toEqual([
    ["members", ["me", "u2", "u1"]],
    ["tokens", ["t1"]],
    ["others", ["system", "staff:Support"]],
    ["former", ["u3"]],
    ["revoked", ["t2"]],
  ]);
});

test("a selected actor without entries stays, so that the filter can be removed", () => {
  const keys = toActorGroups([], ["gone", "staff:Admin", "system"], "me").flatMap(({ actors }) =>
    actors.map(({ key, type }) => [key, type]),
  );
  expect(keys).toEqual([
    ["system", "system"],
    ["staff:Admin", "staff"],
    ["gone", "user"],
  ]);
});
