/** What the budgets of projects say now. `modules/spending-alerts` sends their emails. */
import { usd } from "#contracts/money.ts";
import type { ProjectBudget } from "#contracts/project-budgets.ts";
import type { Tx } from "../../core/db/db.ts";
import { calendarMonth } from "./expenditure.ts";
import { monthSeconds } from "./limits.ts";
import { type BudgetRow, hasBudgets, listBudgets } from "./project-budgets-store.ts";

export {
  type BudgetRow,
  deleteBudget,
  listWorkspacesWithBudgets,
  lockBudgetAmount,
  lockBudgets,
  saveBudget,
  saveBudgetState,
} from "./project-budgets-store.ts";

/** Budgets in the month of `now`; a new month starts without emails. Of one project or of all. */
export async function readBudgets(
  tx: Tx,
  workspaceId: string,
  { now, projectId = null }: { now: Date; projectId?: string | null },
): Promise<BudgetRow[]> {
  const { start } = calendarMonth(now);
  const { from, now: to } = monthSeconds(now);
  const rows = await listBudgets(tx, workspaceId, { from, to, projectId });
  return rows.map((row) =>
    row.month.getTime() === start.getTime()
      ? row
      : { ...row, month: start, level: 0, passedAt: null },
  );
}

export const toProjectBudget = ({ amount, spent, passedAt }: BudgetRow): ProjectBudget => ({
  amount: usd(amount),
  spent: usd(spent),
  passedAt: passedAt?.toISOString() ?? null,
});

/** By project. The cost is calculated only where there is a budget. */
export async function budgetsByProject(
  tx: Tx,
  workspaceId: string,
  now: Date,
): Promise<ReadonlyMap<string, ProjectBudget>> {
  if (!(await hasBudgets(tx, workspaceId))) return new Map();
  const rows = await readBudgets(tx, workspaceId, { now });
  return new Map(rows.map((row) => [row.projectId, toProjectBudget(row)]));
}
