/** The names and payloads of the jobs of webhooks. */
import { defineJob } from "../../core/jobs/jobs.ts";
import { every, NoPayload } from "../../core/jobs/recurring-jobs.ts";

/** Sends what is due. The database enqueues it with an event, in the transaction of its cause. */
export const webhookSending = defineJob("webhooks.send", NoPayload);
/** One job at a time sends, so that slow receivers hold one slot of the workers. */
export const webhookSendingOptions = { queue: "webhooks", key: "webhooks.send" } as const;

const dueIntervalMs = 20_000;
export const webhookDue = defineJob("webhooks.due", NoPayload, {
  each: "platform",
  next: every(dueIntervalMs),
});

const balanceIntervalMs = 600_000;
export const webhookBalance = defineJob("webhooks.balance", NoPayload, {
  each: "platform",
  next: every(balanceIntervalMs),
});
