import { expect, test } from "vitest";
import { instances } from "../instances.ts";
import { projects } from "../projects.ts";
import { workspaces } from "../workspaces.ts";
import { type Actor, endpointDenial, ownershipDenial, permissionDenial } from "./actor.ts";

const actor = (more: Partial<Actor>): Actor => ({
  userId: "me",
  workspaceRole: "team_member",
  staffRole: null,
  adminRole: null,
  token: null,
  ...more,
});
const token = (scopes: readonly ("instance.view" | "instance.reset" | "project.create")[]) =>
  actor({ token: { scopes, projectIds: null } });

test("an access token calls the endpoints of its scopes only", () => {
  expect(endpointDenial(token(["instance.reset"]), instances.reset)).toBeNull();
  expect(endpointDenial(token(["instance.view"]), instances.reset)).toMatchObject({
    code: "scope_missing",
    problem: "permission_denied_missing_permission",
    permission: "instance.reset",
  });
  expect(endpointDenial(token(["instance.view"]), workspaces.makeDefault)?.problem).toBe(
    "no_access_for_jwt",
  );
  const confined = actor({ token: { scopes: ["project.create"], projectIds: ["one"] } });
  expect(endpointDenial(confined, projects.create)?.code).toBe("scope_missing");
});

test("a token acts on no more objects than the role of its user, whatever its scopes are", () => {
  for (const caller of [actor({}), token(["instance.reset"]), token(["instance.view"])]) {
    expect(ownershipDenial(caller, "instance.reset", { id: "other", name: "Ann" })).toMatchObject({
      code: "not_own",
      ownerName: "Ann",
    });
    expect(ownershipDenial(caller, "instance.reset", null)?.code).toBe("not_own");
    expect(ownershipDenial(caller, "instance.reset", { id: "me" })).toBeNull();
  }
});

test("while staff impersonate a customer, an endpoint can allow less than its permission", () => {
  const impersonated = actor({ workspaceRole: "owner", adminRole: "Admin" });
  expect(endpointDenial(impersonated, workspaces.view)).toBeNull();
  expect(endpointDenial(impersonated, workspaces.makeDefault)?.code).toBe(
    "blocked_while_impersonating",
  );
  expect(permissionDenial(impersonated, "staff.user.view")?.code).toBe(
    "blocked_while_impersonating",
  );
});
