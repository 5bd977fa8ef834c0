import { expect, test } from "vitest";
import { permissionNames } from "#contracts/permissions.ts";
import { workspaceRoles } from "#contracts/roles.ts";
import { resources } from "#contracts/resources.ts";
import { areasWithWriteAccess, permissionsByArea } from "./role-permissions.ts";

const areas = resources.map(({ name }) => name);

test("every permission of the table stands in exactly one area", () => {
  const held = permissionsByArea("owner", areas).flatMap(({ can }) => can.all);
  expect(held.toSorted()).toEqual(permissionNames.toSorted());
});

test("what a role can and cannot do together is everything there is", () => {
  for (const role of workspaceRoles) {
    const told = permissionsByArea(role, areas).flatMap(({ can, cannot }) => [
      ...can.all,
      ...can.own,
      ...can.granted,
      ...cannot,
    ]);
    expect(told.toSorted(), role).toEqual(permissionNames.toSorted());
  }
  expect(permissionsByArea("owner", areas).flatMap(({ cannot }) => cannot)).toEqual([]);
});

test("own and granted reach are told apart from all", () => {
  const reach = (role: "team_member" | "limited_team_member", name: string) =>
    permissionsByArea(role, areas).find(({ area }) => area === name)?.can;
  expect(reach("team_member", "instances")?.own).toContain("instance.terminate");
  expect(reach("limited_team_member", "projects")?.granted).toEqual(["project.view"]);
  expect(reach("limited_team_member", "projects")?.all).toEqual([]);
});

test("a role that only looks changes no area", () => {
  expect(areasWithWriteAccess("limited_team_member", areas)).toEqual([]);
  expect(areasWithWriteAccess("billing_administrator", areas)).toEqual(["billing"]);
});
