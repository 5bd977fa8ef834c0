/** Registers the endpoints and handlers of every resource. */
import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { api } from "#contracts/api.ts";
import { consoleCloseCodes } from "#contracts/instance-console.ts";
import { dataCopyHandlers } from "./modules/account/data-copy.ts";
import { accountHandlers } from "./modules/account/handlers.ts";
import { passkeyHandlers } from "./modules/account/passkeys.ts";
import { adminWorkspacesHandlers } from "./modules/admin-workspaces/handlers.ts";
import { activityHandlers } from "./modules/activity/handlers.ts";
import { authHandlers } from "./modules/auth/handlers.ts";
import { createIdentityDeps } from "./modules/auth/identity-deps.ts";
import type { PasswordHasher } from "./modules/auth/passwords/password-hasher.ts";
import { credentialsHandlers } from "./modules/credentials/handlers.ts";
import { dashboardHandlers } from "./modules/dashboard/handlers.ts";
import {
  bareMetalItemsHandlers,
  bareMetalProductsHandlers,
} from "./modules/bare-metal/handlers.ts";
import { limitRequestsHandlers } from "./modules/billing/limit-requests.ts";
import { billingInfoHandlers, countriesHandlers } from "./modules/billing/billing-info.ts";
import { billingFilesHandlers } from "./modules/billing/files/handlers.ts";
import { billingInvoicesHandlers } from "./modules/billing/invoices.ts";
import { billingPromoHandlers, promoCodesHandlers } from "./modules/billing/promo-codes.ts";
import {
  type ApprovalDeps,
  balanceApprovalsHandlers,
} from "./modules/billing/balance-approvals.ts";
import { adminBillingHandlers } from "./modules/billing/admin-handlers.ts";
import { billingHistoryHandlers } from "./modules/billing/history.ts";
import { billingHandlers } from "./modules/billing/handlers.ts";
import { automaticTopUpHandlers } from "./modules/billing/payments/automatic-top-up.ts";
import { paymentsHandlers } from "./modules/billing/payments/handlers.ts";
import { webhookHandlers } from "./modules/billing/payments/receive-event.ts";
import { billingUsageHandlers } from "./modules/billing/usage-handlers.ts";
import { catalogueHandlers } from "./modules/catalogue/handlers.ts";
import type { EmailOtpPolicy } from "./config.ts";
import type { LiveEventHub } from "./core/live/live-events.ts";
import { registerEndpoints, type ServerDeps } from "./core/http/register-endpoints.ts";
import { demoHandlers } from "./demo/handlers.ts";
import { imagesHandlers } from "./modules/images/handlers.ts";
import { infrastructureHandlers } from "./modules/infrastructure/handlers.ts";
import { regionSyncHandlers } from "./modules/instances/region-sync-handlers.ts";
import { adminCommandsHandlers } from "./modules/commands/admin-handlers.ts";
import { adminInstancesHandlers } from "./modules/instances/admin-handlers.ts";
import { eraseCertificateHandlers } from "./modules/instances/erase-certificate.ts";
import { instancesHandlers } from "./modules/instances/handlers.ts";
import { instanceLifecycleHandlers } from "./modules/instances/lifecycle-handlers.ts";
import { instanceConsoleHandlers } from "./modules/instances/console/handlers.ts";
import { OpenConsoles } from "./modules/instances/console/open-consoles.ts";
import { instanceDisksHandlers } from "./modules/instances/kept-disks.ts";
import { instanceMetricsHandlers } from "./modules/instances/metrics/handlers.ts";
import { queueHandlers } from "./modules/instances/queue/handlers.ts";
import { invitesHandlers } from "./modules/invites/handlers.ts";
import { liveHandlers } from "./modules/live/handlers.ts";
import { maintenanceHandlers } from "./modules/maintenance/handlers.ts";
import { membersHandlers } from "./modules/members/handlers.ts";
import { providerHostsHandlers } from "./modules/provider-hosts/handlers.ts";
import type { ProviderRegions } from "./ports/regions.ts";
import type { OauthProviders } from "./ports/oauth-provider.ts";
import type { PaymentsProvider } from "./ports/payments.ts";
import { projectsHandlers } from "./modules/projects/handlers.ts";
import { reportsHandlers } from "./modules/reports/handlers.ts";
import { searchHandlers } from "./modules/search/handlers.ts";
import { sessionsHandlers } from "./modules/sessions/handlers.ts";
import { projectBudgetsHandlers } from "./modules/spending-alerts/project-budget-handlers.ts";
import { spendingAlertsHandlers } from "./modules/spending-alerts/handlers.ts";
import { staffExportsHandlers } from "./modules/staff-exports/handlers.ts";
import { staffRolesHandlers } from "./modules/staff-roles/handlers.ts";
import { workspaceSuspensionHandlers } from "./modules/suspension/handlers.ts";
import { systemHandlers } from "./modules/system/handlers.ts";
import { tokensHandlers } from "./modules/tokens/handlers.ts";
import { usersHandlers } from "./modules/users/handlers.ts";
import { virtualProductsHandlers } from "./modules/virtual-products/handlers.ts";
import { volumeProductsHandlers } from "./modules/volume-products/handlers.ts";
import { webhookEndpointsHandlers } from "./modules/webhooks/handlers.ts";
import type { WebhookNetwork } from "./modules/webhooks/webhook-network.ts";
import { workspaceRolesHandlers } from "./modules/workspace-roles/handlers.ts";
import { workspacesHandlers } from "./modules/workspaces/handlers.ts";

export interface RouteDeps extends ApprovalDeps {
  readonly live: LiveEventHub;
  readonly passwords: PasswordHasher;
  readonly metrics: Registry;
  readonly metricsToken: string | null;
  /** The console's URL; links in emails start with it. */
  readonly publicUrl: URL;
  readonly demo: boolean;
  /** Applies a moved clock in this process; only the demo moves it. */
  readonly catchUp?: () => Promise<void>;
  /** When a sign-in requires a code sent by email. */
  readonly emailStep: EmailOtpPolicy;
  /** The clouds that the server asks for consoles and metrics of instances. */
  readonly regions: ProviderRegions;
  /** OAuth providers for sign-in; none if not given. */
  readonly signIn?: OauthProviders;
  /** Null if cards cannot be saved. */
  readonly payments: PaymentsProvider | null;
  readonly webhookNetwork: WebhookNetwork;
}

export function registerRoutes(app: FastifyInstance, platform: ServerDeps, deps: RouteDeps): void {
  registerEndpoints(
    app,
    platform,
    api.system,
    systemHandlers({ ...deps, proxies: platform.proxies }),
  );
  const identity = createIdentityDeps(platform, deps);
  registerEndpoints(app, platform, api.auth, authHandlers(identity));
  registerEndpoints(app, platform, api.account, {
    ...accountHandlers(identity),
    ...dataCopyHandlers(platform),
    ...passkeyHandlers(identity),
  });
  registerEndpoints(app, platform, api.workspaces, workspacesHandlers);
  registerEndpoints(app, platform, api.members, membersHandlers(identity));
  registerEndpoints(app, platform, api.invites, invitesHandlers(identity));
  if (deps.demo) registerEndpoints(app, platform, api.demo, demoHandlers(deps.catchUp));
  registerEndpoints(app, platform, api.projects, projectsHandlers);
  registerEndpoints(app, platform, api.credentials, credentialsHandlers);
  registerEndpoints(app, platform, api.tokens, tokensHandlers);
  registerEndpoints(app, platform, api.activity, activityHandlers);
  registerEndpoints(app, platform, api.sessions, sessionsHandlers(platform));
  const users = usersHandlers(platform, deps);
  registerEndpoints(app, platform, api.users, users);
  registerEndpoints(app, platform, api.staffRoles, staffRolesHandlers);
  const adminWorkspaces = adminWorkspacesHandlers(deps);
  registerEndpoints(app, platform, api.adminWorkspaces, adminWorkspaces);
  registerEndpoints(app, platform, api.workspaceRoles, workspaceRolesHandlers(deps));
  registerEndpoints(app, platform, api.workspaceSuspension, workspaceSuspensionHandlers(deps));
  registerEndpoints(app, platform, api.limitRequests, limitRequestsHandlers);
  registerEndpoints(app, platform, api.maintenance, maintenanceHandlers(platform));
  registerEndpoints(
    app,
    platform,
    api.live,
    liveHandlers({
      hub: deps.live,
      db: platform.db,
      clock: platform.clock,
      streams: platform.streams,
    }),
  );
  registerEndpoints(app, platform, api.catalogue, catalogueHandlers);
  registerEndpoints(app, platform, api.instances, instancesHandlers);
  registerEndpoints(app, platform, api.instanceDisks, instanceDisksHandlers);
  registerEndpoints(app, platform, api.instanceMetrics, instanceMetricsHandlers(deps.regions));
  registerEndpoints(app, platform, api.instanceLifecycle, instanceLifecycleHandlers);
  registerEndpoints(app, platform, api.adminCommands, adminCommandsHandlers);
  const consoles = new OpenConsoles({ ...platform, hub: deps.live });
  platform.maintenance.onStart(() => consoles.closeAll(consoleCloseCodes.access_lost));
  registerEndpoints(
    app,
    platform,
    api.instanceConsole,
    instanceConsoleHandlers({ regions: deps.regions, consoles }),
  );
  registerEndpoints(app, platform, api.queue, queueHandlers);
  registerEndpoints(app, platform, api.eraseCertificates, eraseCertificateHandlers);
  registerEndpoints(app, platform, api.adminInstances, adminInstancesHandlers);
  registerEndpoints(app, platform, api.bareMetalItems, bareMetalItemsHandlers);
  registerEndpoints(app, platform, api.bareMetalProducts, bareMetalProductsHandlers);
  const images = imagesHandlers(deps);
  registerEndpoints(app, platform, api.images, images);
  registerEndpoints(app, platform, api.volumeProducts, volumeProductsHandlers);
  registerEndpoints(app, platform, api.virtualProducts, virtualProductsHandlers);
  registerEndpoints(app, platform, api.infrastructure, infrastructureHandlers);
  registerEndpoints(
    app,
    platform,
    api.providerHosts,
    providerHostsHandlers({ regions: deps.regions, clock: platform.clock }),
  );
  registerEndpoints(app, platform, api.regionSync, regionSyncHandlers(deps.regions));
  registerEndpoints(app, platform, api.billing, billingHandlers);
  registerEndpoints(app, platform, api.automaticTopUps, automaticTopUpHandlers);
  registerEndpoints(app, platform, api.spendingAlerts, spendingAlertsHandlers(deps));
  registerEndpoints(app, platform, api.projectBudgets, projectBudgetsHandlers);
  const payments = { ...platform, ...deps, logger: app.log };
  registerEndpoints(app, platform, api.payments, paymentsHandlers(payments));
  registerEndpoints(app, platform, api.webhooks, webhookHandlers(payments));
  registerEndpoints(app, platform, api.billingUsage, billingUsageHandlers);
  registerEndpoints(app, platform, api.billingInfo, billingInfoHandlers);
  registerEndpoints(app, platform, api.billingInvoices, billingInvoicesHandlers);
  registerEndpoints(app, platform, api.billingFiles, billingFilesHandlers(platform));
  registerEndpoints(app, platform, api.billingPromo, billingPromoHandlers(identity));
  registerEndpoints(app, platform, api.promoCodes, promoCodesHandlers);
  registerEndpoints(app, platform, api.billingHistory, billingHistoryHandlers);
  const adminBilling = adminBillingHandlers(payments);
  registerEndpoints(app, platform, api.adminBilling, adminBilling);
  registerEndpoints(app, platform, api.balanceApprovals, balanceApprovalsHandlers);
  registerEndpoints(app, platform, api.countries, countriesHandlers);
  registerEndpoints(
    app,
    platform,
    api.webhookEndpoints,
    webhookEndpointsHandlers({ ...platform, ...deps }),
  );
  const exported = { users, adminWorkspaces, images, adminBilling };
  registerEndpoints(app, platform, api.staffExports, staffExportsHandlers(exported));
  registerEndpoints(app, platform, api.reports, reportsHandlers);
  registerEndpoints(app, platform, api.dashboard, dashboardHandlers(platform));
  registerEndpoints(app, platform, api.search, searchHandlers);
}
