import { expect, test } from "vitest";
import { permissionNames, workspaceRoles } from "#contracts/permissions.ts";
import { permissionAreas } from "./permission-words.ts";
import { areasChangedBy, reachByArea } from "./role-reach.ts";

test("every permission of the table stands in exactly one area", () => {
  for (const permission of permissionNames) {
    const areas = permissionAreas.filter(([, beginnings]) =>
      beginnings.some((each) => permission.startsWith(each)),
    );
    expect(areas, permission).toHaveLength(1);
  }
});

test("what a role can and cannot do together is everything there is", () => {
  for (const role of workspaceRoles) {
    const words = reachByArea(role).flatMap(({ can, cannot }) => [
      ...can.all,
      ...can.own,
      ...can.granted,
      ...cannot,
    ]);
    expect(words, role).toHaveLength(permissionNames.length);
  }
  expect(reachByArea("owner").flatMap(({ cannot }) => cannot)).toEqual([]);
});

test("own and granted reach are told apart from all", () => {
  const area = (role: "team_member" | "limited_team_member", title: string) =>
    reachByArea(role).find((each) => each.title.message === title);
  expect(area("team_member", "Instances")?.can.own.map(({ message }) => message)).toContain(
    "terminate",
  );
  expect(area("limited_team_member", "Projects")?.can.granted).toHaveLength(1);
  expect(area("limited_team_member", "Projects")?.can.all).toEqual([]);
});

test("a role that only looks changes no area", () => {
  expect(areasChangedBy("limited_team_member")).toEqual([]);
  expect(areasChangedBy("billing_administrator").map(({ message }) => message)).toEqual([
    "Billing",
  ]);
});
