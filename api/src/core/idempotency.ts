/** The same request twice is one effect and one answer (spec/meanings: Idempotency-Key). */
import type { AnyCaller } from "./access.ts";
import type { Asked } from "./admission.ts";
import { sql, type Tx } from "./db.ts";
import { Refusal, refuseField } from "./errors.ts";
import { sameBytes, sha256 } from "./keys.ts";

const noWorkspace = "00000000-0000-0000-0000-000000000000";

interface RepeatKey {
  principal: string;
  workspaceId: string | null;
  call: string;
  path: string;
  key: string;
  body: unknown;
}

export interface StoredAnswer {
  status: number;
  answer: string;
}

function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (Array.isArray(header) || !/^[\x21-\x7e]{16,64}$/.test(header)) {
    throw refuseField("Idempotency-Key", "format", "Must be 16 to 64 printable characters");
  }
  return header;
}

/** Null where none was sent, or the call takes none. */
export function repeatKey(
  { call, request, path }: Asked,
  caller: AnyCaller | null,
  body: unknown,
): RepeatKey | null {
  const key =
    call.idempotent === true ? readIdempotencyKey(request.headers["idempotency-key"]) : null;
  if (key === null || caller === null) return null;
  return {
    principal: caller.session === null ? caller.token.id : caller.user.id,
    workspaceId: caller.workspace?.id ?? null,
    call: call.id,
    path: JSON.stringify(path),
    key,
    body,
  };
}

/**
 * Claims the key in the request's own transaction: a second request waits here until the first has
 * committed, then gets its answer. Null: this is the first.
 */
export async function claimKey(tx: Tx, wanted: RepeatKey, now: Date): Promise<StoredAnswer | null> {
  const workspaceId = wanted.workspaceId ?? noWorkspace;
  const bodyHash = sha256(JSON.stringify(wanted.body ?? null));
  const where = sql`principal = ${wanted.principal} AND workspace_id = ${workspaceId} AND call = ${wanted.call}
    AND path_hash = ${sha256(wanted.path)} AND key_hash = ${sha256(wanted.key)}`;
  const claimed = await tx.run(sql`
    INSERT INTO idempotency_record (principal, workspace_id, call, path_hash, key_hash, body_hash, created_at)
    VALUES (${wanted.principal}, ${workspaceId}, ${wanted.call}, ${sha256(wanted.path)}, ${sha256(wanted.key)}, ${bodyHash}, ${now})
    ON CONFLICT DO NOTHING`);
  if (claimed === 1) return null;
  const stored = await tx.maybe<{
    body_hash: Buffer;
    status: number | null;
    answer: string | null;
  }>(sql`SELECT body_hash, status, answer FROM idempotency_record WHERE ${where}`);
  if (stored === null || !sameBytes(stored.body_hash, bodyHash))
    throw new Refusal("idempotency_key_reused");
  if (stored.status === null || stored.answer === null)
    throw new Refusal("request_in_progress", { seconds: 1 });
  return { status: stored.status, answer: stored.answer };
}

export async function keepAnswer(tx: Tx, wanted: RepeatKey, kept: StoredAnswer): Promise<void> {
  await tx.run(sql`
    UPDATE idempotency_record SET status = ${kept.status}, answer = ${kept.answer}
     WHERE principal = ${wanted.principal} AND workspace_id = ${wanted.workspaceId ?? noWorkspace} AND call = ${wanted.call}
       AND path_hash = ${sha256(wanted.path)} AND key_hash = ${sha256(wanted.key)}`);
}
