/** Orders that wait: they start when one of their choices is free, at a price the customer accepts. */
import { z } from "zod";
import { Variant } from "./catalogue.ts";
import {
  can,
  commaSeparated,
  defineEndpoints,
  get,
  Id,
  paginated,
  paginationQuery,
  post,
  Timestamp,
  TimestampInput,
} from "./endpoint.ts";
import { createFieldError, fieldIssue } from "./field-problem.ts";
import { RateMicros } from "./money.ts";
import { maxAlternatives, MaxRate, maxOrderBytes, maxQuantity, ProductChoice } from "./orders.ts";
import { defineResource } from "./resource.ts";
import { hostname } from "./text.ts";
import { UserData } from "./user-data.ts";

export const maxQueueChoices = 1 + maxAlternatives;
export const maxQueueDays = 30;
/** Waiting orders of a workspace. */
export const maxWaitingOrders = 20;

export const queuedOrderStatuses = [
  "waiting",
  "started",
  "cancelled",
  "expired",
  "failed",
] as const;
export type QueuedOrderStatus = (typeof queuedOrderStatuses)[number];

/**
 * What an order waits for: stock, a price within its limit, a region that responds, room within the limits of the
 * workspace, or the end of its suspension.
 */
export const queueWaitReasons = ["stock", "price", "region", "limit", "suspended"] as const;
/** Why a waiting order can no longer start. */
export const queueFailReasons = [
  "access_lost",
  "token_revoked",
  "workspace_deactivated",
  "project_deleted",
  "key_deleted",
  "image_retired",
  "product_withdrawn",
  "hostname_taken",
  "rejected",
] as const;
export const queueReasons = [...queueWaitReasons, ...queueFailReasons] as const;
export type QueueReason = (typeof queueReasons)[number];
export type QueueFailReason = (typeof queueFailReasons)[number];

/** One line of an order with its choices, the preferred one first. It becomes one instance for each hostname. */
export const QueueOrder = z
  .strictObject({
    selectedInstanceVariant: Variant.default("virtual_machine"),
    choices: z.array(ProductChoice).min(1).max(maxQueueChoices),
    operatingsystem: Id,
    hostname: z.array(hostname).min(1).max(maxQuantity),
    workspaceCredential: z.array(Id).min(1).max(10),
    projectId: Id.optional(),
    userData: UserData.optional(),
    /** The highest price of one instance per hour, in micro-dollars. While all choices cost more, the order waits. */
    maxRateMicrosPerHour: MaxRate,
    /** The order ends unstarted at this time, at most 30 days from now. */
    expiresAt: TimestampInput,
  })
  .superRefine((order, context) => {
    order.hostname.forEach((text, position) => {
      if (order.hostname.indexOf(text) < position)
        context.addIssue(
          fieldIssue(createFieldError("duplicate", { resource: "instance" }), [
            "hostname",
            position,
          ]),
        );
    });
  });
export type QueueOrder = z.infer<typeof QueueOrder>;

const NamedRef = z.object({ id: Id, name: z.string() });

export const QueuedOrder = z.object({
  id: Id,
  status: z.enum(queuedOrderStatuses),
  /** What it waits for, or why it failed; null after any other end. */
  reason: z.enum(queueReasons).nullable(),
  /** Place among the waiting orders that want one of the same products in the same region; null once it has ended. */
  position: z.int().nullable(),
  variant: Variant,
  choices: z.array(
    z.object({
      region: z.object({ handle: z.string(), name: z.string() }),
      product: NamedRef,
    }),
  ),
  image: NamedRef,
  /** Null when the project was deleted. */
  project: NamedRef.nullable(),
  hostname: z.array(z.string()),
  maxRateMicrosPerHour: RateMicros,
  createdBy: NamedRef,
  createdAt: Timestamp,
  expiresAt: Timestamp,
  endedAt: Timestamp.nullable(),
  /** The order that it became; null unless it started. */
  orderId: Id.nullable(),
});
export type QueuedOrder = z.infer<typeof QueuedOrder>;

/** Its changes are live events of the topic `instances`. */
export const queueResource = defineResource("queue", { hasActivity: true });

export const queue = defineEndpoints(queueResource, {
  list: get("/api/v1/workspaces/:workspace/purchase/queue", {
    summary:
      "List waiting orders, oldest first. Ended ones are included only if requested with status; the newest is then first",
    access: can("instance.create", "workspace"),
    allowedWhileSuspended: true,
    query: z.strictObject({
      ...paginationQuery(15),
      status: commaSeparated(queuedOrderStatuses),
    }),
    response: paginated(QueuedOrder),
  }),
  create: post("/api/v1/workspaces/:workspace/purchase/queue", {
    summary:
      "Create an order that starts when one of its choices is free, at most at the given price. It starts within seconds if one is free now",
    access: can("instance.create", "workspace"),
    body: QueueOrder,
    bodyLimitBytes: maxOrderBytes,
    response: QueuedOrder,
    status: 202,
    idempotent: true,
  }),
  cancel: post("/api/v1/workspaces/:workspace/purchase/queue/:queuedOrder/cancel", {
    summary: "Cancel a waiting order",
    access: can("instance.create", "queuedOrder"),
    allowedWhileSuspended: true,
    response: QueuedOrder,
    idempotent: true,
  }),
});
