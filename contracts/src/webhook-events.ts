/** The message of a webhook, and the shape of its data by event type: that of the API's responses. */
import { z } from "zod";
import { HistoryRow } from "./billing-history.ts";
import { Timestamp } from "./endpoint.ts";
import { Instance } from "./instances.ts";
import { InvoiceRow } from "./invoices.ts";
import { Member } from "./members.ts";
import { BalanceForecast } from "./payments.ts";
import {
  balanceLowType,
  deliveredTypes,
  type DeliveredType,
  documentEventTypes,
  instanceEventTypes,
  memberEventTypes,
  movementEventTypes,
} from "./webhook-event-types.ts";

const TestData = z.object({ message: z.string() });

const shapes = new Map<string, z.ZodType>([
  ...instanceEventTypes.map((type) => [type, Instance] as const),
  ...memberEventTypes.map((type) => [type, Member] as const),
  ...documentEventTypes.map((type) => [type, InvoiceRow] as const),
  ...movementEventTypes.map((type) => [type, HistoryRow] as const),
  [balanceLowType, BalanceForecast],
]);

/** The shape of `data` of the type. */
export const webhookEventData = (type: DeliveredType): z.ZodType => shapes.get(type) ?? TestData;

/** The body of a webhook. */
export const WebhookMessage = z.object({
  type: z.enum(deliveredTypes),
  /** When the event happened. */
  timestamp: Timestamp,
  /** The object as the API returns it when the event is sent first; see `webhookEventData`. */
  data: z.unknown(),
});
