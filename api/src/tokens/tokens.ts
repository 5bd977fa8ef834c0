/** Access tokens: what programs act with, as somebody in one workspace and never as more than them. */
import {
  type Token,
  tokenPrefix,
  tokensMost,
  tokensWorkingMost,
  type tokens as calls,
  whyNotToken,
} from "#contracts/tokens.ts";
import { type GrantedWorkspace, loads } from "../core/access.ts";
import { newAccessToken } from "../core/access-token.ts";
import type { Tx } from "../core/db.ts";
import { Refusal, refuseField } from "../core/errors.ts";
import { asSystem, type Handlers, listing, systemListing } from "../core/handlers.ts";
import { isId, newId } from "../core/keys.ts";
import { holdAs } from "../workspaces/roles.ts";
import { bookReminders } from "./reminders.ts";
import {
  canSignIn,
  countLive,
  countWorking,
  findToken,
  insertToken,
  listTokens,
  listTokensOf,
  lockTokenOf,
  lockTokensOf,
  missingProjects,
  type NewToken,
  replaceToken,
  revokeToken,
  statusOf,
  type TokenRow,
} from "./store.ts";

declare module "../core/access.ts" {
  interface Granted {
    token: TokenRow;
  }
}
loads("token", { find: findToken, ownedBy: (row) => row.created_by });

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const shown = (row: TokenRow, now: Date): Token => ({
  id: row.id,
  name: row.name,
  prefix: tokenPrefix,
  last4: row.last4,
  scopes: row.scopes,
  projects: row.project_ids === null ? null : row.projects,
  ipRanges: row.ip_ranges,
  status: statusOf(row, now),
  expiresAt: row.expires_at.toISOString(),
  replacedAt: row.replaced_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastUsedIp: row.last_used_ip,
  createdBy: { id: row.created_by, name: row.creator },
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

interface Making {
  readonly tx: Tx;
  readonly now: Date;
  readonly workspace: GrantedWorkspace;
}
type Wanted = Pick<
  NewToken,
  "name" | "scopes" | "projectIds" | "ipRanges" | "lifetimeDays" | "createdBy"
>;

const reached = ({ id, handle, name }: GrantedWorkspace) => ({ id, handle, name });

/** Whoever lost the right, or their account, while this waited is refused: a token must not outlive what ended its maker's. */
async function holdMaker(tx: Tx, workspaceId: string, userId: string): Promise<void> {
  await holdAs(tx, workspaceId, userId, "token.create");
  await lockTokensOf(tx, userId);
  if (!(await canSignIn(tx, userId)))
    throw new Refusal("authentication_failed_no_session_found_ch");
}

/** Its secret exists in this answer alone. */
async function make(context: Making & Parameters<typeof bookReminders>[0], wanted: Wanted) {
  const { tx, now, workspace } = context;
  const id = newId(now);
  const { text: secret, hash } = newAccessToken();
  const expiresAt = new Date(now.getTime() + wanted.lifetimeDays * dayMs);
  await insertToken(tx, {
    ...wanted,
    id,
    workspaceId: workspace.id,
    hash,
    last4: secret.slice(-4),
    expiresAt,
    at: now,
  });
  await bookReminders(context, id, expiresAt);
  return {
    token: shown(await tx.one<TokenRow>(findToken(id)), now),
    secret,
    workspace: reached(workspace),
  };
}

const ownReason = "what one made lies in several workspaces";

const targetOf = ({ id, name }: { id: string; name: string }) => ({ type: "token", id, name });

export const tokens: Handlers<typeof calls> = {
  list: listing(({ query, now }) => listTokens(query, now)),

  create: async (context) => {
    const { tx, now, caller, workspace, body, note, announce } = context;
    const { name, scopes, projectIds, ipRanges, expiresInDays } = body;
    await holdMaker(tx, workspace.id, caller.user.id);
    if (projectIds !== null && (await missingProjects(tx, projectIds)).length > 0)
      throw refuseField("projectIds", "unknown", "This project doesn't exist");
    if ((await countLive(tx, workspace.id, now)) >= tokensMost)
      throw refuseField("name", "too_many", `A workspace can have up to ${tokensMost} tokens`);
    const made = await make(context, {
      name,
      scopes,
      projectIds,
      ipRanges,
      lifetimeDays: expiresInDays,
      createdBy: caller.user.id,
    });
    note({
      target: targetOf(made.token),
      changes: [
        { field: "name", from: null, to: name },
        { field: "scopes", from: null, to: scopes },
        { field: "expiresAt", from: null, to: made.token.expiresAt },
      ],
    });
    await announce(workspace.id, { topic: "tokens", id: made.token.id });
    return made;
  },

  view: async ({ token, now }) => shown(token, now),

  current: async ({ tx, now, caller }) => {
    // With a session there is no token to tell of.
    if (caller.session !== null || caller.workspace === null) throw new Refusal("not_found");
    const row = await tx.one<TokenRow>(findToken(caller.token.id));
    return { token: shown(row, now), workspace: reached(caller.workspace) };
  },

  rotate: async (context) => {
    const { tx, now, caller, workspace, token, body, note, announce } = context;
    if (whyNotToken("rotate", shown(token, now)) !== null) throw new Refusal("action_not_possible");
    await holdMaker(tx, workspace.id, caller.user.id);
    // Or one of them, rotated again and again, would leave any number behind it.
    if ((await countWorking(tx, workspace.id, now)) >= tokensWorkingMost)
      throw new Refusal("action_not_possible", {
        message: `A workspace can have up to ${tokensWorkingMost} working tokens, including rotated ones`,
      });
    const endsAt = new Date(now.getTime() + body.overlapHours * hourMs);
    // Somebody else may have been quicker.
    if (!(await replaceToken(tx, token.id, { endsAt, now })))
      throw new Refusal("action_not_possible");
    const made = await make(context, {
      name: token.name,
      scopes: token.scopes,
      projectIds: token.project_ids,
      ipRanges: token.ip_ranges,
      lifetimeDays: token.lifetime_days,
      // Whoever holds the new secret acts as themselves, not as who made the old one.
      createdBy: caller.user.id,
    });
    const old = await tx.one<TokenRow>(findToken(token.id));
    note({
      target: targetOf(token),
      changes: [
        { field: "replacedBy", from: null, to: made.token.id },
        {
          field: "expiresAt",
          from: token.expires_at.toISOString(),
          to: old.expires_at.toISOString(),
        },
      ],
    });
    await announce(workspace.id, { topic: "tokens", id: token.id });
    return made;
  },

  remove: async ({ tx, now, workspace, token, note, announce }) => {
    const isNew = await revokeToken(tx, token.id, now);
    note({
      target: targetOf(token),
      changes: isNew ? [{ field: "status", from: statusOf(token, now), to: "revoked" }] : [],
    });
    await announce(workspace.id, { topic: "tokens", id: token.id });
    return null;
  },

  own: systemListing(ownReason, ({ caller, query, now }) =>
    listTokensOf(caller.user.id, query, now),
  ),

  removeOwn: asSystem(ownReason, async ({ tx, now, caller, path, note, announce }) => {
    const token = isId(path.token) ? await lockTokenOf(tx, caller.user.id, path.token) : null;
    if (token === null) throw new Refusal("not_found");
    const isNew = await revokeToken(tx, token.id, now);
    note({
      workspaceId: token.workspace_id,
      target: targetOf(token),
      changes: isNew ? [{ field: "status", from: statusOf(token, now), to: "revoked" }] : [],
    });
    await announce(token.workspace_id, { topic: "tokens", id: token.id });
    return null;
  }),
};
