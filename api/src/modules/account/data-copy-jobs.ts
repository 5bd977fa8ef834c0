/** Jobs that build data copies. A job that is interrupted at any point starts over. */
import type { FastifyBaseLogger } from "fastify";
import { issueActionToken } from "../accounts/action-tokens.ts";
import {
  type NotificationContext,
  sendSecurityNotification,
} from "../accounts/security-notifications.ts";
import type { Clock } from "../../core/lib/clock.ts";
import type { Database } from "../../core/db/db.ts";
import { enqueue, job } from "../../core/jobs/jobs.ts";
import { publishStaffEvent } from "../../core/live/live-events.ts";
import type { Keyring } from "../../core/lib/crypto.ts";
import { copyData } from "./copy-data.ts";
import { buildArchive } from "./data-copy-archive.ts";
import {
  startAttempt,
  type DataCopyRow,
  endAttempt,
  completeAttempt,
  findRecipient,
} from "./data-copy-store.ts";
import { mailsOf } from "../mail/send-mail.ts";

export { expireDataCopies } from "./data-copy-store.ts";

interface DataCopyDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly publicUrl: URL;
  readonly logger: FastifyBaseLogger;
}

const systemReason = "a user's data spans every tenant they belong to";
const weekMs = 7 * 24 * 3_600_000;
const maxAttempts = 3;
const retryAfterMs = 60_000;

export const copyDataJob = job(copyData, async (deps: DataCopyDeps, { requestId }) => {
  const now = deps.clock.now();
  const request = await deps.db.withSystemRole(systemReason, (tx) =>
    startAttempt(tx, requestId, now),
  );
  if (request === null) return;
  try {
    await createDataCopy(deps, request, now);
  } catch (error) {
    deps.logger.error({ err: error, requestId, attempt: request.attempts }, "data copy failed");
    await retryOrFail(deps, request, now);
  }
});

async function createDataCopy(
  { db, keys, publicUrl }: DataCopyDeps,
  request: DataCopyRow,
  now: Date,
) {
  const { id, user_id: userId } = request;
  const archive = await db.withSystemRole(systemReason, (tx) => buildArchive(tx, userId, now));
  const file = keys.encrypt("data copy", archive, id);
  await db.withSystemRole(systemReason, async (tx) => {
    const to = await findRecipient(tx, userId);
    const expiresAt = new Date(now.getTime() + weekMs);
    const stored = { file, sizeBytes: archive.length, expiresAt };
    if (!(await completeAttempt(tx, request, stored, now))) return;
    await publishStaffEvent(tx, "workspace");
    const token = await issueActionToken(tx, "data_copy", {
      userId,
      now,
      payload: { requestId: id },
    });
    const link = new URL(`/account/general?copy=${token}`, publicUrl).href;
    const context: NotificationContext = {
      tx,
      now,
      ...mailsOf(tx, now),
    };
    await sendSecurityNotification({ publicUrl }, context, to, "data_copy_ready", { link });
  });
}

async function retryOrFail({ db }: DataCopyDeps, request: DataCopyRow, now: Date): Promise<void> {
  const isLastAttempt = request.attempts >= maxAttempts;
  await db.withSystemRole(systemReason, async (tx) => {
    await endAttempt(tx, request, isLastAttempt ? "failed" : "queued", now);
    await publishStaffEvent(tx, "workspace");
    if (isLastAttempt) return;
    const at = new Date(now.getTime() + retryAfterMs * request.attempts);
    await enqueue(tx, now, copyData, { requestId: request.id }, { at });
  });
}
