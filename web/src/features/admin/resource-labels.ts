import { msg } from "@lingui/core/macro";
import type { adminBillingResource } from "#contracts/admin-billing.ts";
import type { adminInstancesResource } from "#contracts/admin-instances.ts";
import type { adminWorkspacesResource } from "#contracts/admin-workspaces.ts";
import type { balanceApprovalsResource } from "#contracts/balance-approvals.ts";
import type {
  bareMetalItemsResource,
  bareMetalProductsResource,
} from "#contracts/bare-metal-items.ts";
import type { infrastructureResource } from "#contracts/infrastructure.ts";
import type { maintenanceResource } from "#contracts/maintenance.ts";
import type { promoCodesResource } from "#contracts/promo-codes.ts";
import type { staffRolesResource } from "#contracts/staff-roles.ts";
import type { usersResource } from "#contracts/users.ts";
import type { workspaceRolesResource } from "#contracts/workspace-roles.ts";
import { type AnyResourceLabels, labelResource } from "../../lib/features/feature-declaration.ts";

export const labels: readonly AnyResourceLabels[] = [
  labelResource<typeof adminBillingResource>({
    resource: "adminBilling",
    label: msg`Billing (staff)`,
  }),
  labelResource<typeof balanceApprovalsResource>({
    resource: "balanceApprovals",
    label: msg`Balance approvals`,
  }),
  labelResource<typeof promoCodesResource>({ resource: "promoCodes", label: msg`Promo codes` }),
  labelResource<typeof adminInstancesResource>({
    resource: "adminInstances",
    label: msg`Instances (staff)`,
  }),
  labelResource<typeof adminWorkspacesResource>({
    resource: "adminWorkspaces",
    label: msg`Workspaces (staff)`,
  }),
  labelResource<typeof bareMetalItemsResource>({
    resource: "bareMetalItems",
    label: msg`Bare-metal items`,
  }),
  labelResource<typeof bareMetalProductsResource>({
    resource: "bareMetalProducts",
    label: msg`Bare-metal products`,
  }),
  labelResource<typeof infrastructureResource>({
    resource: "infrastructure",
    label: msg`Infrastructure`,
  }),
  labelResource<typeof maintenanceResource>({ resource: "maintenance", label: msg`Maintenance` }),
  labelResource<typeof staffRolesResource>({ resource: "staffRoles", label: msg`Staff roles` }),
  labelResource<typeof workspaceRolesResource>({
    resource: "workspaceRoles",
    label: msg`Members (staff)`,
  }),
  labelResource<typeof usersResource>({ resource: "users", label: msg`Users` }),
];
