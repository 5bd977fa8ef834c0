/** Staff roles have ranks: a permission over users does not reach the accounts of staff above oneself. */
import { mayActOn, type StaffAct, type StaffPermission } from "#contracts/permissions.ts";
import type { StaffRoleId } from "#contracts/roles.ts";
import type { SessionCaller } from "../../core/http/authorization.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";

/** Throws 403 with the permission of the endpoint when the rank rule forbids the act. One's own account is judged elsewhere. */
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
