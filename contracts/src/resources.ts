/**
 * Every resource that declares permissions, a live topic, activity or search results. permissions.ts,
 * tokens.ts, live.ts, activity.ts and search.ts derive their lists from this one, in its order.
 */
import { accountResource } from "./account.ts";
import { adminBillingResource } from "./admin-billing.ts";
import { adminInstancesResource } from "./admin-instances.ts";
import { adminWorkspacesResource } from "./admin-workspaces.ts";
import { authResource } from "./auth.ts";
import { balanceApprovalsResource } from "./balance-approvals.ts";
import { bareMetalItemsResource, bareMetalProductsResource } from "./bare-metal-items.ts";
import { billingResource } from "./billing.ts";
import { credentialsResource } from "./credentials.ts";
import { imagesResource } from "./images.ts";
import { infrastructureResource } from "./infrastructure.ts";
import { instanceConsoleResource } from "./instance-console.ts";
import { instancesResource } from "./instances.ts";
import { maintenanceResource } from "./maintenance.ts";
import { invitesResource, membersResource } from "./members.ts";
import { projectsResource } from "./projects.ts";
import { promoCodesResource } from "./promo-codes.ts";
import { queueResource } from "./queue.ts";
import { defineResource } from "./resource.ts";
import { adminsAndSupport, ownersAndAdministrators } from "./roles.ts";
import { sessionsResource } from "./sessions.ts";
import { staffExportsResource } from "./staff-exports.ts";
import { staffRolesResource } from "./staff-roles.ts";
import { usersResource } from "./users.ts";
import { virtualProductsResource } from "./virtual-products.ts";
import { volumeProductsResource } from "./volume-products.ts";
import { webhookEndpointsResource } from "./webhook-endpoints.ts";
import { workspaceRolesResource } from "./workspace-roles.ts";
import { workspacesResource } from "./workspaces.ts";

/** Declared here because the endpoints of tokens derive from this list. */
export const tokensResource = defineResource("tokens", {
  permissions: {
    "token.view": {
      roles: ownersAndAdministrators,
      effect: "read",
      whileImpersonating: adminsAndSupport,
    },
    "token.create": { roles: ownersAndAdministrators, effect: "write" },
    "token.delete": { roles: ownersAndAdministrators, effect: "write" },
  },
  liveTopic: {
    name: "tokens",
    permission: "token.view",
    staleReads: ["tokens.", "activity.", "workspaces.overview"],
  },
  hasActivity: true,
});

export const resources = [
  workspacesResource,
  membersResource,
  invitesResource,
  tokensResource,
  projectsResource,
  instancesResource,
  instanceConsoleResource,
  queueResource,
  credentialsResource,
  billingResource,
  accountResource,
  authResource,
  sessionsResource,
  adminInstancesResource,
  adminWorkspacesResource,
  bareMetalItemsResource,
  bareMetalProductsResource,
  imagesResource,
  volumeProductsResource,
  virtualProductsResource,
  promoCodesResource,
  adminBillingResource,
  balanceApprovalsResource,
  usersResource,
  webhookEndpointsResource,
  staffRolesResource,
  staffExportsResource,
  workspaceRolesResource,
  infrastructureResource,
  maintenanceResource,
] as const;
type DeclaredResource = (typeof resources)[number];

type PermissionsOf<R> = R extends { permissions: infer P } ? keyof P & string : never;
export type DeclaredPermission = PermissionsOf<DeclaredResource>;

type ScopesOf<R> = R extends { permissions: infer P }
  ? { [K in keyof P & string]: P[K] extends { scope: string } ? K : never }[keyof P & string]
  : never;
/** Permissions that access tokens may carry as scopes. */
export type ScopePermission = ScopesOf<DeclaredResource>;

export type LiveTopic = Extract<DeclaredResource, { liveTopic: object }>["liveTopic"]["name"];
export type ActivityType = Extract<DeclaredResource, { hasActivity: true }>["name"];

export type SearchableResource = Extract<DeclaredResource, { search: object }>;

export type ResourceWithPermissions = Extract<DeclaredResource, { permissions: object }>["name"];
type HasScopes<R> = R extends { name: infer N }
  ? [ScopesOf<R>] extends [never]
    ? never
    : N
  : never;
/** Resources with permissions that are scopes. */
export type ResourceWithScopes = HasScopes<DeclaredResource>;
