/** What contracts/access.json says should happen, for the walk over every call: read from the table, not from the declarations. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Endpoint } from "#contracts/endpoint.ts";
import { StaffRoleId } from "#contracts/roles.ts";
import { ProblemError } from "../core/http/problem-error.ts";
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

export type ExpectedResult = { status: number; code: string } | "let in";

const expectedRejection = (code: ConstructorParameters<typeof ProblemError>[0]): ExpectedResult => {
  const { status } = new ProblemError(code);
  return { status, code };
};

const isVisible = (kind: ObjectKind | null) => kind !== "missing" && kind !== "foreign";

/** `isGood`: the request itself is right. Calls outside a workspace look at that before they look for what is named. */
export function expectedResult(
  endpoint: Endpoint,
  walker: TestActor,
  kind: ObjectKind | null,
  isGood: boolean,
): ExpectedResult {
  const row = table.calls.find(({ call: id }) => id === endpoint.id);
  if (row === undefined) throw new Error(`${endpoint.id} is not in contracts/access.json`);
  const bySession = endpoint.id === "auth.self" || endpoint.id === "auth.refresh";
  if (bySession && walker.session === "none") return expectedRejection("no_session");
  if (bySession && walker.session === "live") return "let in";
  const isKnown = walker.session === "live" || walker.session === "login-attempt";
  if (endpoint.id === "auth.self" && !isKnown)
    return expectedRejection("authentication_failed_no_session_found_ch");
  if (["open", "link", "any"].includes(row.guard)) return "let in";
  if (row.guard === "attempt")
    return walker.session === "login-attempt"
      ? "let in"
      : expectedRejection("no_intermediate_session");
  if (walker.session !== "live")
    return expectedRejection("authentication_failed_no_session_found_ch");
  if (row.guard === "impersonation")
    return walker.adminRole === null
      ? expectedRejection("authentication_failed_no_session_found_ch")
      : "let in";
  if (isBlocked(endpoint, row, walker))
    return expectedRejection("permission_denied_missing_permission");
  if (row.guard === "can") return expectedByRole(row, walker, kind);
  if (row.guard === "staff") {
    if (walker.staffRole === null) return expectedRejection("permission_denied_missing_role");
    if (table.staffPermissions[row.permission ?? ""]?.[walker.staffRole] === undefined)
      return expectedRejection("permission_denied_missing_permission");
  }
  return isVisible(kind) || !isGood ? "let in" : expectedRejection("not_found");
}

/** While staff act as a customer, what is not named for their role is blocked. */
function isBlocked(endpoint: Endpoint, row: Row, { adminRole, role }: TestActor): boolean {
  if (adminRole === null) return false;
  const isNamed = endpoint.allowedWhileImpersonating?.includes(adminRole);
  if (row.guard !== "can") return isNamed !== true;
  const mask = table.impersonationMasks[row.permission ?? ""] ?? [];
  return role !== null && (!mask.includes(adminRole) || isNamed === false);
}

function expectedByRole(row: Row, { role }: TestActor, kind: ObjectKind | null): ExpectedResult {
  if (role === null) return expectedRejection("permission_denied_missing_role");
  const reach = table.workspacePermissions[row.permission ?? ""]?.[role];
  if (reach === undefined) return expectedRejection("permission_denied_missing_permission");
  if (kind === null) return "let in";
  if (!isVisible(kind)) return expectedRejection("not_found");
  if (reach === "own")
    return kind === "own" ? "let in" : expectedRejection("permission_denied_missing_permission");
  if (reach === "granted") return kind === "granted" ? "let in" : expectedRejection("not_found");
  return "let in";
}
