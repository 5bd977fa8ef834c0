/** Handlers of the budgets of projects. */
import type { projectBudgets as endpoints } from "#contracts/project-budgets.ts";
import type { Handlers } from "../../core/http/handlers.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { calendarMonth } from "../billing/expenditure.ts";
import {
  deleteBudget,
  lockBudgetAmount,
  readBudgets,
  saveBudget,
  toProjectBudget,
} from "../billing/project-budgets.ts";
import { budgetCheck } from "./check-budgets.ts";

const field = "project.budget";

export const projectBudgetsHandlers: Handlers<typeof endpoints> = {
  budget: async ({ tx, now, workspace, project }) => {
    const [budget] = await readBudgets(tx, workspace.id, { now, projectId: project.id });
    return { budget: budget === undefined ? null : toProjectBudget(budget) };
  },

  setBudget: async ({ tx, now, caller, workspace, project, body, audit, publish, enqueue }) => {
    const { id: workspaceId } = workspace;
    const { id: projectId, name } = project;
    const { amountCents: amount } = body;
    const before = await lockBudgetAmount(tx, workspaceId, projectId);
    audit({ target: { type: "project", id: projectId, name } });
    // A repeated request alerts nobody again.
    if (before !== amount) {
      const { start: month } = calendarMonth(now);
      const budget = { workspaceId, projectId, amount, month, by: caller.user.id };
      if (!(await saveBudget(tx, budget, now))) throw new ProblemError("not_found");
      audit({ changes: [{ field, from: before, to: amount }] });
      await publish(workspaceId, { topic: "projects", id: projectId });
      await publish(workspaceId, { topic: "billing", id: null });
      // It writes to members whom this caller may not see.
      await enqueue(budgetCheck, { workspaceId });
    }
    const [saved] = await readBudgets(tx, workspaceId, { now, projectId });
    if (saved === undefined) throw new ProblemError("not_found");
    return toProjectBudget(saved);
  },

  removeBudget: async ({ tx, workspace, project, audit, publish }) => {
    const { id: projectId, name } = project;
    const before = await lockBudgetAmount(tx, workspace.id, projectId);
    audit({ target: { type: "project", id: projectId, name } });
    if (before === null) return null;
    await deleteBudget(tx, workspace.id, projectId);
    audit({ changes: [{ field, from: before, to: null }] });
    await publish(workspace.id, { topic: "projects", id: projectId });
    await publish(workspace.id, { topic: "billing", id: null });
    return null;
  },
};
