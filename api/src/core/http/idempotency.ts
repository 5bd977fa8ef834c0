/** The same request twice is one effect and one answer (spec/meanings: Idempotency-Key). */
import type { Caller } from "./authorization.ts";
import type { IncomingRequest } from "./authorize-request.ts";
import { sql, type Tx } from "../db/db.ts";
import { ProblemError, fieldError } from "./problem-error.ts";
import { constantTimeEqual, sha256 } from "../lib/crypto.ts";

const nilUuid = "00000000-0000-0000-0000-000000000000";

interface IdempotentRequest {
  principal: string;
  workspaceId: string | null;
  call: string;
  path: string;
  key: string;
  body: unknown;
}

export interface StoredResponse {
  status: number;
  answer: string;
}

function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (Array.isArray(header) || !/^[\x21-\x7e]{16,64}$/.test(header)) {
    throw fieldError("Idempotency-Key", "format", { rule: "idempotency_key" });
  }
  return header;
}

/** Null where none was sent, or the call takes none. */
export function toIdempotentRequest(
  { call: endpoint, request, path }: IncomingRequest,
  caller: Caller | null,
  body: unknown,
): IdempotentRequest | null {
  const key =
    endpoint.idempotent === true ? readIdempotencyKey(request.headers["idempotency-key"]) : null;
  if (key === null || caller === null) return null;
  return {
    principal: caller.session === null ? caller.token.id : caller.user.id,
    workspaceId: caller.workspace?.id ?? null,
    call: endpoint.id,
    path: JSON.stringify(path),
    key,
    body,
  };
}

/**
 * Claims the key in the request's own transaction: a second request waits here until the first has
 * committed, then gets its answer. Null: this is the first.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  requested: IdempotentRequest,
  now: Date,
): Promise<StoredResponse | null> {
  const workspaceId = requested.workspaceId ?? nilUuid;
  const bodyHash = sha256(JSON.stringify(requested.body ?? null));
  const where = sql`principal = ${requested.principal} AND workspace_id = ${workspaceId} AND call = ${requested.call}
    AND path_hash = ${sha256(requested.path)} AND key_hash = ${sha256(requested.key)}`;
  const claimed = await tx.execute(sql`
    INSERT INTO idempotency_record (principal, workspace_id, call, path_hash, key_hash, body_hash, created_at)
    VALUES (${requested.principal}, ${workspaceId}, ${requested.call}, ${sha256(requested.path)}, ${sha256(requested.key)}, ${bodyHash}, ${now})
    ON CONFLICT DO NOTHING`);
  if (claimed === 1) return null;
  const stored = await tx.maybeOne<{
    body_hash: Buffer;
    status: number | null;
    answer: string | null;
  }>(sql`SELECT body_hash, status, answer FROM idempotency_record WHERE ${where}`);
  if (stored === null || !constantTimeEqual(stored.body_hash, bodyHash))
    throw new ProblemError("idempotency_key_reused");
  if (stored.status === null || stored.answer === null)
    throw new ProblemError("request_in_progress", { seconds: 1 });
  return { status: stored.status, answer: stored.answer };
}

export async function storeResponse(
  tx: Tx,
  requested: IdempotentRequest,
  stored: StoredResponse,
): Promise<void> {
  await tx.execute(sql`
    UPDATE idempotency_record SET status = ${stored.status}, answer = ${stored.answer}
     WHERE principal = ${requested.principal} AND workspace_id = ${requested.workspaceId ?? nilUuid} AND call = ${requested.call}
       AND path_hash = ${sha256(requested.path)} AND key_hash = ${sha256(requested.key)}`);
}
