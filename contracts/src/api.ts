/** All endpoints, by resource. */
import { account } from "./account.ts";
import { activity } from "./activity.ts";
import { adminBilling } from "./admin-billing.ts";
import { adminCommands } from "./admin-commands.ts";
import { adminInstances } from "./admin-instances.ts";
import { adminWorkspaces } from "./admin-workspaces.ts";
import { automaticTopUps } from "./automatic-top-up.ts";
import { auth } from "./auth.ts";
import { balanceApprovals } from "./balance-approvals.ts";
import { bareMetalItems, bareMetalProducts } from "./bare-metal-items.ts";
import { billing } from "./billing.ts";
import { billingFiles } from "./billing-files.ts";
import { billingUsage } from "./usage.ts";
import { billingHistory } from "./billing-history.ts";
import { billingInfo, countries } from "./billing-info.ts";
import { billingInvoices } from "./invoices.ts";
import { catalogue } from "./catalogue.ts";
import { credentials } from "./credentials.ts";
import { dashboard } from "./dashboard.ts";
import { eraseCertificates } from "./erase-certificate.ts";
import { images } from "./images.ts";
import { infrastructure } from "./infrastructure.ts";
import { regionSync } from "./region-sync.ts";
import { instanceLifecycle } from "./instance-lifecycle.ts";
import { instanceConsole } from "./instance-console.ts";
import { instanceDisks } from "./instance-disks.ts";
import { instanceMetrics } from "./instance-metrics.ts";
import { instances } from "./instances.ts";
import type { Endpoint } from "./endpoint.ts";
import { limitRequests } from "./limit-requests.ts";
import { live } from "./live.ts";
import { maintenance } from "./maintenance.ts";
import { invites, members } from "./members.ts";
import { payments, webhooks } from "./payments.ts";
import { projects } from "./projects.ts";
import { billingPromo, promoCodes } from "./promo-codes.ts";
import { providerHosts } from "./provider-hosts.ts";
import { queue } from "./queue.ts";
import { reports } from "./reports.ts";
import { search } from "./search.ts";
import { sessions } from "./sessions.ts";
import { projectBudgets } from "./project-budgets.ts";
import { spendingAlerts } from "./spending-alerts.ts";
import { staffExports } from "./staff-exports.ts";
import { staffRoles } from "./staff-roles.ts";
import { demo, system } from "./system.ts";
import { tokens } from "./tokens.ts";
import { users } from "./users.ts";
import { virtualProducts } from "./virtual-products.ts";
import { volumeProducts } from "./volume-products.ts";
import { webhookEndpoints } from "./webhook-endpoints.ts";
import { workspaceSuspension } from "./workspace-suspension.ts";
import { workspaceRoles } from "./workspace-roles.ts";
import { workspaces } from "./workspaces.ts";

export const api = {
  account,
  activity,
  adminBilling,
  adminCommands,
  adminInstances,
  adminWorkspaces,
  auth,
  automaticTopUps,
  balanceApprovals,
  bareMetalItems,
  bareMetalProducts,
  billing,
  billingUsage,
  billingHistory,
  billingInfo,
  billingInvoices,
  billingFiles,
  billingPromo,
  catalogue,
  countries,
  credentials,
  dashboard,
  demo,
  eraseCertificates,
  images,
  infrastructure,
  regionSync,
  instanceLifecycle,
  instanceConsole,
  instanceDisks,
  instanceMetrics,
  instances,
  invites,
  limitRequests,
  live,
  maintenance,
  members,
  payments,
  projectBudgets,
  projects,
  providerHosts,
  promoCodes,
  queue,
  reports,
  search,
  sessions,
  spendingAlerts,
  staffExports,
  staffRoles,
  system,
  tokens,
  users,
  virtualProducts,
  volumeProducts,
  webhookEndpoints,
  webhooks,
  workspaceRoles,
  workspaceSuspension,
  workspaces,
};

export const allEndpoints: readonly Endpoint[] = Object.values(api).flatMap((calls): Endpoint[] =>
  Object.values(calls),
);
