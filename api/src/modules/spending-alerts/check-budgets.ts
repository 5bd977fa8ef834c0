/**
 * Compares the month's cost of projects with their budgets: an email for the highest level that is reached, once per amount
 * and month. It runs as boreal_system.
 */
import { z } from "zod";
import { formatMoney, usd } from "#contracts/money.ts";
import { insertSystemEvent } from "../../core/audit/audit.ts";
import type { Database, Tx } from "../../core/db/db.ts";
import { defineJob, job } from "../../core/jobs/jobs.ts";
import { every, NoPayload } from "../../core/jobs/recurring-jobs.ts";
import type { Clock } from "../../core/lib/clock.ts";
import { publishLiveEvent } from "../../core/live/live-events.ts";
import { reachedLevel } from "../billing/alert-threshold.ts";
import { calendarMonth } from "../billing/expenditure.ts";
import {
  type BudgetRow,
  listWorkspacesWithBudgets,
  lockBudgets,
  readBudgets,
  saveBudgetState,
} from "../billing/project-budgets.ts";
import { findWorkspaceNames, listBillingRecipients } from "../mail/member-recipients.ts";
import { mailsOf, sendMail } from "../mail/send-mail.ts";
import type { AlertDeps } from "./check-threshold.ts";

const intervalMs = 5 * 60_000;
const batch = 200;
const systemReason = "budgets of every tenant are checked";

/** One after a change of a budget, so that an amount that is spent already is reported at once. */
export const budgetCheck = defineJob(
  "billing.check_budgets_of_workspace",
  z.object({ workspaceId: z.uuid() }),
);

export const budgetChecks = defineJob("billing.check_budgets", NoPayload, {
  each: "platform",
  next: every(intervalMs),
});

interface CheckDeps extends AlertDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export const budgetCheckJob = job(
  budgetCheck,
  ({ db, clock, ...deps }: CheckDeps, { workspaceId }) =>
    db.withSystemRole(systemReason, (tx) => checkBudgets(tx, deps, workspaceId, clock.now())),
);

/** Each workspace has a transaction of its own, so that one that fails does not hold back the others. */
export const budgetChecksJob = job(budgetChecks, async ({ db, clock, ...deps }: CheckDeps) => {
  let after: string | null = null;
  for (;;) {
    const now = clock.now();
    const { start } = calendarMonth(now);
    const due: string[] = await db.withSystemRole(systemReason, (tx) =>
      listWorkspacesWithBudgets(tx, start, after, batch),
    );
    for (const workspaceId of due)
      await db.withSystemRole(systemReason, (tx) => checkBudgets(tx, deps, workspaceId, now));
    after = due.at(-1) ?? null;
    if (due.length < batch) return;
  }
});

/** Any number of workers may check at once: the locks let one of them send an email. */
async function checkBudgets(
  tx: Tx,
  deps: AlertDeps,
  workspaceId: string,
  now: Date,
): Promise<void> {
  await lockBudgets(tx, workspaceId);
  for (const budget of await readBudgets(tx, workspaceId, { now })) {
    const level = reachedLevel(budget.spent, budget.amount);
    if (level > budget.level) await raiseLevel(tx, deps, { workspaceId, budget, level }, now);
  }
}

async function raiseLevel(
  tx: Tx,
  { publicUrl }: AlertDeps,
  { workspaceId, budget, level }: { workspaceId: string; budget: BudgetRow; level: number },
  now: Date,
): Promise<void> {
  const { projectId, projectName, amount, spent } = budget;
  const passedAt = level === 100 ? now : null;
  await saveBudgetState(tx, workspaceId, { ...budget, level, passedAt }, now);
  const workspace = await findWorkspaceNames(tx, workspaceId);
  for (const recipient of await listBillingRecipients(tx, workspaceId))
    await sendMail(mailsOf(tx, now), recipient, "budget-alert", {
      firstName: recipient.firstName,
      workspace: workspace.name,
      project: projectName,
      percent: String(level),
      amount: formatMoney(usd(amount)),
      spent: formatMoney(usd(spent)),
      // A billing administrator may open the usage, and no page of a project.
      link: new URL(`/${workspace.handle}/billing/usage`, publicUrl).href,
    });
  await insertSystemEvent(tx, {
    at: now,
    action: "projects.budgetLevelReached",
    workspaceId,
    target: { type: "project", id: projectId, name: projectName },
    changes: [
      { field: "billing.alertLevel", from: budget.level, to: level },
      { field: "billing.amount", from: null, to: spent },
    ],
    requestId: projectId,
  });
  await publishLiveEvent(tx, workspaceId, { topic: "projects", id: projectId });
  await publishLiveEvent(tx, workspaceId, { topic: "billing", id: null });
}
