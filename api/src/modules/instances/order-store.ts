/** SQL of an order. */
import type { Variant } from "#contracts/catalogue.ts";
import type { ProjectSubject } from "#contracts/actions/projects.ts";
import type { PricedProduct } from "../catalogue/order-lookups.ts";
import { type Tx, sql } from "../../core/db/db.ts";

export interface NamedRow {
  id: string;
  name: string;
}

/** Returns the instances with these hostnames that the caller may see. */
export const listInstancesByHostname = (tx: Tx, workspaceId: string, names: readonly string[]) =>
  tx.many<NamedRow>(sql`SELECT id, hostname AS name FROM instance
    WHERE workspace_id = ${workspaceId} AND status <> 'terminated' AND hostname = ANY(${[...names]})`);

/** Locks the credentials FOR KEY SHARE, so they are not deleted until the transaction ends. */
export const lockCredentialsShared = (
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<{ id: string; publicKey: string }[]> =>
  tx.many(sql`SELECT id, public_key AS "publicKey" FROM credential
    WHERE workspace_id = ${workspaceId} AND id = ANY(${[...ids]}) ORDER BY id FOR KEY SHARE`);

export interface OrderProject extends ProjectSubject {
  readonly id: string;
}

/**
 * Locks the projects FOR KEY SHARE, so they are not deleted until the transaction ends. Returns those that the caller
 * sees of `ids`, and the default project.
 */
export const lockProjectsShared = (
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<OrderProject[]> =>
  tx.many(sql`SELECT id, is_default AS "isDefault", json_build_object('id', created_by) AS "createdBy" FROM project
    WHERE workspace_id = ${workspaceId} AND (id = ANY(${[...ids]}) OR is_default) ORDER BY id FOR KEY SHARE`);

export interface NewOrder {
  readonly id: string;
  readonly workspaceId: string;
  readonly createdBy: string;
  /** The access token that sent it; null for a session. */
  readonly tokenId: string | null;
  readonly now: Date;
}

export interface NewOrderLine {
  /** Counted from 1. */
  readonly number: number;
  readonly variant: Variant;
  readonly regionHandle: string;
  readonly product: PricedProduct;
  readonly imageId: string;
  /** Null where the caller sees no default project; row-level security rejects it for callers limited to projects. */
  readonly projectId: string | null;
  readonly quantity: number;
  readonly credentialIds: readonly string[];
  /** Null without user data. */
  readonly userData: string | null;
}

export async function insertOrder(
  tx: Tx,
  order: NewOrder,
  lines: readonly NewOrderLine[],
): Promise<void> {
  const { id, workspaceId } = order;
  await tx.execute(sql`INSERT INTO purchase_order (id, workspace_id, created_by, token_id, created_at)
    VALUES (${id}, ${workspaceId}, ${order.createdBy}, ${order.tokenId}, ${order.now})`);
  for (const line of lines)
    await tx.execute(sql`
      INSERT INTO purchase_order_line (workspace_id, order_id, line_number, variant, region_handle, product_id, image_id, project_id,
        quantity, price_snapshot_id, rate_micros_per_hour, quote_expires_at, credential_ids, user_data)
      VALUES (${workspaceId}, ${id}, ${line.number}, ${line.variant}, ${line.regionHandle}, ${line.product.id}, ${line.imageId}, ${line.projectId},
        ${line.quantity}, ${line.product.priceSnapshotId}, ${line.product.rateMicrosPerHour}, ${line.product.priceValidUntil},
        ${[...line.credentialIds]}, ${line.userData})`);
}

export interface OrderedInstance {
  readonly id: string;
  readonly hostname: string;
  readonly lineNumber: number;
}

/**
 * Inserts the instances of an order from its lines. Returns the inserted hostnames; one that another instance took
 * meanwhile is left out. Sorted by hostname, so that two orders for the same names do not deadlock.
 */
export async function insertOrderedInstances(
  tx: Tx,
  order: NewOrder,
  instances: readonly OrderedInstance[],
): Promise<string[]> {
  const inserted = await tx.many<{ hostname: string }>(sql`
    INSERT INTO instance (id, workspace_id, project_id, order_id, order_line, hostname, variant, status, region_handle, product_id, image_id,
      price_snapshot_id, rate_micros_per_hour, ssh_keys, created_by, created_at, updated_at)
    SELECT made.id, l.workspace_id, l.project_id, l.order_id, l.line_number, made.hostname, l.variant, 'pending', l.region_handle, l.product_id,
      l.image_id, l.price_snapshot_id, l.rate_micros_per_hour,
      ARRAY(SELECT c.public_key FROM unnest(l.credential_ids) WITH ORDINALITY AS key (id, place)
              JOIN credential c ON c.workspace_id = l.workspace_id AND c.id = key.id ORDER BY key.place),
      ${order.createdBy}, ${order.now}, ${order.now}
      FROM unnest(${instances.map(({ id }) => id)}::uuid[], ${instances.map(({ hostname }) => hostname)}::text[],
             ${instances.map(({ lineNumber }) => lineNumber)}::smallint[]) AS made (id, hostname, line_number)
      JOIN purchase_order_line l ON l.workspace_id = ${order.workspaceId} AND l.order_id = ${order.id} AND l.line_number = made.line_number
     ORDER BY made.hostname
    ON CONFLICT (workspace_id, hostname) WHERE status <> 'terminated' DO NOTHING
    RETURNING hostname`);
  return inserted.map(({ hostname }) => hostname);
}

/** Links the instances of an order to the keys of their lines. */
export async function insertInstanceCredentials(
  tx: Tx,
  { id, workspaceId }: Pick<NewOrder, "id" | "workspaceId">,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO instance_credential (workspace_id, instance_id, credential_id)
    SELECT i.workspace_id, i.id, unnest(l.credential_ids)
      FROM instance i JOIN purchase_order_line l ON l.workspace_id = i.workspace_id AND l.order_id = i.order_id AND l.line_number = i.order_line
     WHERE i.workspace_id = ${workspaceId} AND i.order_id = ${id}`);
}
