/** Who requests a command. */
import type { StaffRoleId } from "#contracts/roles.ts";
import type { Caller } from "../../core/http/authorization.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";

export type Requester =
  | { readonly type: "user"; readonly userId: string }
  | { readonly type: "token"; readonly userId: string; readonly tokenId: string }
  /** A staff member who acts as a customer or uses an admin endpoint. */
  | { readonly type: "staff"; readonly userId: string; readonly role: StaffRoleId }
  | { readonly type: "system" };

/** The requester behind a request to an endpoint of customers. */
export function toRequester({ user, ...caller }: Caller): Requester {
  if (caller.session === null) return { type: "token", userId: user.id, tokenId: caller.token.id };
  const { adminId, adminRole } = caller.session;
  return adminId === null || adminRole === null
    ? { type: "user", userId: user.id }
    : { type: "staff", userId: adminId, role: adminRole };
}

/** The requester behind a request to an endpoint of staff. */
export function toStaffRequester({
  user,
  staffRole,
}: Pick<Caller, "user" | "staffRole">): Requester {
  if (staffRole === null) throw new ProblemError("permission_denied_missing_role");
  return { type: "staff", userId: user.id, role: staffRole };
}

/** Columns of a requester. */
export const requesterColumns = (requester: Requester) => ({
  type: requester.type,
  userId: requester.type === "system" ? null : requester.userId,
  role: requester.type === "staff" ? requester.role : null,
  tokenId: requester.type === "token" ? requester.tokenId : null,
});
