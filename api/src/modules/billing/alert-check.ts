/** The check of one workspace's alert threshold, after an order. Its handler is in modules/spending-alerts. */
import { z } from "zod";
import type { Tx } from "../../core/db/db.ts";
import { defineJob, enqueue } from "../../core/jobs/jobs.ts";
import { findThreshold } from "./alert-threshold-store.ts";

export const alertCheck = defineJob("billing.check_alert", z.object({ workspaceId: z.uuid() }));

/** Nothing for a workspace without a threshold. */
export async function enqueueAlertCheck(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  if ((await findThreshold(tx, workspaceId)) === null) return;
  await enqueue(tx, now, alertCheck, { workspaceId }, { key: `${alertCheck.name} ${workspaceId}` });
}
