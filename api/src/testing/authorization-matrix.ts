/**
 * Expected result of every endpoint and actor, computed from contracts/access.json and not from the endpoint
 * declarations.
 */
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Endpoint } from "#contracts/endpoint.ts";
import { StaffRoleId } from "#contracts/roles.ts";
import { ProblemError } from "../core/lib/problem-error.ts";
import type { ObjectKind, TestActor } from "./actors.ts";

const AccessLevels = z.record(
  z.string(),
  z.record(z.string(), z.enum(["all", "own", "granted", "field"])),
);
const Table = z.object({
  workspacePermissions: AccessLevels,
  staffPermissions: AccessLevels,
  impersonationMasks: z.record(z.string(), z.array(StaffRoleId)),
  calls: z.array(
    z.object({ call: z.string().optional(), guard: z.string(), permission: z.string().optional() }),
  ),
});
const table = Table.parse(
  JSON.parse(readFileSync(new URL("../../../contracts/access.json", import.meta.url), "utf8")),
);
type Row = (typeof table.calls)[number];

export type ExpectedResult = { status: number; code: string } | "allowed";

const expectedRejection = (code: ConstructorParameters<typeof ProblemError>[0]): ExpectedResult => {
  const { status } = new ProblemError(code);
  return { status, code };
};

const isVisible = (kind: ObjectKind | null) => kind !== "missing" && kind !== "foreign";

/** `isValid`: whether the request itself is valid. Endpoints outside a workspace validate before they look up the object. */
export function expectedResult(
  endpoint: Endpoint,
  actor: TestActor,
  kind: ObjectKind | null,
  isValid: boolean,
): ExpectedResult {
  const row = table.calls.find(({ call: id }) => id === endpoint.id);
  if (row === undefined) throw new Error(`${endpoint.id} is not in contracts/access.json`);
  const dependsOnSession = endpoint.id === "auth.self" || endpoint.id === "auth.refresh";
  if (dependsOnSession && actor.session === "none") return expectedRejection("no_session");
  if (dependsOnSession && actor.session === "live") return "allowed";
  const isKnown = actor.session === "live" || actor.session === "login-attempt";
  if (endpoint.id === "auth.self" && !isKnown)
    return expectedRejection("authentication_failed_no_session_found_ch");
  if (["open", "link", "signature", "any"].includes(row.guard)) return "allowed";
  if (row.guard === "attempt")
    return actor.session === "login-attempt"
      ? "allowed"
      : expectedRejection("no_intermediate_session");
  if (actor.session !== "live")
    return expectedRejection("authentication_failed_no_session_found_ch");
  if (row.guard === "impersonation")
    return actor.adminRole === null
      ? expectedRejection("authentication_failed_no_session_found_ch")
      : "allowed";
  if (isBlocked(endpoint, row, actor))
    return expectedRejection("permission_denied_missing_permission");
  if (row.guard === "can") return expectedByRole(row, actor, kind);
  if (row.guard === "staff") {
    if (actor.staffRole === null) return expectedRejection("permission_denied_missing_role");
    if (table.staffPermissions[row.permission ?? ""]?.[actor.staffRole] === undefined)
      return expectedRejection("permission_denied_missing_permission");
  }
  return isVisible(kind) || !isValid ? "allowed" : expectedRejection("not_found");
}

/** During impersonation, what is not allowed for the staff role is blocked. */
function isBlocked(endpoint: Endpoint, row: Row, { adminRole, role }: TestActor): boolean {
  if (adminRole === null) return false;
  const isNamed = endpoint.allowedWhileImpersonating?.includes(adminRole);
  if (row.guard !== "can") return isNamed !== true;
  const mask = table.impersonationMasks[row.permission ?? ""] ?? [];
  return role !== null && (!mask.includes(adminRole) || isNamed === false);
}

function expectedByRole(row: Row, { role }: TestActor, kind: ObjectKind | null): ExpectedResult {
  if (role === null) return expectedRejection("permission_denied_missing_role");
  const accessLevel = table.workspacePermissions[row.permission ?? ""]?.[role];
  if (accessLevel === undefined) return expectedRejection("permission_denied_missing_permission");
  if (kind === null) return "allowed";
  if (!isVisible(kind)) return expectedRejection("not_found");
  if (accessLevel === "own")
    return kind === "own" ? "allowed" : expectedRejection("permission_denied_missing_permission");
  if (accessLevel === "granted")
    return kind === "granted" ? "allowed" : expectedRejection("not_found");
  return "allowed";
}
