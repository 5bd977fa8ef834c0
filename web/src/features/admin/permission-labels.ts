/** Labels of the staff permissions, grouped by area. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { StaffPermission } from "#contracts/permissions.ts";

type PermissionLabels = Record<StaffPermission, MessageDescriptor>;

export const staffPermissionLabels: PermissionLabels = {
  "staff.user.view": msg`View users`,
  "staff.user.activity_view": msg`View sessions and activity of users`,
  "staff.user.update": msg`Edit user details`,
  "staff.user.restore": msg`Restore deactivated users`,
  "staff.user.delete_forever": msg`Permanently delete users`,
  "staff.user.impersonate": msg`Act as a customer`,
  "staff.data_copy.view": msg`View data export requests`,
  "staff.data_copy.retry": msg`Retry failed data exports`,
  "staff.staff_role.view": msg`View staff roles`,
  "staff.staff_role.assign": msg`Assign staff roles`,
  "staff.staff_role.expire": msg`Remove staff roles`,
  "staff.workspace.view": msg`View workspaces`,
  "staff.workspace.delete": msg`Deactivate and restore workspaces`,
  "staff.workspace.suspend": msg`Suspend workspaces and lift suspensions`,
  "staff.workspace_role.view": msg`View workspace members`,
  "staff.workspace_role.manage": msg`Manage workspace members`,
  "staff.workspace_role.owner_reassign": msg`Transfer workspace ownership`,
  "staff.workspace.balance_view": msg`View balances`,
  "staff.workspace.balance_add": msg`Add credit to balances`,
  "staff.billing.view": msg`View billing`,
  "staff.billing.limits_view": msg`View limits`,
  "staff.billing.limits_update": msg`Change limits`,
  "staff.billing.refund": msg`Refund payments`,
  "staff.billing.bank_payment": msg`Record bank payments`,
  "staff.invoice.write_off": msg`Write off invoices`,
  "staff.invoice.view": msg`View invoices`,
  "staff.invoice.create": msg`Create invoices`,
  "staff.invoice.reverse": msg`Reverse invoices`,
  "staff.promo.view": msg`View promo codes`,
  "staff.promo.manage": msg`Manage promo codes`,
  "staff.report.view": msg`View instance reports`,
  "staff.report.orders": msg`View order reports`,
  "staff.instance.view": msg`View instances`,
  "staff.instance.reset": msg`Reboot instances and power them on or off`,
  "staff.instance.delete": msg`Terminate instances`,
  "staff.instance.logs_view": msg`View instance timelines`,
  "staff.instance.logs_manage": msg`Complete, fail, or retry instance steps`,
  "staff.command.view": msg`View commands`,
  "staff.bm_item.view": msg`View bare-metal servers`,
  "staff.bm_item.manage": msg`Manage bare-metal servers`,
  "staff.bm_product.view": msg`View bare-metal products`,
  "staff.bm_product.manage": msg`Manage bare-metal products`,
  "staff.image.view": msg`View images`,
  "staff.image.manage": msg`Manage images`,
  "staff.volume.view": msg`View volume products`,
  "staff.volume.manage": msg`Manage volume products`,
  "staff.product.manage": msg`Manage virtual products and prices`,
  "staff.infra.view": msg`View infrastructure: findings, OpenStack and Foreman hosts`,
  "staff.infra.sync": msg`Read the catalog of a region again`,
  "staff.maintenance.toggle": msg`Start and end maintenance`,
  "staff.setup.view": msg`View setup problems`,
};

/** Groups in display order; a permission belongs to the first group with a matching prefix. */
export const staffPermissionGroups: readonly (readonly [MessageDescriptor, readonly string[]])[] = [
  [msg`People`, ["staff.user.", "staff.data_copy.", "staff.staff_role."]],
  [
    msg`Billing`,
    [
      "staff.workspace.balance",
      "staff.billing.",
      "staff.invoice.",
      "staff.promo.",
      "staff.report.",
    ],
  ],
  [msg`Workspaces`, ["staff.workspace"]],
  [msg`Instances`, ["staff.instance.", "staff.command."]],
  [msg`Catalog`, ["staff.bm_", "staff.image.", "staff.volume.", "staff.product."]],
  [msg`Platform`, ["staff."]],
];
