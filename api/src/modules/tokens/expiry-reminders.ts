/** Reminds the creator of an access token and the workspace owners of its expiry: 14 days and 1 day before. */
import { z } from "zod";
import type { Clock } from "../../core/lib/clock.ts";
import type { Database, Tx } from "../../core/db/db.ts";
import type { HandlerContext } from "../../core/http/handlers.ts";
import { defineJob, job } from "../../core/jobs/jobs.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { mailsOf, sendMail } from "../mail/send-mail.ts";
import { markReminded, listCreatorAndOwners } from "./reminder-store.ts";

const dayMs = 24 * 3_600_000;
const reminderDays = [14, 1] as const;

export const tokenReminder = defineJob(
  "tokens.remind",
  z.object({ tokenId: z.uuid(), days: z.int() }),
);

/** Skips reminders that would be due in the past. */
export async function scheduleExpiryReminders(
  context: Pick<HandlerContext<Endpoint>, "now" | "enqueue">,
  tokenId: string,
  expiresAt: Date,
): Promise<void> {
  for (const days of reminderDays) {
    const at = new Date(expiresAt.getTime() - days * dayMs);
    if (at <= context.now) continue;
    await context.enqueue(
      tokenReminder,
      { tokenId, days },
      { at, key: `tokens.remind ${tokenId} ${days}` },
    );
  }
}

interface ReminderDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: URL;
}

export const tokenReminderJob = job(
  tokenReminder,
  async ({ db, clock, publicUrl }: ReminderDeps, { tokenId, days }) => {
    const now = clock.now();
    await db.withSystemRole("a reminder has no caller", (tx) =>
      sendExpiryReminder(tx, publicUrl, { tokenId, days, now }),
    );
  },
);

async function sendExpiryReminder(
  tx: Tx,
  publicUrl: URL,
  { tokenId, days, now }: { tokenId: string; days: number; now: Date },
): Promise<void> {
  // After a crash the job runs again; `markReminded` returns null when the reminder was already
  // sent, or the token was rotated, revoked or has expired.
  const token = await markReminded(tx, tokenId, days, now);
  if (token === null) return;
  const recipients = await listCreatorAndOwners(tx, token);
  const link = new URL(`/${token.handle}/settings/access-tokens/${tokenId}`, publicUrl).href;
  const context = mailsOf(tx, now);
  for (const user of recipients) {
    await sendMail(context, user, "token-expiring", {
      firstName: user.first_name,
      token: token.name,
      workspace: token.workspace,
      at: token.expires_at.toISOString(),
      link,
    });
  }
}
