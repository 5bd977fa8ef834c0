/** Names of the exported lists, for the activity log. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { staffExports } from "#contracts/staff-exports.ts";

export const exportedLists: Readonly<Record<keyof typeof staffExports, MessageDescriptor>> = {
  users: msg`Users`,
  usersWithoutWorkspace: msg`Users without a workspace`,
  dataCopyRequests: msg`Data exports`,
  staff: msg`Staff`,
  workspaces: msg`Workspaces`,
  limitRequests: msg`Limit requests`,
  instances: msg`Instances`,
  commands: msg`Operations`,
  findings: msg`Infrastructure`,
  invoices: msg`Invoices`,
  billingHistory: msg`Billing history`,
  balanceApprovals: msg`Balance approvals`,
  promoCodes: msg`Promo codes`,
  images: msg`Images`,
  volumeProducts: msg`Block storage`,
  virtualProducts: msg`Virtual products`,
  bareMetalProducts: msg`Bare metal`,
  bareMetalItems: msg`Bare-metal items`,
};
