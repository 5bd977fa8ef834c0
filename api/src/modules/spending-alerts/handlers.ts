/** Handlers of the alert threshold. */
import type { spendingAlerts as endpoints } from "#contracts/spending-alerts.ts";
import { type Handlers, systemHandler } from "../../core/http/handlers.ts";
import {
  findThreshold,
  lockThreshold,
  removeThreshold,
  saveNewVersion,
  thisMonth,
  toAlertThreshold,
} from "../billing/alert-threshold.ts";
import { calendarMonth } from "../billing/expenditure.ts";
import { lockLimits } from "../billing/limits.ts";
import { type AlertDeps, checkThreshold } from "./check-threshold.ts";

const systemReason = "an alert writes to members and stops instances";

export const spendingAlertsHandlers = (deps: AlertDeps): Handlers<typeof endpoints> => ({
  setAlertThreshold: systemHandler(
    systemReason,
    async ({ tx, now, caller, workspace, body, audit, publish }) => {
      const { id: workspaceId, name } = workspace;
      const { amountCents: amount, action } = body;
      await lockLimits(tx, workspaceId);
      const before = await lockThreshold(tx, workspaceId);
      audit({ target: { type: "workspace", id: workspaceId, name } });
      // A repeated request alerts nobody again.
      if (before === null || before.amount !== amount || before.action !== action) {
        const { start: month } = calendarMonth(now);
        await saveNewVersion(tx, { workspaceId, amount, action, month, by: caller.user.id }, now);
        audit({
          changes: [
            { field: "billing.alertThreshold", from: before?.amount ?? null, to: amount },
            { field: "billing.alertAction", from: before?.action ?? null, to: action },
          ].filter(({ from, to }) => from !== to),
        });
        await checkThreshold(tx, deps, workspaceId, now);
        await publish(workspaceId, { topic: "billing", id: null });
      }
      const row = await findThreshold(tx, workspaceId);
      if (row === null) throw new Error("The threshold of a workspace is gone");
      return toAlertThreshold(thisMonth(row, now));
    },
  ),

  removeAlertThreshold: systemHandler(
    systemReason,
    async ({ tx, now, workspace: { id, name }, audit, publish }) => {
      await lockLimits(tx, id);
      const before = await lockThreshold(tx, id);
      audit({ target: { type: "workspace", id, name } });
      if (before === null || !(await removeThreshold(tx, id, now))) return null;
      audit({ changes: [{ field: "billing.alertThreshold", from: before.amount, to: null }] });
      await publish(id, { topic: "billing", id: null });
      return null;
    },
  ),
});
