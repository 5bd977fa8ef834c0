/** Leaving: what stands in the way, and the account closed. */
import type { account as calls, Blocker } from "#contracts/account.ts";
import { lockCaller } from "../auth/accounts.ts";
import { type ActionPurpose, supersedeActionTokens } from "../auth/action-tokens.ts";
import { sendNotice } from "../auth/notices.ts";
import { clearSessionCookies, endSessions } from "../auth/sessions.ts";
import { sql, type Tx } from "../core/db.ts";
import { Refusal } from "../core/errors.ts";
import { asSystem } from "../core/handlers.ts";
import { demandAnotherAdmin, isOnlyAdmin } from "../staff-roles/last-admin.ts";
import { revokeTokensOf } from "../tokens/revoke.ts";
import { type AccountParts, reason } from "./parts.ts";

interface Owned {
  handle: string;
  name: string;
  members: number;
  instances: number;
}

/** Workspaces that would be left with people or machines and nobody in charge. */
async function ownedBlockers(tx: Tx, userId: string): Promise<Blocker[]> {
  const owned = await tx.many<Owned>(sql`
    SELECT w.handle, w.name,
           (SELECT count(*) FROM user_workspace_role o WHERE o.workspace_id = w.id AND o.user_id <> ${userId} AND o.expired_at IS NULL) AS members,
           (SELECT count(*) FROM instance i WHERE i.workspace_id = w.id AND i.status <> 'terminated') AS instances
      FROM user_workspace_role r JOIN workspace w ON w.id = r.workspace_id AND w.status <> 'deactivated'
     WHERE r.user_id = ${userId} AND r.workspace_role_id = 'owner' AND r.expired_at IS NULL
     ORDER BY w.name, w.id`);
  return owned.flatMap(({ handle, name, members, instances }): Blocker[] => {
    const workspace = { handle, name };
    return [
      ...(members > 0 ? [{ kind: "owned_workspace" as const, workspace, count: members }] : []),
      ...(instances > 0
        ? [{ kind: "running_instances" as const, workspace, count: instances }]
        : []),
    ];
  });
}

export const blockers = asSystem<(typeof calls)["blockers"]>(reason, async ({ tx, caller }) => ({
  blockers: [
    ...(await ownedBlockers(tx, caller.user.id)),
    ...((await isOnlyAdmin(tx, caller.user.id))
      ? [{ kind: "only_admin" as const, workspace: null, count: 0 }]
      : []),
  ],
}));

/** Nobody joins, and no machine is ordered, while it is judged whether somebody may go. */
const lockOwned = (tx: Tx, userId: string): Promise<number> =>
  tx.run(sql`SELECT w.id FROM workspace w JOIN user_workspace_role r ON r.workspace_id = w.id
    WHERE r.user_id = ${userId} AND r.workspace_role_id = 'owner' AND r.expired_at IS NULL ORDER BY w.id FOR UPDATE OF w`);

const everyLink: readonly ActionPurpose[] = [
  "verify_email",
  "change_email",
  "reset_password",
  "freeze",
  "data_copy",
];

export const deactivate = (parts: AccountParts) =>
  asSystem<(typeof calls)["deactivate"]>(reason, async (context) => {
    const { tx, now, caller, body, note } = context;
    const { id } = caller.user;
    await demandAnotherAdmin(tx, id);
    const account = await lockCaller(tx, caller);
    await lockOwned(tx, id);
    if ((await ownedBlockers(tx, id)).length > 0) throw new Refusal("cannot_expire_only_admin");
    const message = body.deactivateMessage ?? "";
    await tx.run(sql`UPDATE user_account SET status = 'deactivated', deactivate_message = ${message === "" ? null : message}, updated_at = ${now}
      WHERE id = ${id}`);
    await supersedeActionTokens(tx, id, everyLink, now);
    await endSessions(tx, id, "deactivated", now);
    await revokeTokensOf(tx, id, null, now);
    clearSessionCookies(context, parts.cookieName);
    await sendNotice(parts, context, account, "account_deactivated");
    note({
      target: { type: "user", id, name: account.email },
      changes: [{ field: "status", from: "active", to: "deactivated" }],
    });
    return null;
  });
