/** The types of events that webhooks tell about. */
import { z } from "zod";
import type { WorkspacePermission } from "./permissions.ts";

export const instanceEventTypes = [
  "instance.created",
  "instance.active",
  "instance.stopped",
  "instance.suspended",
  "instance.failed",
  "instance.terminated",
] as const;
export const memberEventTypes = ["member.joined", "member.role_changed", "member.left"] as const;
/** Events of invoices and credit notes. */
export const documentEventTypes = [
  "invoice.issued",
  "invoice.paid",
  "invoice.overdue",
  "invoice.uncollectible",
  "invoice.reversed",
  "credit_note.issued",
] as const;
/** Events of entries of the billing history. */
export const movementEventTypes = [
  "balance.topped_up",
  "balance.credited",
  "balance.refunded",
  "balance.charged_back",
] as const;
/** The balance lasts for less than a day at the present rate. */
export const balanceLowType = "balance.low";

export const webhookEventTypes = [
  ...instanceEventTypes,
  ...memberEventTypes,
  ...documentEventTypes,
  balanceLowType,
  ...movementEventTypes,
] as const;
export const WebhookEventType = z.enum(webhookEventTypes);
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** The type of the message that a user sends to try an endpoint. No endpoint chooses it. */
export const testEventType = "webhook.test";
export const deliveredTypes = [...webhookEventTypes, testEventType] as const;
export type DeliveredType = (typeof deliveredTypes)[number];

const permissions: Readonly<Record<string, WorkspacePermission>> = {
  instance: "instance.view",
  member: "member.view",
  invoice: "billing.view",
  credit_note: "billing.view",
  balance: "billing.view",
};

/** The permission to see what an event of the type carries; null for a test. */
export const webhookEventPermission = (type: DeliveredType): WorkspacePermission | null =>
  permissions[type.slice(0, type.indexOf("."))] ?? null;
