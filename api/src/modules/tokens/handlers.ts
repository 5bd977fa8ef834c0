/**
 * Access tokens for programs. A token acts as its creator in one workspace, limited by its scopes and the
 * creator's role.
 */
import { actionDenial } from "#contracts/actions/action.ts";
import { tokenActions } from "#contracts/actions/tokens.ts";
import {
  type Token,
  tokenPrefix,
  maxActiveTokens,
  maxUsableTokens,
  type tokens as endpoints,
} from "#contracts/tokens.ts";
import {
  assertNotDenied,
  type AuthorizedWorkspace,
  registerObjectLoader,
  toActor,
} from "../../core/http/authorization.ts";
import { generateAccessToken } from "../../core/http/access-token.ts";
import type { Tx } from "../../core/db/db.ts";
import { ProblemError, fieldError, actionNotPossible } from "../../core/lib/problem-error.ts";
import {
  systemHandler,
  type Handlers,
  listHandler,
  systemListHandler,
} from "../../core/http/handlers.ts";
import { isUuid, uuidv7 } from "../../core/lib/crypto.ts";
import { lockWorkspaceSharedWithPermission } from "../workspaces/memberships.ts";
import { scheduleExpiryReminders } from "./expiry-reminders.ts";
import {
  isUserActive,
  countActiveTokens,
  countUsableTokens,
  findToken,
  insertToken,
  listTokens,
  listTokensOfUser,
  lockTokenOfUser,
  lockTokensOfUser,
  findMissingProjects,
  type NewToken,
  markTokenRotated,
  revokeToken,
  tokenStatus,
  type TokenRow,
} from "./store.ts";

declare module "../../core/http/authorization.ts" {
  interface AuthorizedObjects {
    token: TokenRow;
  }
}
registerObjectLoader("token", { find: findToken, ownerId: (row) => row.created_by });

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const toToken = (row: TokenRow, now: Date): Token => ({
  id: row.id,
  name: row.name,
  prefix: tokenPrefix,
  last4: row.last4,
  scopes: row.scopes,
  projects: row.project_ids === null ? null : row.projects,
  ipRanges: row.ip_ranges,
  status: tokenStatus(row, now),
  expiresAt: row.expires_at.toISOString(),
  replacedAt: row.rotated_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastUsedIp: row.last_used_ip,
  createdBy: { id: row.created_by, name: row.creator },
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

interface CreateContext {
  readonly tx: Tx;
  readonly now: Date;
  readonly workspace: AuthorizedWorkspace;
}
type TokenRequest = Pick<
  NewToken,
  "name" | "scopes" | "projectIds" | "ipRanges" | "lifetimeDays" | "createdBy"
>;

const toWorkspaceRef = ({ id, handle, name }: AuthorizedWorkspace) => ({ id, handle, name });

/**
 * Re-checks the permission and the account under lock: a concurrent removal or deactivation must not miss the
 * new token.
 */
async function lockCreatorMembership(tx: Tx, workspaceId: string, userId: string): Promise<void> {
  await lockWorkspaceSharedWithPermission(tx, workspaceId, userId, "token.create");
  await lockTokensOfUser(tx, userId);
  if (!(await isUserActive(tx, userId)))
    throw new ProblemError("authentication_failed_no_session_found_ch");
}

/** Creates a token. The secret is returned once and never stored. */
async function createToken(
  context: CreateContext & Parameters<typeof scheduleExpiryReminders>[0],
  requested: TokenRequest,
) {
  const { tx, now, workspace } = context;
  const id = uuidv7(now);
  const { text: secret, hash } = generateAccessToken();
  const expiresAt = new Date(now.getTime() + requested.lifetimeDays * dayMs);
  await insertToken(tx, {
    ...requested,
    id,
    workspaceId: workspace.id,
    hash,
    last4: secret.slice(-4),
    expiresAt,
    at: now,
  });
  await scheduleExpiryReminders(context, id, expiresAt);
  return {
    token: toToken(await tx.one<TokenRow>(findToken(id)), now),
    secret,
    workspace: toWorkspaceRef(workspace),
  };
}

const ownTokensReason = "a user's tokens span several workspaces";

const auditTarget = ({ id, name }: { id: string; name: string }) => ({ type: "token", id, name });

export const tokensHandlers: Handlers<typeof endpoints> = {
  list: listHandler(({ query, now }) => listTokens(query, now)),

  create: async (context) => {
    const { tx, now, caller, workspace, body, audit, publish } = context;
    const { name, scopes, projectIds, ipRanges, expiresInDays } = body;
    await lockCreatorMembership(tx, workspace.id, caller.user.id);
    if (projectIds !== null && (await findMissingProjects(tx, projectIds)).length > 0)
      throw fieldError("projectIds", "unknown", { resource: "project" });
    if ((await countActiveTokens(tx, workspace.id, now)) >= maxActiveTokens)
      throw fieldError("name", "too_many", { maximum: maxActiveTokens });
    const created = await createToken(context, {
      name,
      scopes,
      projectIds,
      ipRanges,
      lifetimeDays: expiresInDays,
      createdBy: caller.user.id,
    });
    audit({
      target: auditTarget(created.token),
      changes: [
        { field: "name", from: null, to: name },
        { field: "scopes", from: null, to: scopes },
        { field: "expiresAt", from: null, to: created.token.expiresAt },
      ],
    });
    await publish(workspace.id, { topic: "tokens", id: created.token.id });
    return created;
  },

  view: async ({ token, now }) => toToken(token, now),

  current: async ({ tx, now, caller }) => {
    // A session has no access token.
    if (caller.session !== null || caller.workspace === null) throw new ProblemError("not_found");
    const row = await tx.one<TokenRow>(findToken(caller.token.id));
    return { token: toToken(row, now), workspace: toWorkspaceRef(caller.workspace) };
  },

  rotate: async (context) => {
    const { tx, now, caller, workspace, token, body, audit, publish } = context;
    assertNotDenied(actionDenial(toActor(caller), tokenActions.rotate, toToken(token, now), now));
    await lockCreatorMembership(tx, workspace.id, caller.user.id);
    // Otherwise repeated rotation could leave any number of usable tokens.
    if ((await countUsableTokens(tx, workspace.id, now)) >= maxUsableTokens)
      throw actionNotPossible("too_many_tokens", { maximum: maxUsableTokens });
    const endsAt = new Date(now.getTime() + body.overlapHours * hourMs);
    // A concurrent request may have rotated or revoked it.
    if (!(await markTokenRotated(tx, token.id, { endsAt, now })))
      throw actionNotPossible("token_is_replaced");
    const created = await createToken(context, {
      name: token.name,
      scopes: token.scopes,
      projectIds: token.project_ids,
      ipRanges: token.ip_ranges,
      lifetimeDays: token.lifetime_days,
      // The caller receives the new secret, so the token acts as the caller, not as the former
      // creator.
      createdBy: caller.user.id,
    });
    const old = await tx.one<TokenRow>(findToken(token.id));
    audit({
      target: auditTarget(token),
      changes: [
        { field: "replacedBy", from: null, to: created.token.id },
        {
          field: "expiresAt",
          from: token.expires_at.toISOString(),
          to: old.expires_at.toISOString(),
        },
      ],
    });
    await publish(workspace.id, { topic: "tokens", id: token.id });
    return created;
  },

  remove: async ({ tx, now, workspace, token, audit, publish }) => {
    const isNew = await revokeToken(tx, token.id, now);
    audit({
      target: auditTarget(token),
      changes: isNew ? [{ field: "status", from: tokenStatus(token, now), to: "revoked" }] : [],
    });
    await publish(workspace.id, { topic: "tokens", id: token.id });
    return null;
  },

  own: systemListHandler(ownTokensReason, ({ caller, query, now }) =>
    listTokensOfUser(caller.user.id, query, now),
  ),

  removeOwn: systemHandler(ownTokensReason, async ({ tx, now, caller, path, audit, publish }) => {
    const token = isUuid(path.token) ? await lockTokenOfUser(tx, caller.user.id, path.token) : null;
    if (token === null) throw new ProblemError("not_found");
    const isNew = await revokeToken(tx, token.id, now);
    audit({
      workspaceId: token.workspace_id,
      target: auditTarget(token),
      changes: isNew ? [{ field: "status", from: tokenStatus(token, now), to: "revoked" }] : [],
    });
    await publish(token.workspace_id, { topic: "tokens", id: token.id });
    return null;
  }),
};
