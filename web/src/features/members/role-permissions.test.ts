import { expect, test } from "vitest";
import { permissionNames } from "#contracts/permissions.ts";
import { workspaceRoles } from "#contracts/roles.ts";
import { areas, areasWithWriteAccess, permissionsByArea } from "./role-permissions.ts";

test("every permission of the table stands in exactly one area", () => {
  expect(Object.values(areas).flat().toSorted()).toEqual(permissionNames.toSorted());
});

test("what a role can and cannot do together is everything there is", () => {
  for (const role of workspaceRoles) {
    const told = permissionsByArea(role).flatMap(({ can, cannot }) => [
      ...can.all,
      ...can.own,
      ...can.granted,
      ...cannot,
    ]);
    expect(told.toSorted(), role).toEqual(permissionNames.toSorted());
  }
  expect(permissionsByArea("owner").flatMap(({ cannot }) => cannot)).toEqual([]);
});

test("own and granted reach are told apart from all", () => {
  const reach = (role: "team_member" | "limited_team_member", name: string) =>
    permissionsByArea(role).find(({ area }) => area === name)?.can;
  expect(reach("team_member", "instances")?.own).toContain("instance.terminate");
  expect(reach("limited_team_member", "projects")?.granted).toEqual(["project.view"]);
  expect(reach("limited_team_member", "projects")?.all).toEqual([]);
});

test("a role that only looks changes no area", () => {
  expect(areasWithWriteAccess("limited_team_member")).toEqual([]);
  expect(areasWithWriteAccess("billing_administrator")).toEqual(["billing"]);
});
