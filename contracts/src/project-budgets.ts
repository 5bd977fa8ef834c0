/** The budget of a project: an amount per calendar month (UTC). Members are told; nothing is stopped. */
import { z } from "zod";
import { can, defineEndpoints, del, get, noContent, put, Timestamp } from "./endpoint.ts";
import { wholeNumber } from "./field-problem.ts";
import { Money } from "./money.ts";
import { projectsResource } from "./projects.ts";
import { alertCents } from "./spending-alerts.ts";

export const ProjectBudget = z.object({
  amount: Money,
  /** Cost of the project in this calendar month (UTC), before promo credit and VAT. */
  spent: Money,
  /** When the email about 100 % was sent; null if it was not in this month. */
  passedAt: Timestamp.nullable(),
});
export type ProjectBudget = z.infer<typeof ProjectBudget>;

export const ProjectBudgetInput = z.strictObject({
  amountCents: wholeNumber(alertCents.minimum, alertCents.maximum),
});

export const projectBudgets = defineEndpoints(projectsResource, {
  budget: get("/api/v1/workspaces/:workspace/projects/:project/budget", {
    summary: "Get the budget of a project with what the project has cost in this month",
    access: can("project.view", "project"),
    response: z.object({ budget: ProjectBudget.nullable() }),
  }),
  setBudget: put("/api/v1/workspaces/:workspace/projects/:project/budget", {
    summary:
      "Set the amount per month for a project. Emails are sent at 50, 80 and 100 % of it, at once if that is spent already",
    access: can("billing.alert_manage", "project"),
    body: ProjectBudgetInput,
    response: ProjectBudget,
  }),
  removeBudget: del("/api/v1/workspaces/:workspace/projects/:project/budget", {
    summary: "Remove the budget of a project",
    access: can("billing.alert_manage", "project"),
    response: noContent,
  }),
});
