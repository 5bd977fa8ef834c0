import { expect, test } from "vitest";
import type { WorkspaceRole } from "#contracts/auth.ts";
import { validateSignInSession } from "./sign-in-error.ts";

const role = (isDefault: boolean): WorkspaceRole => ({
  handle: "acme",
  workspaceId: "01900000-0000-7000-8000-000000000001",
  name: "Acme",
  colour: "#256d9c",
  status: "active",
  isDefault,
  formerHandles: [],
  workspaceRoleId: "owner",
  workspaceRole: { permissions: [] },
});
const session = { authType: "password", secondStep: null, csrf: "token" } as const;

test("accepts a session with a default workspace", () => {
  const self = { userSession: session, userWorkspaceRoles: [role(false), role(true)] };
  expect(validateSignInSession(self, true)).toBeNull();
});

test("accepts a user without any workspace", () => {
  expect(validateSignInSession({ userSession: session, userWorkspaceRoles: [] }, true)).toBeNull();
});

test("reports workspaces without a default", () => {
  const self = { userSession: session, userWorkspaceRoles: [role(false)] };
  expect(validateSignInSession(self, true)).toBe("no_default_role");
});

test.each([
  ["the browser keeps no cookie", session, false],
  ["the answer has no token", { ...session, csrf: "" }, true],
  ["the attempt waits for nothing", { ...session, authType: "login-attempt" as const }, true],
])("there is no session where %s", (_, userSession, keepsCookies) => {
  expect(validateSignInSession({ userSession, userWorkspaceRoles: [] }, keepsCookies)).toBe(
    "no_session_available",
  );
});

test("accepts a login attempt that waits for its second factor", () => {
  const userSession = { ...session, authType: "login-attempt", secondStep: "2fa" } as const;
  expect(validateSignInSession({ userSession, userWorkspaceRoles: [] }, true)).toBeNull();
});
