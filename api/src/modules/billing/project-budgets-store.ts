/** SQL of the budgets of projects. Reading works for every caller; changes run as boreal_system. */
import { sql, type Tx } from "../../core/db/db.ts";
import { usageLines } from "./store.ts";

export interface BudgetRow {
  readonly projectId: string;
  readonly projectName: string;
  readonly amount: number;
  /** The start of the month that the following are about. */
  readonly month: Date;
  /** The highest percentage of the amount for which an email was sent. */
  readonly level: number;
  readonly passedAt: Date | null;
  /** Cents that the project has cost in the period. */
  readonly spent: number;
}

/** Budgets with the cost of their projects: the sum of the lines of the future invoice. Of one project or of all. */
export const listBudgets = (
  tx: Tx,
  workspaceId: string,
  { from, to, projectId }: { from: number; to: number; projectId: string | null },
): Promise<BudgetRow[]> =>
  tx.many<BudgetRow>(sql`
      WITH ${usageLines([workspaceId], { from, to })}, cost AS (
        SELECT project_id, sum(cents)::bigint AS cents FROM line GROUP BY project_id)
      SELECT b.project_id AS "projectId", p.name AS "projectName", b.amount_cents AS amount, b.month, b.level, b.passed_at AS "passedAt",
             coalesce(c.cents, 0) AS spent
        FROM project_budget b
        JOIN project p ON p.workspace_id = b.workspace_id AND p.id = b.project_id
        LEFT JOIN cost c ON c.project_id = b.project_id
       WHERE b.workspace_id = ${workspaceId} AND (${projectId}::uuid IS NULL OR b.project_id = ${projectId}::uuid)
       ORDER BY b.project_id`);

export const hasBudgets = async (tx: Tx, workspaceId: string): Promise<boolean> =>
  (
    await tx.one<{ found: boolean }>(
      sql`SELECT EXISTS (SELECT FROM project_budget WHERE workspace_id = ${workspaceId}) AS found`,
    )
  ).found;

/** Locks the budgets of the workspace until the transaction ends. */
export const lockBudgets = (tx: Tx, workspaceId: string) =>
  tx.many<{ projectId: string }>(
    sql`SELECT project_id AS "projectId" FROM project_budget WHERE workspace_id = ${workspaceId} ORDER BY project_id FOR UPDATE`,
  );

/** The amount, locked until the transaction ends; null without a budget. */
export const lockBudgetAmount = async (
  tx: Tx,
  workspaceId: string,
  projectId: string,
): Promise<number | null> =>
  (
    await tx.maybeOne<{ amount: number }>(
      sql`SELECT amount_cents AS amount FROM project_budget WHERE workspace_id = ${workspaceId} AND project_id = ${projectId} FOR UPDATE`,
    )
  )?.amount ?? null;

/** A budget that has sent no email. Returns false if the project was deleted meanwhile. */
export const saveBudget = async (
  tx: Tx,
  budget: {
    readonly workspaceId: string;
    readonly projectId: string;
    readonly amount: number;
    readonly month: Date;
    readonly by: string;
  },
  now: Date,
): Promise<boolean> =>
  (await tx.execute(sql`
    INSERT INTO project_budget (workspace_id, project_id, amount_cents, month, created_by, created_at, updated_at)
    SELECT p.workspace_id, p.id, ${budget.amount}, ${budget.month}, ${budget.by}, ${now}, ${now}
      FROM project p WHERE p.workspace_id = ${budget.workspaceId} AND p.id = ${budget.projectId} FOR KEY SHARE
    ON CONFLICT (workspace_id, project_id) DO UPDATE SET amount_cents = excluded.amount_cents, month = excluded.month, level = 0,
      passed_at = NULL, created_by = excluded.created_by, updated_at = excluded.updated_at`)) === 1;

export const saveBudgetState = (
  tx: Tx,
  workspaceId: string,
  {
    projectId,
    month,
    level,
    passedAt,
  }: Pick<BudgetRow, "projectId" | "month" | "level" | "passedAt">,
  now: Date,
): Promise<number> =>
  tx.execute(sql`UPDATE project_budget SET month = ${month}, level = ${level}, passed_at = ${passedAt}, updated_at = ${now}
    WHERE workspace_id = ${workspaceId} AND project_id = ${projectId}`);

export const deleteBudget = (tx: Tx, workspaceId: string, projectId: string): Promise<number> =>
  tx.execute(
    sql`DELETE FROM project_budget WHERE workspace_id = ${workspaceId} AND project_id = ${projectId}`,
  );

/** Workspaces after `after` in the order of their ids with a budget that can still send an email in this month. */
export const listWorkspacesWithBudgets = async (
  tx: Tx,
  month: Date,
  after: string | null,
  limit: number,
): Promise<string[]> => {
  const rows = await tx.many<{ id: string }>(sql`
    SELECT DISTINCT workspace_id AS id FROM project_budget
     WHERE (level < 100 OR month < ${month}) AND (${after}::uuid IS NULL OR workspace_id > ${after}::uuid)
     ORDER BY workspace_id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
};
