/** Ranks of staff roles: staff may not act on the accounts of higher-ranked staff. */
import {
  mayActOn,
  type StaffAct,
  type StaffPermission,
  type StaffRoleId,
} from "#contracts/permissions.ts";
import type { SessionCaller } from "../../core/http/authorization.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";

/**
 * Throws 403 with the endpoint's permission when the rank rule forbids the act. The caller's own account is
 * checked elsewhere.
 */
export function demandRank(
  { user, staffRole }: Pick<SessionCaller, "user" | "staffRole">,
  target: { readonly id: string; readonly staffRole: StaffRoleId | null },
  act: StaffAct,
  permission: StaffPermission,
): void {
  if (target.id === user.id) return;
  if (staffRole === null) throw new ProblemError("permission_denied_missing_role");
  if (!mayActOn(staffRole, target.staffRole, act))
    throw new ProblemError("permission_denied_missing_permission", { permission });
}
