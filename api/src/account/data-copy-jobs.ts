/** Makes the copies: a job that may die at any point and is done again from the start. */
import type { FastifyBaseLogger } from "fastify";
import { issueActionToken } from "../auth/action-tokens.ts";
import { type Notified, sendNotice } from "../auth/notices.ts";
import type { Clock } from "../core/clock.ts";
import { type Database, sql, type Tx } from "../core/db.ts";
import { enqueue } from "../core/jobs.ts";
import type { Keys } from "../core/keys.ts";
import type { TaskHandlers } from "../core/worker.ts";
import { archiveOf } from "./data-copy-archive.ts";
import { beginCopy, type DataCopyRow, endAttempt, keepCopy } from "./data-copy-store.ts";

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly publicUrl: URL;
  readonly logger: FastifyBaseLogger;
}

const reason = "a person's own data is in every tenant they belong to";
const weekMs = 7 * 24 * 3_600_000;
const maxAttempts = 3;
const retryAfterMs = 60_000;

export const dataCopyJobs = (parts: Parts): Pick<TaskHandlers, "account.copyData"> => ({
  "account.copyData": async ({ requestId }) => {
    const now = parts.clock.now();
    const request = await parts.db.asSystem(reason, (tx) => beginCopy(tx, requestId, now));
    if (request === null) return;
    try {
      await makeCopy(parts, request, now);
    } catch (error) {
      parts.logger.error({ err: error, requestId, attempt: request.attempts }, "data copy failed");
      await tryAgain(parts, request, now);
    }
  },
});

async function makeCopy({ db, keys, publicUrl }: Parts, request: DataCopyRow, now: Date) {
  const { id, user_id: userId } = request;
  const archive = await db.asSystem(reason, (tx) => archiveOf(tx, userId, now));
  const file = keys.seal("data copy", archive, id);
  await db.asSystem(reason, async (tx) => {
    const to = await whoIsTold(tx, userId);
    const expiresAt = new Date(now.getTime() + weekMs);
    const kept = { file, sizeBytes: archive.length, expiresAt };
    if (!(await keepCopy(tx, request, kept, now))) return;
    const token = await issueActionToken(tx, "data_copy", {
      userId,
      now,
      payload: { requestId: id },
    });
    const link = new URL(`/account/general?copy=${token}`, publicUrl).href;
    const context: Parameters<typeof sendNotice>[1] = {
      tx,
      now,
      enqueue: (task, payload, options) => enqueue(tx, now, task, payload, options),
    };
    await sendNotice({ publicUrl }, context, to, "data_copy_ready", { link });
  });
}

/** Nobody is sent a link to an account that is locked or closed. */
const whoIsTold = (tx: Tx, userId: string): Promise<Notified> =>
  tx.one<Notified>(
    sql`SELECT id, email, first_name, locale, timezone FROM user_account WHERE id = ${userId} AND status = 'active' FOR SHARE`,
  );

async function tryAgain({ db }: Parts, request: DataCopyRow, now: Date): Promise<void> {
  const isGivenUp = request.attempts >= maxAttempts;
  await db.asSystem(reason, async (tx) => {
    await endAttempt(tx, request, isGivenUp ? "failed" : "queued", now);
    if (isGivenUp) return;
    const at = new Date(now.getTime() + retryAfterMs * request.attempts);
    await enqueue(tx, now, "account.copyData", { requestId: request.id }, { at });
  });
}

/** What is past its week keeps its place in the list, without the file. */
export const expireCopies = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`UPDATE data_copy_request SET status = 'expired', file = NULL, updated_at = ${now}
    WHERE status = 'ready' AND expires_at <= ${now}`);
