/** Idempotency-Key: a repeated request has one effect and gets the stored response of the first. */
import type { Caller } from "./authorization.ts";
import type { IncomingRequest } from "./authorize-request.ts";
import { sql, type Tx } from "../db/db.ts";
import { ProblemError, fieldError } from "../lib/problem-error.ts";
import { constantTimeEqual, type Keyring, sha256 } from "../lib/crypto.ts";

const nilUuid = "00000000-0000-0000-0000-000000000000";

interface IdempotentRequest {
  principal: string;
  workspaceId: string | null;
  operationId: string;
  path: string;
  key: string;
  body: unknown;
  /** Whether the stored response is encrypted. */
  isSecret: boolean;
}

export interface StoredResponse {
  status: number;
  text: string;
}

/** Null if the request has none. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (Array.isArray(header) || !/^[\x21-\x7e]{16,64}$/.test(header)) {
    throw fieldError("Idempotency-Key", "format", { rule: "idempotency_key" });
  }
  return header;
}

/** Null if no key was sent, the endpoint does not support one, or the caller is unknown. */
export function toIdempotentRequest(
  { endpoint, request, path }: IncomingRequest,
  caller: Caller | null,
  body: unknown,
): IdempotentRequest | null {
  const key =
    endpoint.idempotent === true ? readIdempotencyKey(request.headers["idempotency-key"]) : null;
  if (key === null || caller === null) return null;
  return {
    principal: caller.session === null ? caller.token.id : caller.user.id,
    workspaceId: caller.workspace?.id ?? null,
    operationId: endpoint.id,
    path: JSON.stringify(path),
    key,
    body,
    isSecret: endpoint.secretResponse === true,
  };
}

/**
 * Claims the key in the request's own transaction. A concurrent second request waits here until the first commits and
 * then gets its response. Returns null for the first request.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  idempotent: IdempotentRequest,
  { keys, now }: { keys: Keyring; now: Date },
): Promise<StoredResponse | null> {
  const workspaceId = idempotent.workspaceId ?? nilUuid;
  const bodyHash = sha256(JSON.stringify(idempotent.body ?? null));
  const where = sql`principal = ${idempotent.principal} AND workspace_id = ${workspaceId} AND operation_id = ${idempotent.operationId}
    AND path_hash = ${sha256(idempotent.path)} AND key_hash = ${sha256(idempotent.key)}`;
  const claimed = await tx.execute(sql`
    INSERT INTO idempotency_record (principal, workspace_id, operation_id, path_hash, key_hash, body_hash, created_at)
    VALUES (${idempotent.principal}, ${workspaceId}, ${idempotent.operationId}, ${sha256(idempotent.path)}, ${sha256(idempotent.key)}, ${bodyHash}, ${now})
    ON CONFLICT DO NOTHING`);
  if (claimed === 1) return null;
  const stored = await tx.maybeOne<{
    body_hash: Buffer;
    response_status: number | null;
    response_body: string | null;
  }>(sql`SELECT body_hash, response_status, response_body FROM idempotency_record WHERE ${where}`);
  if (stored === null || !constantTimeEqual(stored.body_hash, bodyHash))
    throw new ProblemError("idempotency_key_reused");
  if (stored.response_status === null || stored.response_body === null)
    throw new ProblemError("request_in_progress", { seconds: 1 });
  return {
    status: stored.response_status,
    text: readStored(keys, idempotent, stored.response_body),
  };
}

const purpose = "idempotent response";

/** Only who has the key of the request can read a secret response, and only with the key of the server. */
function readStored(keys: Keyring, { isSecret, key }: IdempotentRequest, stored: string): string {
  if (!isSecret) return stored;
  const plain = keys.decrypt(purpose, Buffer.from(stored, "base64"), key);
  if (plain === null) throw new ProblemError("idempotency_key_reused");
  return plain.toString("utf8");
}

export async function storeResponse(
  tx: Tx,
  idempotent: IdempotentRequest,
  stored: StoredResponse,
  keys: Keyring,
): Promise<void> {
  const text = idempotent.isSecret
    ? keys.encrypt(purpose, stored.text, idempotent.key).toString("base64")
    : stored.text;
  await tx.execute(sql`
    UPDATE idempotency_record SET response_status = ${stored.status}, response_body = ${text}
     WHERE principal = ${idempotent.principal} AND workspace_id = ${idempotent.workspaceId ?? nilUuid} AND operation_id = ${idempotent.operationId}
       AND path_hash = ${sha256(idempotent.path)} AND key_hash = ${sha256(idempotent.key)}`);
}
