/** SQL of waiting orders. */
import type { Variant } from "#contracts/catalogue.ts";
import type { QueuedOrder, QueuedOrderStatus, QueueReason } from "#contracts/queue.ts";
import { raw, sql, type Sql, type Tx } from "../../../core/db/db.ts";
import { isoTimestamp, type ListQuery } from "../../../core/db/list.ts";

/** A waiting order as loaded for authorization. */
export interface QueuedOrderRow {
  id: string;
  workspaceId: string;
  createdBy: { id: string };
  status: QueuedOrderStatus;
}

export const findQueuedOrder = (id: string): Sql =>
  sql`SELECT q.id, q.workspace_id AS "workspaceId", json_build_object('id', q.created_by) AS "createdBy", q.status
    FROM queued_order q WHERE q.id = ${id}`;

/** Locks and re-reads the order until the transaction ends. */
export const lockQueuedOrder = (
  tx: Tx,
  { id, workspaceId }: { id: string; workspaceId: string },
): Promise<QueuedOrderRow> =>
  tx.one(sql`SELECT q.id, q.workspace_id AS "workspaceId", json_build_object('id', q.created_by) AS "createdBy", q.status
    FROM queued_order q WHERE q.id = ${id} AND q.workspace_id = ${workspaceId} FOR UPDATE`);

const queuedOrderJson = sql`json_build_object(
  'id', q.id, 'status', q.status, 'reason', q.reason,
  'position', CASE WHEN q.status = 'waiting' THEN queued_orders_ahead(q.id) + 1 END, 'variant', q.variant, 'choices', choice.list,
  'image', json_build_object('id', image.id, 'name', image.name),
  'project', CASE WHEN project.id IS NULL THEN NULL ELSE json_build_object('id', project.id, 'name', project.name) END,
  'hostname', q.hostnames, 'maxRateMicrosPerHour', q.max_rate_micros_per_hour,
  'createdBy', json_build_object('id', maker.id, 'name', concat_ws(' ', maker.first_name, maker.last_name)),
  'createdAt', ${isoTimestamp("q.created_at")}, 'expiresAt', ${isoTimestamp("q.expires_at")}, 'endedAt', ${isoTimestamp("q.ended_at")},
  'orderId', q.order_id)`;

const joins = sql`
  JOIN image ON image.id = q.image_id
  JOIN user_account maker ON maker.id = q.created_by
  LEFT JOIN project ON project.workspace_id = q.workspace_id AND project.id = q.project_id
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('region', json_build_object('handle', region.handle, 'name', region.name),
             'product', json_build_object('id', product.id, 'name', product.name)) ORDER BY wanted.place) AS list
      FROM unnest(q.product_ids, q.region_handles) WITH ORDINALITY AS wanted (product_id, region_handle, place)
      JOIN product ON product.id = wanted.product_id JOIN region ON region.handle = wanted.region_handle) choice`;

export const getQueuedOrder = async (tx: Tx, id: string): Promise<QueuedOrder> =>
  (
    await tx.one<{ item: QueuedOrder }>(
      sql`SELECT ${queuedOrderJson} AS item FROM queued_order q ${joins} WHERE q.id = ${id}`,
    )
  ).item;

export function queuedOrdersQuery(filter: {
  page: number;
  perPage: number;
  after?: string | undefined;
  before?: string | undefined;
  status?: readonly string[] | undefined;
}): ListQuery {
  const isDefault = filter.status === undefined || filter.status.length === 0;
  return {
    from: sql`queued_order q`,
    alias: "q",
    where: [
      isDefault ? sql`q.status = 'waiting'` : sql`q.status = ANY(${[...(filter.status ?? [])]})`,
    ],
    sort: { column: raw("q.created_at"), type: "timestamptz" },
    // The queue in its order; with ended orders the newest first.
    descending: !isDefault,
    rowJson: queuedOrderJson,
    joins,
    page: filter,
  };
}

/** Serializes the creation of a workspace's waiting orders, so that their number and their names are checked in turn. */
export const lockWaitingOrders = (tx: Tx, workspaceId: string) =>
  tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`waiting orders of workspace ${workspaceId}`}, 0))`,
  );

export const countWaitingOrders = async (tx: Tx, workspaceId: string): Promise<number> =>
  (
    await tx.one<{ n: number }>(
      sql`SELECT count(*) AS n FROM queued_order WHERE workspace_id = ${workspaceId} AND status = 'waiting'`,
    )
  ).n;

/** Names of these that waiting orders of the workspace have. */
export const listWaitingNames = async (
  tx: Tx,
  workspaceId: string,
  names: readonly string[],
): Promise<string[]> =>
  (
    await tx.many<{ name: string }>(sql`
      SELECT DISTINCT name FROM queued_order q, unnest(q.hostnames) AS name
       WHERE q.workspace_id = ${workspaceId} AND q.status = 'waiting' AND name = ANY(${[...names]})`)
  ).map(({ name }) => name);

export interface NewQueuedOrder {
  readonly id: string;
  readonly workspaceId: string;
  readonly createdBy: string;
  readonly tokenId: string | null;
  readonly now: Date;
  readonly expiresAt: Date;
  readonly maxRateMicrosPerHour: number;
  readonly variant: Variant;
  readonly choices: readonly QueueChoice[];
  readonly imageId: string;
  readonly projectId: string | null;
  readonly hostnames: readonly string[];
  readonly credentialIds: readonly string[];
  readonly userData: string | null;
}

export interface QueueChoice {
  readonly product: string;
  readonly region: string;
}

export const insertQueuedOrder = (tx: Tx, order: NewQueuedOrder): Promise<number> =>
  tx.execute(sql`
    INSERT INTO queued_order (id, workspace_id, created_by, token_id, created_at, expires_at, reason, max_rate_micros_per_hour, variant,
      product_ids, region_handles, image_id, project_id, quantity, hostnames, credential_ids, user_data)
    VALUES (${order.id}, ${order.workspaceId}, ${order.createdBy}, ${order.tokenId}, ${order.now}, ${order.expiresAt}, 'stock',
      ${order.maxRateMicrosPerHour}, ${order.variant}, ${order.choices.map(({ product }) => product)}, ${order.choices.map(({ region }) => region)},
      ${order.imageId}, ${order.projectId}, ${order.hostnames.length}, ${[...order.hostnames]}, ${[...order.credentialIds]}, ${order.userData})`);

/** Ends a waiting order. The user data may contain secrets, so it is deleted. */
export const endQueuedOrder = (
  tx: Tx,
  id: string,
  end: {
    readonly status: Exclude<QueuedOrderStatus, "waiting">;
    readonly reason: QueueReason | null;
    readonly orderId: string | null;
  },
  now: Date,
): Promise<number> =>
  tx.execute(sql`UPDATE queued_order SET status = ${end.status}, reason = ${end.reason}, order_id = ${end.orderId}, ended_at = ${now}, user_data = NULL
    WHERE id = ${id} AND status = 'waiting'`);
