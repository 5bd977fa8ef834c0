/** What each staff permission lets one do, under the area it belongs to. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { StaffPermission } from "#contracts/permissions.ts";

type Words = Record<StaffPermission, MessageDescriptor>;

export const permissionWords: Words = {
  "staff.user.view": msg`See people`,
  "staff.user.update": msg`Change people's details`,
  "staff.user.restore": msg`Restore deactivated people`,
  "staff.user.delete_forever": msg`Delete people for good`,
  "staff.user.impersonate": msg`Act as a customer`,
  "staff.data_copy.view": msg`See requests for data copies`,
  "staff.data_copy.retry": msg`Make a failed data copy again`,
  "staff.staff_role.view": msg`See staff roles`,
  "staff.staff_role.assign": msg`Give staff roles`,
  "staff.staff_role.expire": msg`Take staff roles away`,
  "staff.workspace.view": msg`See workspaces`,
  "staff.workspace.delete": msg`Delete workspaces`,
  "staff.workspace_role.view": msg`See members of workspaces`,
  "staff.workspace_role.manage": msg`Change members of workspaces`,
  "staff.workspace_role.owner_reassign": msg`Make someone else the owner`,
  "staff.workspace.balance_view": msg`See balances`,
  "staff.workspace.balance_add": msg`Add to a balance`,
  "staff.billing.view": msg`See billing`,
  "staff.billing.limits_view": msg`See limits`,
  "staff.billing.limits_update": msg`Change limits`,
  "staff.billing.refund": msg`Refund payments`,
  "staff.invoice.view": msg`See invoices`,
  "staff.invoice.create": msg`Write invoices`,
  "staff.invoice.reverse": msg`Reverse invoices`,
  "staff.promo.view": msg`See promo codes`,
  "staff.promo.manage": msg`Manage promo codes`,
  "staff.report.view": msg`See reports of machines`,
  "staff.report.orders": msg`See reports of orders`,
  "staff.instance.view": msg`See instances`,
  "staff.instance.reset": msg`Reboot and switch instances`,
  "staff.instance.delete": msg`Delete instances`,
  "staff.instance.logs_view": msg`See the steps of instances`,
  "staff.instance.logs_manage": msg`Close steps of instances by hand`,
  "staff.command.view": msg`See commands`,
  "staff.bm_item.view": msg`See bare-metal machines`,
  "staff.bm_item.manage": msg`Manage bare-metal machines`,
  "staff.bm_product.view": msg`See bare-metal products`,
  "staff.bm_product.manage": msg`Manage bare-metal products`,
  "staff.image.view": msg`See images`,
  "staff.image.manage": msg`Manage images`,
  "staff.volume.view": msg`See volume products`,
  "staff.volume.manage": msg`Manage volume products`,
  "staff.infra.view": msg`See hosts of OpenStack and Foreman`,
  "staff.maintenance.toggle": msg`Begin and end maintenance`,
  "staff.setup.view": msg`See problems of the set-up`,
};

/** In the order of the table; a permission stands in the first group one of its beginnings fits. */
export const permissionGroups: readonly (readonly [MessageDescriptor, readonly string[]])[] = [
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
  [msg`Machines`, ["staff.instance.", "staff.command."]],
  [msg`Catalogue`, ["staff.bm_", "staff.image.", "staff.volume."]],
  [msg`Platform`, ["staff."]],
];
