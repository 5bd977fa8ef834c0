/** Deactivates the caller's own account, and lists what blocks that. */
import type { account as endpoints, Blocker } from "#contracts/account.ts";
import { lockCallerAccount } from "../accounts/accounts.ts";
import { type ActionPurpose, revokeActionTokens } from "../accounts/action-tokens.ts";
import { sendSecurityNotification } from "../accounts/security-notifications.ts";
import { clearSessionCookies, revokeAllSessions } from "../auth/sessions/sessions.ts";
import type { Tx } from "../../core/db/db.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { systemHandler } from "../../core/http/handlers.ts";
import { assertNotLastAdmin, isOnlyAdmin } from "../staff-roles/last-admin.ts";
import { revokeTokensOfUser } from "../tokens/revoke-tokens.ts";
import { type AccountDeps, systemReason } from "./update-types.ts";
import { listOwnedWorkspaces, lockOwnedWorkspaces, deactivateAccount } from "./store.ts";

/** Owned workspaces that still have other members, instances or unpaid invoices, and would be left without an owner. */
async function findOwnedWorkspaceBlockers(tx: Tx, userId: string): Promise<Blocker[]> {
  const owned = await listOwnedWorkspaces(tx, userId);
  return owned.flatMap(({ handle, name, members, instances, invoices }): Blocker[] => {
    const workspace = { handle, name };
    return [
      ...(members > 0 ? [{ kind: "owned_workspace" as const, workspace, count: members }] : []),
      ...(instances > 0
        ? [{ kind: "running_instances" as const, workspace, count: instances }]
        : []),
      ...(invoices > 0 ? [{ kind: "unpaid_invoices" as const, workspace, count: invoices }] : []),
    ];
  });
}

export const blockersHandler = systemHandler<(typeof endpoints)["blockers"]>(
  systemReason,
  async ({ tx, caller }) => ({
    blockers: [
      ...(await findOwnedWorkspaceBlockers(tx, caller.user.id)),
      ...((await isOnlyAdmin(tx, caller.user.id))
        ? [{ kind: "only_admin" as const, workspace: null, count: 0 }]
        : []),
    ],
  }),
);

const allActionPurposes: readonly ActionPurpose[] = [
  "verify_email",
  "change_email",
  "reset_password",
  "freeze",
  "data_copy",
];

export const deactivateHandler = (deps: AccountDeps) =>
  systemHandler<(typeof endpoints)["deactivate"]>(systemReason, async (context) => {
    const { tx, now, caller, body, audit } = context;
    const { id } = caller.user;
    await assertNotLastAdmin(tx, id);
    const account = await lockCallerAccount(tx, caller);
    await lockOwnedWorkspaces(tx, id);
    if ((await findOwnedWorkspaceBlockers(tx, id)).length > 0)
      throw new ProblemError("cannot_expire_only_admin");
    const message = body.deactivateMessage ?? "";
    await deactivateAccount(tx, id, message === "" ? null : message, now);
    await revokeActionTokens(tx, id, allActionPurposes, now);
    await revokeAllSessions(tx, id, "deactivated", now);
    await revokeTokensOfUser(tx, id, null, now);
    clearSessionCookies(context, deps.cookieName);
    await sendSecurityNotification(deps, context, account, "account_deactivated");
    audit({
      target: { type: "user", id, name: account.email },
      changes: [{ field: "status", from: "active", to: "deactivated" }],
    });
    return null;
  });
