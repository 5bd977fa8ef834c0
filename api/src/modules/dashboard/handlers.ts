/** Handler of the dashboard of staff. */
import { type dashboard, failedOperationHours } from "#contracts/dashboard.ts";
import { usd } from "#contracts/money.ts";
import { staffAccessLevel, type StaffPermission } from "#contracts/permissions.ts";
import { type Handlers, systemHandler } from "../../core/http/handlers.ts";
import { mailDelivery } from "../mail/send-mail.ts";
import { readMonthRevenue } from "../reports/revenue.ts";
import { listRegionHealth, readDashboardCounts } from "./store.ts";

const hourMs = 3_600_000;

export const dashboardHandlers: Handlers<typeof dashboard> = {
  view: systemHandler("the dashboard covers every tenant", async ({ tx, caller, now }) => {
    const role = caller.staffRole;
    const may = (permission: StaffPermission): boolean =>
      role !== null && staffAccessLevel(role, permission) !== null;
    const { users, workspaces, instances, ...attention } = await readDashboardCounts(tx, may, {
      failedSince: new Date(now.getTime() - failedOperationHours * hourMs),
      mailTask: mailDelivery.name,
    });
    return {
      asOf: now.toISOString(),
      attention,
      figures: {
        users,
        workspaces,
        instances,
        revenue: may("staff.report.view") ? usd(await readMonthRevenue(tx, now)) : null,
      },
      regions: may("staff.infra.view") ? await listRegionHealth(tx) : null,
    };
  }),
};
