/** SQL of sending webhooks. It runs as boreal_system: the deliveries belong to every tenant. */
import type { DeliveryError } from "#contracts/webhook-endpoints.ts";
import type { DeliveredType, WebhookEventType } from "#contracts/webhook-event-types.ts";
import { join, type Sql, sql, type Tx } from "../../core/db/db.ts";

/** A delivery that this process attempts now; no other one does until the lease ends. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly workspaceId: string;
  readonly endpointId: string;
  readonly url: string;
  readonly isFailing: boolean;
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly eventId: string;
  readonly type: DeliveredType;
  readonly objectId: string | null;
  readonly occurredAt: Date;
  readonly body: string | null;
  /** Attempts before this one. */
  readonly attempts: number;
}

const isDue = (now: Date) => sql`d.status = 'pending' AND d.next_attempt_at <= ${now}`;

/**
 * Claims one due delivery of each of at most `limit` endpoints that attempt none now: the one that is due longest.
 */
export const claimDeliveries = (
  tx: Tx,
  now: Date,
  { limit, areFailing, leaseUntil }: { limit: number; areFailing: boolean; leaseUntil: Date },
): Promise<ClaimedDelivery[]> =>
  tx.many(sql`
    WITH claimed AS (
      UPDATE webhook_endpoint SET sending_until = ${leaseUntil} WHERE id IN (
        SELECT e.id FROM webhook_endpoint e
         WHERE e.disabled_at IS NULL AND (e.failing_since IS NOT NULL) = ${areFailing} AND (e.sending_until IS NULL OR e.sending_until <= ${now})
           AND EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_id = e.id AND ${isDue(now)})
         ORDER BY e.last_attempt_at NULLS FIRST, e.id LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING *
    )
    SELECT d.id, d.workspace_id AS "workspaceId", e.id AS "endpointId", e.url, ${areFailing} AS "isFailing", e.secret,
           CASE WHEN e.previous_secret_until > ${now} THEN e.previous_secret END AS "previousSecret",
           v.id AS "eventId", v.type, v.object_id AS "objectId", v.occurred_at AS "occurredAt", v.body, d.attempts
      FROM claimed e
     CROSS JOIN LATERAL (SELECT * FROM webhook_delivery d WHERE d.endpoint_id = e.id AND ${isDue(now)}
                          ORDER BY d.next_attempt_at, d.sequence LIMIT 1) d
      JOIN webhook_event v ON v.workspace_id = d.workspace_id AND v.id = d.event_id`);

export const hasDueDelivery = async (tx: Tx, now: Date): Promise<boolean> =>
  (await tx.maybeOne(sql`
    SELECT FROM webhook_endpoint e
     WHERE e.disabled_at IS NULL AND (e.sending_until IS NULL OR e.sending_until <= ${now})
       AND EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_id = e.id AND ${isDue(now)}) LIMIT 1`)) !==
  null;

/** Keeps the body of an event unless another delivery has set it; returns the one that is kept. */
export const keepBody = async (tx: Tx, eventId: string, body: string): Promise<string> =>
  (
    await tx.one<{ body: string }>(
      sql`UPDATE webhook_event SET body = coalesce(body, ${body}) WHERE id = ${eventId} RETURNING body`,
    )
  ).body;

export interface Attempt {
  readonly number: number;
  readonly at: Date;
  readonly durationMs: number;
  readonly error: DeliveryError | null;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
}

export async function insertAttempt(
  tx: Tx,
  { id, workspaceId }: Pick<ClaimedDelivery, "id" | "workspaceId">,
  attempt: Attempt,
): Promise<void> {
  // The delivery is gone if its endpoint was deleted meanwhile; the attempt is recorded once.
  await tx.execute(sql`
    INSERT INTO webhook_attempt (workspace_id, delivery_id, attempt_number, at, duration_ms, response_status, response_body, error)
    SELECT ${workspaceId}, d.id, ${attempt.number}, ${attempt.at}, ${attempt.durationMs}, ${attempt.responseStatus}, ${attempt.responseBody}, ${attempt.error}
      FROM webhook_delivery d WHERE d.id = ${id} FOR UPDATE
    ON CONFLICT (delivery_id, attempt_number) DO NOTHING`);
}

/** `nextAttemptAt` is null if the delivery succeeded or is given up. A delivery that ended meanwhile keeps its end. */
export const recordDelivery = (
  tx: Tx,
  id: string,
  { number, error, responseStatus }: Attempt,
  nextAttemptAt: Date | null,
  now: Date,
): Promise<number> => {
  const status = error === null ? "succeeded" : nextAttemptAt === null ? "failed" : "pending";
  return tx.execute(sql`
    UPDATE webhook_delivery SET attempts = ${number}, status = ${status}, next_attempt_at = ${nextAttemptAt}, response_status = ${responseStatus},
           error = ${error}, updated_at = ${now}
     WHERE id = ${id} AND status = 'pending'`);
};

/** Ends the claim; returns since when the endpoint fails, or null. */
export const recordEndpoint = async (
  tx: Tx,
  id: string,
  { at, error, responseStatus }: Attempt,
  now: Date,
): Promise<{ failingSince: Date | null; isEnabled: boolean } | null> =>
  tx.maybeOne(sql`
    UPDATE webhook_endpoint SET sending_until = NULL, last_attempt_at = ${at}, last_response_status = ${responseStatus},
           failing_since = CASE WHEN ${error}::text IS NOT NULL THEN coalesce(failing_since, ${now}) END
     WHERE id = ${id} RETURNING failing_since AS "failingSince", disabled_at IS NULL AS "isEnabled"`);

export interface DisabledEndpoint {
  readonly name: string;
  readonly createdBy: string;
  readonly workspace: string;
  readonly handle: string;
}

export const disableEndpoint = (
  tx: Tx,
  id: string,
  reason: "failures" | "gone",
  now: Date,
): Promise<DisabledEndpoint> =>
  tx.one(sql`
    UPDATE webhook_endpoint e SET disabled_at = ${now}, disabled_reason = ${reason}, updated_at = ${now}
      FROM workspace w WHERE e.id = ${id} AND w.id = e.workspace_id
    RETURNING e.name, e.created_by AS "createdBy", w.name AS workspace, w.handle`);

/** Events whose deliveries were all made before; their deliveries go with them. */
export const deleteEventsBefore = (tx: Tx, before: Date): Promise<number> =>
  tx.execute(sql`DELETE FROM webhook_event WHERE occurred_at < ${before}
    AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.workspace_id = webhook_event.workspace_id AND d.event_id = webhook_event.id AND d.created_at >= ${before})`);

/** Enabled endpoints of a workspace that want to know when the balance is low. */
export interface BalanceWatch {
  readonly workspaceId: string;
  readonly endpoints: readonly { readonly id: string; readonly isLow: boolean }[];
}

export const listBalanceWatches = (tx: Tx, type: WebhookEventType): Promise<BalanceWatch[]> =>
  tx.many(sql`
    SELECT e.workspace_id AS "workspaceId", json_agg(json_build_object('id', e.id, 'isLow', e.balance_low_since IS NOT NULL)) AS endpoints
      FROM webhook_endpoint e WHERE e.disabled_at IS NULL AND ${type} = ANY (e.event_types) GROUP BY e.workspace_id`);

/** Returns the ids of the endpoints that did not know yet, each once. */
export const setBalanceLow = async (
  tx: Tx,
  ids: readonly string[],
  lowSince: Date | null,
): Promise<string[]> => {
  const changed: Sql =
    lowSince === null ? sql`balance_low_since IS NOT NULL` : sql`balance_low_since IS NULL`;
  const rows = await tx.many<{ id: string }>(sql`
    UPDATE webhook_endpoint SET balance_low_since = ${lowSince} WHERE id IN (${join([...ids])}) AND ${changed} RETURNING id`);
  return rows.map(({ id }) => id);
};
