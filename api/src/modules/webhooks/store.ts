/** SQL of webhook endpoints and deliveries, under row-level security. */
import type {
  WebhookDelivery,
  WebhookDeliveryRow,
  WebhookEndpoint,
} from "#contracts/webhook-endpoints.ts";
import type { DeliveredType, WebhookEventType } from "#contracts/webhook-event-types.ts";
import { type Sql, sql, type Tx } from "../../core/db/db.ts";
import { isoTimestamp, type ListQuery } from "../../core/db/list.ts";

export interface EndpointRow {
  id: string;
  name: string;
  url: string;
  eventTypes: WebhookEventType[];
  isEnabled: boolean;
  secret: Buffer;
  createdBy: string;
  /** The row as API response. */
  json: WebhookEndpoint;
}

const creatorJoin = sql`JOIN user_account creator ON creator.id = e.created_by`;
const status = sql`CASE WHEN e.disabled_at IS NULL THEN 'enabled' ELSE 'disabled' END`;
const endpointJson = sql`json_build_object('id', e.id, 'name', e.name, 'url', e.url, 'eventTypes', e.event_types, 'status', ${status},
  'disabledReason', e.disabled_reason, 'disabledAt', ${isoTimestamp("e.disabled_at")}, 'failingSince', ${isoTimestamp("e.failing_since")},
  'previousSecretUntil', ${isoTimestamp("e.previous_secret_until")},
  'lastDelivery', CASE WHEN e.last_attempt_at IS NOT NULL THEN json_build_object('at', ${isoTimestamp("e.last_attempt_at")},
     'succeeded', e.failing_since IS NULL, 'responseStatus', e.last_response_status) END,
  'createdBy', json_build_object('id', creator.id, 'name', concat_ws(' ', creator.first_name, creator.last_name)),
  'createdAt', ${isoTimestamp("e.created_at")}, 'updatedAt', ${isoTimestamp("e.updated_at")})`;

export const findEndpoint = (id: string): Sql => sql`
  SELECT e.id, e.name, e.url, e.event_types AS "eventTypes", e.disabled_at IS NULL AS "isEnabled", e.secret, e.created_by AS "createdBy", ${endpointJson} AS json
    FROM webhook_endpoint e ${creatorJoin} WHERE e.id = ${id}`;

export const lockEndpoint = (tx: Tx, id: string): Promise<EndpointRow | null> =>
  tx.maybeOne(sql`${findEndpoint(id)} FOR NO KEY UPDATE OF e`);

type Page = Pick<ListQuery, "page">["page"];

export const listEndpoints = (page: Page): ListQuery => ({
  from: sql`webhook_endpoint e`,
  alias: "e",
  where: [sql`e.workspace_id = app_workspace_id()`],
  sort: { column: sql`e.created_at`, type: "timestamptz" },
  descending: true,
  rowJson: endpointJson,
  joins: creatorJoin,
  page,
});

/** Counts the endpoints of a workspace, which no other request creates until the transaction ends. */
export async function countEndpoints(tx: Tx, workspaceId: string): Promise<number> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('webhook endpoints ' || ${workspaceId}, 0))`,
  );
  const { n } = await tx.one<{ n: number }>(
    sql`SELECT count(*) AS n FROM webhook_endpoint WHERE workspace_id = ${workspaceId}`,
  );
  return n;
}

interface NewEndpoint {
  id: string;
  workspaceId: string;
  name: string;
  url: string;
  eventTypes: readonly WebhookEventType[];
  secret: Buffer;
  createdBy: string;
  at: Date;
}

export const insertEndpoint = (tx: Tx, endpoint: NewEndpoint): Promise<number> =>
  tx.execute(sql`
    INSERT INTO webhook_endpoint (id, workspace_id, name, url, event_types, secret, created_by, created_at, updated_at)
    VALUES (${endpoint.id}, ${endpoint.workspaceId}, ${endpoint.name}, ${endpoint.url}, ${[...endpoint.eventTypes]}::text[], ${endpoint.secret},
      ${endpoint.createdBy}, ${endpoint.at}, ${endpoint.at})`);

export const updateEndpoint = (
  tx: Tx,
  id: string,
  to: Pick<EndpointRow, "name" | "url" | "eventTypes" | "isEnabled">,
  now: Date,
): Promise<number> =>
  tx.execute(sql`
    UPDATE webhook_endpoint SET name = ${to.name}, url = ${to.url}, event_types = ${to.eventTypes}::text[], updated_at = ${now},
           disabled_at = CASE WHEN ${to.isEnabled} THEN NULL ELSE coalesce(disabled_at, ${now}) END,
           disabled_reason = CASE WHEN ${to.isEnabled} THEN NULL ELSE coalesce(disabled_reason, 'user') END,
           failing_since = CASE WHEN ${to.isEnabled} AND disabled_at IS NOT NULL THEN NULL ELSE failing_since END
     WHERE id = ${id}`);

/** Deliveries that wait when their endpoint is disabled are not sent any more. */
export const cancelPending = (tx: Tx, endpointId: string, now: Date): Promise<number> =>
  tx.execute(sql`UPDATE webhook_delivery SET status = 'failed', next_attempt_at = NULL, error = 'disabled', updated_at = ${now}
    WHERE endpoint_id = ${endpointId} AND status = 'pending'`);

/** With an overlap of 0 hours the former secret ends at once. */
export const replaceSecret = (
  tx: Tx,
  id: string,
  { secret, until, now }: { secret: Buffer; until: Date; now: Date },
): Promise<number> =>
  tx.execute(sql`
    UPDATE webhook_endpoint SET previous_secret = CASE WHEN ${until}::timestamptz > ${now} THEN secret END,
           previous_secret_until = CASE WHEN ${until}::timestamptz > ${now} THEN ${until}::timestamptz END, secret = ${secret}, updated_at = ${now}
     WHERE id = ${id}`);

export const deleteEndpoint = (tx: Tx, id: string): Promise<number> =>
  tx.execute(sql`DELETE FROM webhook_endpoint WHERE id = ${id}`);

const deliveryPairs = sql`'id', d.id, 'eventId', d.event_id, 'type', v.type, 'status', d.status, 'attempts', d.attempts,
  'nextAttemptAt', ${isoTimestamp("d.next_attempt_at")}, 'responseStatus', d.response_status, 'error', d.error,
  'endpoint', json_build_object('id', e.id, 'name', e.name, 'status', ${status}),
  'replayedBy', CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'name', concat_ws(' ', u.first_name, u.last_name)) END,
  'createdAt', ${isoTimestamp("d.created_at")}, 'updatedAt', ${isoTimestamp("d.updated_at")}`;
const deliveryJoins = sql`JOIN webhook_event v ON v.workspace_id = d.workspace_id AND v.id = d.event_id
  JOIN webhook_endpoint e ON e.workspace_id = d.workspace_id AND e.id = d.endpoint_id LEFT JOIN user_account u ON u.id = d.replayed_by`;

export const listDeliveries = (
  endpointId: string,
  {
    status: statuses,
    type: types,
    ...page
  }: Page & {
    status?: readonly WebhookDeliveryRow["status"][] | undefined;
    type?: readonly DeliveredType[] | undefined;
  },
): ListQuery => ({
  from: sql`webhook_delivery d JOIN webhook_event v ON v.workspace_id = d.workspace_id AND v.id = d.event_id`,
  alias: "d",
  where: [
    sql`d.endpoint_id = ${endpointId}`,
    ...(statuses === undefined ? [] : [sql`d.status = ANY(${[...statuses]})`]),
    ...(types === undefined ? [] : [sql`v.type = ANY(${[...types]})`]),
  ],
  sort: { column: sql`d.created_at`, type: "timestamptz" },
  descending: true,
  rowJson: sql`json_build_object(${deliveryPairs})`,
  joins: deliveryJoins,
  page,
});

export interface DeliveryRow {
  id: string;
  workspaceId: string;
  endpointId: string;
  eventId: string;
  type: DeliveredType;
  creatorId: string;
  /** The row as API response. */
  json: WebhookDeliveryRow;
}

export const findDelivery = (id: string): Sql => sql`
  SELECT d.id, d.workspace_id AS "workspaceId", d.endpoint_id AS "endpointId", d.event_id AS "eventId", v.type, e.created_by AS "creatorId",
         json_build_object(${deliveryPairs}) AS json
    FROM webhook_delivery d ${deliveryJoins} WHERE d.id = ${id}`;

export const readDeliveryDetails = (
  tx: Tx,
  id: string,
): Promise<Pick<WebhookDelivery, "payload" | "history">> =>
  tx.one(sql`
    SELECT v.body AS payload, (SELECT coalesce(json_agg(json_build_object('number', a.attempt_number, 'at', ${isoTimestamp("a.at")},
             'durationMs', a.duration_ms, 'responseStatus', a.response_status, 'responseBody', a.response_body, 'error', a.error) ORDER BY a.attempt_number), '[]')
             FROM webhook_attempt a WHERE a.delivery_id = d.id) AS history
      FROM webhook_delivery d JOIN webhook_event v ON v.workspace_id = d.workspace_id AND v.id = d.event_id WHERE d.id = ${id}`);

export const insertEvent = (
  tx: Tx,
  event: { id: string; workspaceId: string; type: DeliveredType; body: string; at: Date },
): Promise<number> =>
  tx.execute(sql`INSERT INTO webhook_event (id, workspace_id, type, occurred_at, body)
    VALUES (${event.id}, ${event.workspaceId}, ${event.type}, ${event.at}, ${event.body})`);

export interface NewDelivery {
  id: string;
  workspaceId: string;
  endpointId: string;
  eventId: string;
  /** The user who sends an event again; null for its first delivery. */
  replayedBy: string | null;
  at: Date;
}

export const insertDelivery = (tx: Tx, delivery: NewDelivery): Promise<number> =>
  tx.execute(sql`
    INSERT INTO webhook_delivery (id, workspace_id, endpoint_id, event_id, next_attempt_at, replayed_by, created_at, updated_at)
    VALUES (${delivery.id}, ${delivery.workspaceId}, ${delivery.endpointId}, ${delivery.eventId}, ${delivery.at}, ${delivery.replayedBy},
      ${delivery.at}, ${delivery.at})`);

/** A delivery of the same event to the same endpoint that still waits. */
export const hasPendingDelivery = async (
  tx: Tx,
  { endpointId, eventId }: Pick<DeliveryRow, "endpointId" | "eventId">,
): Promise<boolean> =>
  (await tx.maybeOne(
    sql`SELECT FROM webhook_delivery WHERE endpoint_id = ${endpointId} AND event_id = ${eventId} AND status = 'pending'`,
  )) !== null;
