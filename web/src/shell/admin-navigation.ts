/** The pages of the staff area, one line per entry. An entry is visible to holders of its permission. */
import { msg } from "@lingui/core/macro";
import type { SessionInfo } from "#contracts/auth.ts";
import type { StaffPermission } from "#contracts/permissions.ts";
import { hasStaffPermission } from "../lib/session/permissions.ts";
import type { NavigationItem, NavigationGroup } from "./navigation.ts";

export interface AdminNavigationItem
  extends NavigationItem<
    | "/admin"
    | "/admin/users"
    | "/admin/workspaces"
    | "/admin/staff"
    | "/admin/instances"
    | "/admin/bare-metal-products"
    | "/admin/images"
    | "/admin/virtual-products"
    | "/admin/volumes-products"
    | "/admin/commands"
    | "/admin/data-copy-requests"
    | "/admin/infrastructure"
    | "/admin/limit-requests"
    | "/admin/invoices"
    | "/admin/billing-history"
    | "/admin/promo-codes"
    | "/admin/ledger-findings"
    | "/admin/audit-chains"
    | "/admin/balance-approvals"
    | "/admin/maintenance"
    | "/admin/reports/bare-metal"
    | "/admin/reports/virtual"
    | "/admin/reports/orders"
  > {
  readonly permission: StaffPermission;
}

// biome-ignore format: one line per entry
export const adminNavigation: readonly NavigationGroup<AdminNavigationItem>[] = [
  {
    label: msg`Overview`,
    entries: [
      { to: "/admin", label: msg`Dashboard`, icon: "home", permission: "staff.setup.view" },
    ],
  },
  {
    label: msg`People`,
    entries: [
      { to: "/admin/users", label: msg`Users`, icon: "user", permission: "staff.user.view" },
      { to: "/admin/workspaces", label: msg`Workspaces`, icon: "folder", permission: "staff.workspace.view" },
      { to: "/admin/limit-requests", label: msg`Limit requests`, icon: "gauge", permission: "staff.billing.limits_view" },
      { to: "/admin/staff", label: msg`Staff`, icon: "shield", permission: "staff.staff_role.view" },
      { to: "/admin/data-copy-requests", label: msg`Data exports`, icon: "copy", permission: "staff.data_copy.view" },
    ],
  },
  {
    label: msg`Billing`,
    entries: [
      { to: "/admin/invoices", label: msg`Invoices`, icon: "receipt", permission: "staff.invoice.view" },
      { to: "/admin/billing-history", label: msg`Billing history`, icon: "updown", permission: "staff.billing.view" },
      { to: "/admin/balance-approvals", label: msg`Balance approvals`, icon: "check", permission: "staff.workspace.balance_view" },
      { to: "/admin/ledger-findings", label: msg`Ledger findings`, icon: "pulse", permission: "staff.billing.view" },
      { to: "/admin/promo-codes", label: msg`Promo codes`, icon: "key", permission: "staff.promo.view" },
    ],
  },
  {
    label: msg`Reports`,
    entries: [
      { to: "/admin/reports/virtual", label: msg`Virtual machine report`, icon: "receipt", permission: "staff.report.view" },
      { to: "/admin/reports/bare-metal", label: msg`Bare-metal report`, icon: "receipt", permission: "staff.report.view" },
      { to: "/admin/reports/orders", label: msg`Order report`, icon: "cart", permission: "staff.report.orders" },
    ],
  },
  {
    label: msg`Platform`,
    entries: [
      { to: "/admin/instances", label: msg`Instances`, icon: "server", permission: "staff.instance.view" },
      { to: "/admin/commands", label: msg`Operations`, icon: "terminal", permission: "staff.command.view" },
      { to: "/admin/bare-metal-products", label: msg`Bare metal`, icon: "disk", permission: "staff.bm_product.view" },
      { to: "/admin/images", label: msg`Images`, icon: "download", permission: "staff.image.view" },
      { to: "/admin/virtual-products", label: msg`Virtual products`, icon: "receipt", permission: "staff.product.manage" },
      { to: "/admin/volumes-products", label: msg`Block storage`, icon: "copy", permission: "staff.volume.view" },
      { to: "/admin/infrastructure", label: msg`Infrastructure`, icon: "pulse", permission: "staff.infra.view" },
      { to: "/admin/audit-chains", label: msg`Audit chains`, icon: "warning", permission: "staff.infra.view" },
      { to: "/admin/maintenance", label: msg`Maintenance`, icon: "power", permission: "staff.maintenance.toggle" },
    ],
  },
];

/** The navigation groups that the user may open; a group without visible entries is left out. */
export const visibleAdminNavigation = (self: SessionInfo): NavigationGroup<AdminNavigationItem>[] =>
  adminNavigation
    .map(({ label, entries }) => ({
      label,
      entries: entries.filter(({ permission }) => hasStaffPermission(self, permission)),
    }))
    .filter(({ entries }) => entries.length > 0);

/** The first page of the staff area; null for a user who may open none. */
export const firstAdminPage = (self: SessionInfo): AdminNavigationItem["to"] | null =>
  visibleAdminNavigation(self)[0]?.entries[0]?.to ?? null;
