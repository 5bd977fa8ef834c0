/** SSH public keys, put on machines when they are ordered. */
import type { Credential, credentials as calls } from "#contracts/credentials.ts";
import { withoutTail } from "#contracts/text.ts";
import { readPublicKey } from "#contracts/ssh-key.ts";
import { loads } from "../core/access.ts";
import type { Tx } from "../core/db.ts";
import { Refusal, refuseField } from "../core/errors.ts";
import { type Handlers, listing } from "../core/handlers.ts";
import { newId, sha256 } from "../core/keys.ts";
import { holdAs } from "../workspaces/roles.ts";
import {
  type CredentialRow,
  deleteCredential,
  findAlike,
  findCredential,
  insertCredential,
  listCredentials,
  lockDefault,
  moveDefault,
} from "./store.ts";

declare module "../core/access.ts" {
  interface Granted {
    credential: CredentialRow;
  }
}
loads("credential", { find: findCredential, ownedBy: (row) => row.created_by });

const shown = (row: CredentialRow): Credential => ({
  id: row.id,
  name: row.name,
  type: row.type,
  bits: row.bits,
  publicKey: row.public_key,
  fingerprintSha256: row.fingerprint_sha256,
  comment: row.comment,
  isDefault: row.is_default,
  createdBy: { id: row.created_by, name: row.creator },
  usedByCount: row.used_by,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** Refuses a key that is there already, and a name another key has: the fields say which key that is. */
async function refuseAlike(tx: Tx, key: { name: string; fingerprint: string }): Promise<void> {
  const alike = await findAlike(tx, key);
  const same = alike.find(({ sameKey }) => sameKey);
  if (same !== undefined) {
    throw refuseField("publicKey", "already_added", "This key has already been added", {
      id: same.id,
      name: same.name,
    });
  }
  const [named] = alike;
  if (named !== undefined) {
    throw refuseField("name", "taken", "A key of this name exists already", {
      id: named.id,
      name: named.name,
    });
  }
}

/** As ssh-keygen -l writes it: base64 without padding. */
const fingerprintOf = (blob: Uint8Array) =>
  `SHA256:${withoutTail(sha256(blob).toString("base64"), "=")}`;

export const credentials: Handlers<typeof calls> = {
  list: listing(({ query }) => listCredentials(query)),

  create: async ({ tx, now, caller, workspace, body, note, announce }) => {
    const key = readPublicKey(body.publicKey);
    if ("fault" in key) throw refuseField("publicKey", key.fault, key.message);
    const id = newId(now);
    const fingerprint = fingerprintOf(key.blob);
    await holdAs(tx, workspace.id, caller.user.id, "credential.create");
    // Nothing can be added between this check and the insert.
    await lockDefault(tx, workspace.id);
    await refuseAlike(tx, { name: body.name, fingerprint });
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
    note({
      target: { type: "credential", id, name: body.name },
      changes: [
        { field: "name", from: null, to: body.name },
        { field: "fingerprintSha256", from: null, to: fingerprint },
      ],
    });
    await announce(workspace.id, { topic: "credentials", id });
    return shown(await tx.one<CredentialRow>(findCredential(id)));
  },

  setDefault: async ({ tx, now, workspace, credential, note, announce }) => {
    await lockDefault(tx, workspace.id);
    const former = await moveDefault(tx, credential.id, now);
    const row = await tx.maybe<CredentialRow>(findCredential(credential.id));
    // Deleted while this waited for its turn.
    if (row === null) throw new Refusal("not_found");
    note({
      target: { type: "credential", id: row.id, name: row.name },
      changes: former === null ? [] : [{ field: "default", from: former, to: row.name }],
    });
    await announce(workspace.id, { topic: "credentials", id: row.id });
    return shown(row);
  },

  remove: async ({ tx, workspace, credential, note, announce }) => {
    await lockDefault(tx, workspace.id);
    if (!(await deleteCredential(tx, credential.id))) {
      throw new Refusal(
        (await tx.maybe(findCredential(credential.id))) === null
          ? "not_found"
          : "cannot_delete_default",
      );
    }
    note({
      target: { type: "credential", id: credential.id, name: credential.name },
      changes: [{ field: "fingerprintSha256", from: credential.fingerprint_sha256, to: null }],
    });
    await announce(workspace.id, { topic: "credentials", id: credential.id });
    return null;
  },
};
