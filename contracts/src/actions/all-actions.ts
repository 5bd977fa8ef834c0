/** Every action, by resource and name: `members.setRole`. */
import type { Action } from "./action.ts";
import { adminInvoiceActions, balanceApprovalActions, promoCodeActions } from "./admin-billing.ts";
import { bareMetalItemActions, bareMetalProductActions } from "./bare-metal-items.ts";
import { commandActions } from "./commands.ts";
import { credentialActions } from "./credentials.ts";
import { imageActions } from "./images.ts";
import {
  adminInstanceActions,
  endedInstanceActions,
  instanceActions,
  instanceLogActions,
} from "./instances.ts";
import { invoiceActions } from "./invoices.ts";
import { inviteActions, memberActions } from "./members.ts";
import { paymentMethodActions } from "./payment-methods.ts";
import { projectActions } from "./projects.ts";
import { queueActions } from "./queue.ts";
import { tokenActions } from "./tokens.ts";
import { staffRoleActions, userActions } from "./users.ts";
import { volumeProductActions } from "./volume-products.ts";
import { virtualProductActions } from "./virtual-products.ts";
import { webhookDeliveryActions, webhookEndpointActions } from "./webhook-endpoints.ts";
import { workspaceRoleActions } from "./workspace-roles.ts";
import { adminWorkspaceActions, workspaceActions } from "./workspaces.ts";

const named = <Name extends string>(resource: string, actions: Record<Name, Action<never>>) =>
  Object.entries<Action<never>>(actions).map(([name, { endpoint }]) => ({
    name: `${resource}.${name}`,
    endpoint,
  }));

export const allActions = [
  ...named("instances", instanceActions),
  ...named("endedInstances", endedInstanceActions),
  ...named("adminInstances", adminInstanceActions),
  ...named("instanceLogs", instanceLogActions),
  ...named("commands", commandActions),
  ...named("projects", projectActions),
  ...named("queue", queueActions),
  ...named("members", memberActions),
  ...named("invites", inviteActions),
  ...named("credentials", credentialActions),
  ...named("paymentMethods", paymentMethodActions),
  ...named("invoices", invoiceActions),
  ...named("tokens", tokenActions),
  ...named("webhookEndpoints", webhookEndpointActions),
  ...named("webhookDeliveries", webhookDeliveryActions),
  ...named("users", userActions),
  ...named("staffRoles", staffRoleActions),
  ...named("workspaceRoles", workspaceRoleActions),
  ...named("workspaces", workspaceActions),
  ...named("adminWorkspaces", adminWorkspaceActions),
  ...named("adminInvoices", adminInvoiceActions),
  ...named("balanceApprovals", balanceApprovalActions),
  ...named("promoCodes", promoCodeActions),
  ...named("bareMetalItems", bareMetalItemActions),
  ...named("bareMetalProducts", bareMetalProductActions),
  ...named("images", imageActions),
  ...named("volumeProducts", volumeProductActions),
  ...named("virtualProducts", virtualProductActions),
];
