/** Words for event types, results of deliveries and their errors. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import {
  balanceLowType,
  type DeliveredType,
  documentEventTypes,
  instanceEventTypes,
  memberEventTypes,
  movementEventTypes,
  type WebhookEventType,
} from "#contracts/webhook-event-types.ts";
import type { DeliveryError } from "#contracts/webhook-endpoints.ts";

interface EventGroup {
  readonly id: string;
  readonly label: MessageDescriptor;
  readonly types: readonly WebhookEventType[];
}

export const eventGroups: readonly EventGroup[] = [
  { id: "instances", label: msg`Instances`, types: instanceEventTypes },
  { id: "members", label: msg`Members`, types: memberEventTypes },
  { id: "invoices", label: msg`Invoices`, types: documentEventTypes },
  { id: "balance", label: msg`Balance`, types: [balanceLowType, ...movementEventTypes] },
];

/** What happened, in the past tense. */
export const eventLabels: Readonly<Record<DeliveredType, MessageDescriptor>> = {
  "instance.created": msg`Instance ordered`,
  "instance.active": msg`Instance active`,
  "instance.stopped": msg`Instance stopped`,
  "instance.suspended": msg`Instance suspended`,
  "instance.failed": msg`Instance failed`,
  "instance.terminated": msg`Instance terminated`,
  "member.joined": msg`Member joined`,
  "member.role_changed": msg`Role of a member changed`,
  "member.left": msg`Member left or was removed`,
  "invoice.issued": msg`Invoice issued`,
  "invoice.paid": msg`Invoice paid`,
  "invoice.overdue": msg`Invoice overdue`,
  "invoice.uncollectible": msg`Invoice written off`,
  "invoice.reversed": msg`Invoice reversed`,
  "credit_note.issued": msg`Credit note issued`,
  "balance.low": msg`Balance lasts less than a day`,
  "balance.topped_up": msg`Balance topped up`,
  "balance.credited": msg`Credit added`,
  "balance.refunded": msg`Payment refunded`,
  "balance.charged_back": msg`Payment taken back by the bank`,
  "webhook.test": msg`Test event`,
};

const labels = new Map<string, MessageDescriptor>(Object.entries(eventLabels));
/** The words of a type; a type that no longer exists stays as it is. */
export const eventLabel = (i18n: I18n, type: string): string => {
  const label = labels.get(type);
  return label === undefined ? type : i18n._(label);
};

export const errorLabels: Readonly<Record<DeliveryError, MessageDescriptor>> = {
  address_not_allowed: msg`The host leads to an address that isn't public`,
  connection_failed: msg`The connection failed`,
  disabled: msg`The webhook was disabled before it was sent`,
  host_not_found: msg`The host has no address`,
  redirect: msg`The response was a redirect, which isn't followed`,
  response_status: msg`The response wasn't a success`,
  timed_out: msg`No response within 10 seconds`,
  tls: msg`The certificate isn't valid`,
};
