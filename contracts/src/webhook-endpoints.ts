/** Webhook endpoints: HTTPS addresses of customers to which events of a workspace are sent, and their deliveries. */
import { z } from "zod";
import {
  can,
  commaSeparated,
  defineEndpoints,
  del,
  get,
  Id,
  noContent,
  paginated,
  paginationQuery,
  post,
  put,
  Timestamp,
} from "./endpoint.ts";
import { failsWith, wholeNumber } from "./field-problem.ts";
import { defineResource } from "./resource.ts";
import { adminsAndSupport, ownersAndAdministrators } from "./roles.ts";
import { displayName } from "./text.ts";
import { deliveredTypes, WebhookEventType, webhookEventTypes } from "./webhook-event-types.ts";

/** Webhook endpoints that a workspace may have. */
export const maxWebhookEndpoints = 10;
export const maxWebhookUrlLength = 1_000;
/** Ports that a webhook may be sent to. */
export const webhookPorts = [443, 8443] as const;
/** Longest time that the secret before a rotation may stay valid, in hours. */
export const maxSecretOverlapHours = 168;
/** How long deliveries are kept. */
export const deliveryRetentionDays = 30;
/** Seconds after which an attempt without a complete response has failed. */
export const webhookTimeoutSeconds = 10;
/** Bytes of a response that are kept. */
export const keptResponseBytes = 1_024;
/** Seconds between the attempts of a delivery, about three days in total. */
export const webhookRetrySeconds = [
  5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
] as const;
/** An endpoint that has failed for so long, without a success in between, is disabled. */
export const disableAfterFailingDays = 3;

/** `failures`: it failed for days. `gone`: it responded with 410. */
export const webhookDisabledReasons = ["user", "failures", "gone"] as const;

const endpointStatuses = ["enabled", "disabled"] as const;

export const WebhookEndpoint = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  eventTypes: z.array(WebhookEventType),
  status: z.enum(endpointStatuses),
  disabledReason: z.enum(webhookDisabledReasons).nullable(),
  disabledAt: Timestamp.nullable(),
  /** Since when every attempt has failed; null if the last one succeeded. */
  failingSince: Timestamp.nullable(),
  /** Until when deliveries are also signed with the secret before the last rotation. */
  previousSecretUntil: Timestamp.nullable(),
  /** Null before the first attempt. */
  lastDelivery: z
    .object({ at: Timestamp, succeeded: z.boolean(), responseStatus: z.int().nullable() })
    .nullable(),
  createdBy: z.object({ id: Id, name: z.string() }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** Why an attempt failed without the response of a receiver, or in spite of it. */
export const deliveryErrors = [
  "address_not_allowed",
  "connection_failed",
  "disabled",
  "host_not_found",
  "response_status",
  "redirect",
  "timed_out",
  "tls",
] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

export const deliveryStatuses = ["pending", "succeeded", "failed"] as const;

const DeliveryRow = z.object({
  id: Id,
  /** The `webhook-id` header: the same for every attempt and replay. */
  eventId: Id,
  type: z.enum(deliveredTypes),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  /** Null if no further attempt follows. */
  nextAttemptAt: Timestamp.nullable(),
  responseStatus: z.int().nullable(),
  error: z.enum(deliveryErrors).nullable(),
  endpoint: z.object({ id: Id, name: z.string(), status: z.enum(endpointStatuses) }),
  /** The user who sent it again; null for the first delivery. */
  replayedBy: z.object({ id: Id, name: z.string() }).nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type WebhookDeliveryRow = z.infer<typeof DeliveryRow>;

export const WebhookDelivery = DeliveryRow.extend({
  /** The body that is sent; null before the first attempt, and for a token without the scope to read it. */
  payload: z.string().nullable(),
  /** Oldest first. */
  history: z.array(
    z.object({
      number: z.int(),
      at: Timestamp,
      durationMs: z.int(),
      responseStatus: z.int().nullable(),
      /** The first bytes of the response as text; null without a response. */
      responseBody: z.string().nullable(),
      error: z.enum(deliveryErrors).nullable(),
    }),
  ),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** Whether text is an http(s) URL of a host, without credentials and fragment. The server allows fewer. */
function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash, hostname } = new URL(text);
  return (
    /^https?:$/.test(protocol) &&
    username === "" &&
    password === "" &&
    hash === "" &&
    hostname !== ""
  );
}
const WebhookUrl = z
  .string()
  .trim()
  .max(maxWebhookUrlLength, { abort: true })
  .refine(isWebhookUrl, failsWith("format", { rule: "webhook_url" }));

const EventTypes = z
  .array(WebhookEventType)
  .min(1)
  .max(webhookEventTypes.length)
  .transform((types) => webhookEventTypes.filter((type) => types.includes(type)));

const settings = { name: displayName(), url: WebhookUrl, eventTypes: EventTypes };

export const webhookEndpointsResource = defineResource("webhookEndpoints", {
  permissions: {
    "webhook.view": {
      roles: ownersAndAdministrators,
      effect: "read",
      scope: "all_projects",
      whileImpersonating: adminsAndSupport,
    },
    "webhook.manage": { roles: ownersAndAdministrators, effect: "write", scope: "all_projects" },
  },
  liveTopic: {
    name: "webhooks",
    permission: "webhook.view",
    staleReads: ["webhookEndpoints.", "activity."],
  },
  hasActivity: true,
});

/** The secret is shown only in this response. */
const WithSecret = z.object({ webhookEndpoint: WebhookEndpoint, secret: z.string() });

export const webhookEndpoints = defineEndpoints(webhookEndpointsResource, {
  list: get("/api/v1/workspaces/:workspace/webhook-endpoints", {
    summary: "List webhook endpoints, newest first",
    preload: { pages: ["/$workspace/settings/webhooks"] },
    access: can("webhook.view", "workspace"),
    query: z.strictObject(paginationQuery(15)),
    response: paginated(WebhookEndpoint),
  }),
  create: post("/api/v1/workspaces/:workspace/webhook-endpoints", {
    summary: "Create a webhook endpoint. Its secret is returned only once. Not for access tokens",
    access: can("webhook.manage", "workspace"),
    requiresReauthentication: true,
    tokenScopes: [],
    body: z.strictObject(settings),
    response: WithSecret,
    status: 201,
  }),
  view: get("/api/v1/workspaces/:workspace/webhook-endpoints/:webhookEndpoint", {
    summary: "Get a webhook endpoint, without its secret",
    access: can("webhook.view", "webhookEndpoint"),
    response: WebhookEndpoint,
  }),
  update: put("/api/v1/workspaces/:workspace/webhook-endpoints/:webhookEndpoint", {
    summary: "Change a webhook endpoint, disable it, or enable it again. Not for access tokens",
    access: can("webhook.manage", "webhookEndpoint"),
    requiresReauthentication: true,
    tokenScopes: [],
    body: z.strictObject({ ...settings, isEnabled: z.boolean() }).partial(),
    response: WebhookEndpoint,
  }),
  rotateSecret: post(
    "/api/v1/workspaces/:workspace/webhook-endpoints/:webhookEndpoint/rotate-secret",
    {
      summary:
        "Create a new secret. Until the overlap ends, deliveries are signed with both secrets. Not for access tokens",
      access: can("webhook.manage", "webhookEndpoint"),
      requiresReauthentication: true,
      tokenScopes: [],
      body: z.strictObject({ overlapHours: wholeNumber(0, maxSecretOverlapHours).default(24) }),
      response: WithSecret,
    },
  ),
  test: post("/api/v1/workspaces/:workspace/webhook-endpoints/:webhookEndpoint/test", {
    summary: "Send a test event to a webhook endpoint",
    access: can("webhook.manage", "webhookEndpoint"),
    response: DeliveryRow,
    status: 202,
    idempotent: true,
  }),
  remove: del("/api/v1/workspaces/:workspace/webhook-endpoints/:webhookEndpoint", {
    summary: "Delete a webhook endpoint and its deliveries",
    access: can("webhook.manage", "webhookEndpoint"),
    response: noContent,
  }),
  deliveries: get("/api/v1/workspaces/:workspace/webhook-endpoints/:webhookEndpoint/deliveries", {
    summary: "List deliveries of the last 30 days, newest first",
    access: can("webhook.view", "webhookEndpoint"),
    query: z.strictObject({
      ...paginationQuery(15),
      status: commaSeparated(deliveryStatuses),
      type: commaSeparated(deliveredTypes),
    }),
    response: paginated(DeliveryRow),
  }),
  delivery: get("/api/v1/workspaces/:workspace/webhook-deliveries/:webhookDelivery", {
    summary: "Get a delivery with its payload, attempts, and responses",
    access: can("webhook.view", "webhookDelivery"),
    response: WebhookDelivery,
  }),
  replay: post("/api/v1/workspaces/:workspace/webhook-deliveries/:webhookDelivery/replay", {
    summary: "Send the event of a delivery again, with the same webhook-id",
    access: can("webhook.manage", "webhookDelivery"),
    response: DeliveryRow,
    status: 202,
    idempotent: true,
  }),
});
