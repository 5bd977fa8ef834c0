/** Before a token stops working, whoever made it and the owner are told: once two weeks before, once a day before. */
import { z } from "zod";
import type { Clock } from "../../core/lib/clock.ts";
import { type Database, sql, type Tx } from "../../core/db/db.ts";
import type { HandlerContext } from "../../core/http/handlers.ts";
import { defineJob, enqueue, job } from "../../core/jobs/jobs.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import {
  type NotificationRecipient,
  formatTimestamp,
} from "../auth/accounts/security-notifications.ts";
import { sendEmail } from "../mail/send-email.ts";

const dayMs = 24 * 3_600_000;
const reminderDays = [14, 1] as const;

export const tokenReminder = defineJob(
  "tokens.remind",
  z.object({ tokenId: z.uuid(), days: z.int() }),
);

/** One that lives shorter than that is not reminded of. */
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
    await db.withSystemRole("nobody asks for a reminder", (tx) =>
      sendExpiryReminder(tx, publicUrl, { tokenId, days, now }),
    );
  },
);

interface ExpiringToken {
  name: string;
  workspace_id: string;
  workspace: string;
  handle: string;
  created_by: string;
  expires_at: Date;
}

async function sendExpiryReminder(
  tx: Tx,
  publicUrl: URL,
  { tokenId, days, now }: { tokenId: string; days: number; now: Date },
): Promise<void> {
  // A worker that died behind this asks again; one that was replaced, revoked or ran out ends unnoticed.
  const token = await tx.maybeOne<ExpiringToken>(sql`
    UPDATE access_token t SET reminded_days = ${days} FROM workspace w
     WHERE t.id = ${tokenId} AND w.id = t.workspace_id AND w.status <> 'deactivated'
       AND t.revoked_at IS NULL AND t.replaced_at IS NULL AND t.expires_at > ${now}
       AND (t.reminded_days IS NULL OR t.reminded_days > ${days})
    RETURNING t.name, t.workspace_id, w.name AS workspace, w.handle, t.created_by, t.expires_at`);
  if (token === null) return;
  const people = await tx.many<NotificationRecipient>(sql`
    SELECT u.id, u.email, u.first_name, u.locale, u.timezone
      FROM user_workspace_role r JOIN user_account u ON u.id = r.user_id AND u.status = 'active'
     WHERE r.workspace_id = ${token.workspace_id} AND r.expired_at IS NULL
       AND (r.user_id = ${token.created_by} OR r.workspace_role_id = 'owner') ORDER BY u.id`);
  const link = new URL(`/${token.handle}/settings/access-tokens/${tokenId}`, publicUrl).href;
  for (const user of people) {
    await enqueue(tx, now, sendEmail, {
      to: user.email,
      template: "token-expiring",
      locale: user.locale,
      values: {
        firstName: user.first_name,
        token: token.name,
        workspace: token.workspace,
        at: formatTimestamp(token.expires_at, user),
        link,
      },
    });
  }
}
