/** Reminds the creator of an access token and the workspace owners of its expiry: 14 days and 1 day before. */
import type { Clock } from "../../core/lib/clock.ts";
import type { Database, Tx } from "../../core/db/db.ts";
import type { HandlerContext } from "../../core/http/handlers.ts";
import { enqueue } from "../../core/jobs/jobs.ts";
import type { TaskHandlers } from "../../core/jobs/worker.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { sendMail } from "../mail/send-mail.ts";
import { markReminded, listCreatorAndOwners } from "./reminder-store.ts";

const dayMs = 24 * 3_600_000;
const reminderDays = [14, 1] as const;

/** Skips reminders that would be due before the token exists. */
export async function scheduleExpiryReminders(
  context: Pick<HandlerContext<Endpoint>, "now" | "enqueue">,
  tokenId: string,
  expiresAt: Date,
): Promise<void> {
  for (const days of reminderDays) {
    const at = new Date(expiresAt.getTime() - days * dayMs);
    if (at <= context.now) continue;
    await context.enqueue(
      "tokens.remind",
      { tokenId, days },
      { at, key: `tokens.remind ${tokenId} ${days}` },
    );
  }
}

export function tokenJobs(parts: {
  db: Database;
  clock: Clock;
  publicUrl: URL;
}): Pick<TaskHandlers, "tokens.remind"> {
  return {
    "tokens.remind": async ({ tokenId, days }) => {
      const now = parts.clock.now();
      await parts.db.withSystemRole("nobody asks for a reminder", (tx) =>
        sendExpiryReminder(tx, parts.publicUrl, { tokenId, days, now }),
      );
    },
  };
}

async function sendExpiryReminder(
  tx: Tx,
  publicUrl: URL,
  { tokenId, days, now }: { tokenId: string; days: number; now: Date },
): Promise<void> {
  // After a crash the job runs again; `markReminded` returns null when the reminder was already
  // sent, or the token was rotated, revoked or has expired.
  const token = await markReminded(tx, tokenId, days, now);
  if (token === null) return;
  const people = await listCreatorAndOwners(tx, token);
  const link = new URL(`/${token.handle}/settings/access-tokens/${tokenId}`, publicUrl).href;
  const context: Parameters<typeof sendMail>[0] = {
    enqueue: (task, payload, options) => enqueue(tx, now, task, payload, options),
  };
  for (const user of people) {
    await sendMail(context, user, "token-expiring", {
      firstName: user.first_name,
      token: token.name,
      workspace: token.workspace,
      at: token.expires_at.toISOString(),
      link,
    });
  }
}
