/** Handler of the dashboard of staff. */
import { type dashboard, failedOperationHours, lowStock } from "#contracts/dashboard.ts";
import { usd } from "#contracts/money.ts";
import { staffAccessLevel, type StaffPermission } from "#contracts/permissions.ts";
import { type Handlers, systemHandler, systemListHandler } from "../../core/http/handlers.ts";
import type { ProxyWatch } from "../../core/http/proxy-watch.ts";
import { mailDelivery } from "../mail/send-mail.ts";
import { readMonthRevenue } from "../reports/revenue.ts";
import { listBrokenAuditChains, listLedgerFindings } from "./findings-store.ts";
import { listRegionHealth, readDashboardCounts, readLowStock } from "./store.ts";

const hourMs = 3_600_000;

export const dashboardHandlers = (deps: {
  readonly proxies: ProxyWatch;
}): Handlers<typeof dashboard> => ({
  ledgerFindings: systemListHandler("the ledger belongs to every tenant", ({ query }) =>
    listLedgerFindings(query),
  ),
  auditChains: systemListHandler("the activity log belongs to every tenant", ({ query }) =>
    listBrokenAuditChains(query),
  ),

  view: systemHandler("the dashboard covers every tenant", async ({ tx, caller, now }) => {
    const role = caller.staffRole;
    const may = (permission: StaffPermission): boolean =>
      role !== null && staffAccessLevel(role, permission) !== null;
    const failedSince = new Date(now.getTime() - failedOperationHours * hourMs);
    const { users, workspaces, instances, ...attention } = await readDashboardCounts(tx, may, {
      failedSince,
      mailTask: mailDelivery.name,
    });
    return {
      asOf: now.toISOString(),
      attention: {
        ...attention,
        lowStockProducts: may("staff.product.manage") ? await readLowStock(tx, lowStock) : null,
        untrustedProxy: deps.proxies.current,
      },
      figures: {
        users,
        workspaces,
        instances,
        revenue: may("staff.report.view") ? usd(await readMonthRevenue(tx, now)) : null,
      },
      regions: may("staff.infra.view") ? await listRegionHealth(tx, failedSince) : null,
    };
  }),
});
