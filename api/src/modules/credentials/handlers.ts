/** SSH public keys that an order installs on its instances. */
import { actionDenial } from "#contracts/actions/action.ts";
import { credentialActions } from "#contracts/actions/credentials.ts";
import type { Credential, credentials as endpoints } from "#contracts/credentials.ts";
import { trimTrailing } from "#contracts/text.ts";
import { toFieldProblem } from "#contracts/field-error-messages.ts";
import { parsePublicKey } from "#contracts/ssh-key.ts";
import { assertNotDenied, registerObjectLoader, toActor } from "../../core/http/authorization.ts";
import type { Tx } from "../../core/db/db.ts";
import { ProblemError, ValidationError, conflictError } from "../../core/lib/problem-error.ts";
import { type Handlers, memoizedListHandler } from "../../core/http/handlers.ts";
import { uuidv7, sha256 } from "../../core/lib/crypto.ts";
import { lockWorkspaceSharedWithPermission } from "../workspaces/memberships.ts";
import {
  type CredentialRow,
  deleteCredential,
  findAlike,
  findCredential,
  insertCredential,
  listCredentials,
  lockDefault,
  setDefaultCredential,
} from "./store.ts";

declare module "../../core/http/authorization.ts" {
  interface AuthorizedObjects {
    credential: CredentialRow;
  }
}
registerObjectLoader("credential", { find: findCredential, ownerId: (row) => row.created_by });

const toCredential = (row: CredentialRow): Credential => ({
  id: row.id,
  name: row.name,
  type: row.type,
  bits: row.bits,
  publicKey: row.public_key,
  fingerprintSha256: row.fingerprint_sha256,
  comment: row.comment,
  isDefault: row.is_default,
  isOnlyKey: row.is_only,
  createdBy: { id: row.created_by, name: row.creator },
  usedByCount: row.used_by,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** Rejects a key that exists already, or a name that another key has; the problem names that key. */
async function assertUnique(tx: Tx, key: { name: string; fingerprint: string }): Promise<void> {
  const alike = await findAlike(tx, key);
  const same = alike.find(({ sameKey }) => sameKey);
  if (same !== undefined) {
    throw conflictError("publicKey", "already_added", { id: same.id, name: same.name });
  }
  const [named] = alike;
  if (named !== undefined) {
    const existing = { id: named.id, name: named.name };
    throw conflictError("name", "taken", existing, { resource: "credential" });
  }
}

/** Formatted like ssh-keygen -l: base64 without padding. */
const sha256Fingerprint = (blob: Uint8Array) =>
  `SHA256:${trimTrailing(sha256(blob).toString("base64"), "=")}`;

export const credentialsHandlers: Handlers<typeof endpoints> = {
  list: memoizedListHandler(listCredentials),

  create: async ({ tx, now, caller, workspace, body, audit, publish }) => {
    const key = parsePublicKey(body.publicKey);
    if ("error" in key) throw new ValidationError({ publicKey: [toFieldProblem(key.error)] });
    const id = uuidv7(now);
    const fingerprint = sha256Fingerprint(key.blob);
    await lockWorkspaceSharedWithPermission(tx, workspace.id, caller.user.id, "credential.create");
    // The lock serializes additions between this check and the insert.
    await lockDefault(tx, workspace.id);
    await assertUnique(tx, { name: body.name, fingerprint });
    await insertCredential(tx, {
      id,
      workspaceId: workspace.id,
      name: body.name,
      type: key.type,
      bits: key.bits,
      publicKey: key.line,
      fingerprint,
      comment: key.comment,
      createdBy: caller.user.id,
      at: now,
    });
    audit({
      target: { type: "credential", id, name: body.name },
      changes: [
        { field: "name", from: null, to: body.name },
        { field: "fingerprintSha256", from: null, to: fingerprint },
      ],
    });
    await publish(workspace.id, { topic: "credentials", id });
    return toCredential(await tx.one<CredentialRow>(findCredential(id)));
  },

  setDefault: async ({ tx, now, workspace, credential, audit, publish }) => {
    await lockDefault(tx, workspace.id);
    const former = await setDefaultCredential(tx, credential.id, now);
    const row = await tx.maybeOne<CredentialRow>(findCredential(credential.id));
    // The credential was deleted while this request waited for the lock.
    if (row === null) throw new ProblemError("not_found");
    audit({
      target: { type: "credential", id: row.id, name: row.name },
      changes: former === null ? [] : [{ field: "default", from: former, to: row.name }],
    });
    await publish(workspace.id, { topic: "credentials", id: row.id });
    return toCredential(row);
  },

  remove: async ({ tx, now, caller, workspace, credential, audit, publish }) => {
    await lockDefault(tx, workspace.id);
    // Before the lock was granted, another key may have become the default, or this key the only one.
    const row = await tx.maybeOne<CredentialRow>(findCredential(credential.id));
    if (row === null) throw new ProblemError("not_found");
    assertNotDenied(
      actionDenial(toActor(caller), credentialActions.remove, toCredential(row), now),
    );
    if (!(await deleteCredential(tx, credential.id))) throw new ProblemError("not_found");
    audit({
      target: { type: "credential", id: credential.id, name: credential.name },
      changes: [{ field: "fingerprintSha256", from: credential.fingerprint_sha256, to: null }],
    });
    await publish(workspace.id, { topic: "credentials", id: credential.id });
    return null;
  },
};
