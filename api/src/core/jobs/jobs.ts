/** Jobs: work that outlives a request. They are enqueued in the transaction of their cause and run by a worker. */
import { z } from "zod";
import { Locale } from "#contracts/locale.ts";
import { sql, type Tx } from "../db/db.ts";

/** Every task, with the schema of its payload. */
export const taskPayloads = {
  "mail.send": z.object({
    to: z.string(),
    /** A name in modules/mail/mail-templates.ts. */
    template: z.string().max(64),
    locale: Locale,
    /** Of the dates; UTC where the recipient's is not known. */
    timezone: z.string().optional(),
    /** What the template declares, checked when the mail is composed. */
    values: z.record(z.string(), z.unknown()),
  }),
  /** Sends a link to an email address a visitor typed; the address need not belong to an account. */
  "auth.mailLink": z.object({
    emailKey: z.string(),
    purpose: z.enum(["verify_email", "reset_password"]),
  }),
  "commands.advance": z.object({ commandId: z.uuid() }),
  "catalogue.sync": z.object({ regionHandle: z.string() }),
  "instances.reconcile": z.object({ regionHandle: z.string() }),
  "platform.sweep": z.object({}),
  "audit.seal": z.object({}),
  "tokens.remind": z.object({ tokenId: z.uuid(), days: z.int() }),
  "account.copyData": z.object({ requestId: z.uuid() }),
} as const;

export type TaskName = keyof typeof taskPayloads;
export type TaskPayloads = { [T in TaskName]: z.infer<(typeof taskPayloads)[T]> };

export interface JobOptions {
  /** Earliest start; immediately if not given. */
  at?: Date;
  /** Jobs of one queue run one after another. */
  queue?: string;
  /** Replaces a waiting job with the same key. */
  key?: string;
}

export async function enqueue<T extends TaskName>(
  tx: Tx,
  now: Date,
  task: T,
  payload: TaskPayloads[T],
  options: JobOptions = {},
): Promise<void> {
  await tx.execute(
    sql`SELECT enqueue_job(${task}, ${JSON.stringify(payload)}::jsonb, ${options.queue ?? null}, ${options.key ?? null}, ${options.at ?? null}, ${now})`,
  );
}
