import { expect, test } from "vitest";
import { permissionNames } from "#contracts/permissions.ts";
import { workspaceRoles } from "#contracts/roles.ts";
import { resources } from "#contracts/resources.ts";
import { areasWithWriteAccess, permissionsByArea } from "./role-permissions.ts";

const areas = resources.map(({ name }) => name);

test("every permission belongs to exactly one area", () => {
  const held = permissionsByArea("owner", areas).flatMap(({ can }) => can.all);
  expect(held.toSorted()).toEqual(permissionNames.toSorted());
});

test("the permissions a role has and lacks are all permissions", () => {
  for (const role of workspaceRoles) {
    const listed = permissionsByArea(role, areas).flatMap(({ can, cannot }) => [
      ...can.all,
      ...can.own,
      ...can.granted,
      ...cannot,
    ]);
    expect(listed.toSorted(), role).toEqual(permissionNames.toSorted());
  }
  expect(permissionsByArea("owner", areas).flatMap(({ cannot }) => cannot)).toEqual([]);
});

test("access levels own and granted are listed apart from all", () => {
  const held = (role: "team_member" | "limited_team_member", name: string) =>
    permissionsByArea(role, areas).find(({ area }) => area === name)?.can;
  expect(held("team_member", "instances")?.own).toContain("instance.terminate");
  expect(held("limited_team_member", "projects")?.granted).toEqual(["project.view"]);
  expect(held("limited_team_member", "projects")?.all).toEqual([]);
});

test("a role with read permissions only has write access to no area", () => {
  expect(areasWithWriteAccess("limited_team_member", areas)).toEqual([]);
  expect(areasWithWriteAccess("billing_administrator", areas)).toEqual(["billing"]);
});
