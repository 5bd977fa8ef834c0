/** SQL of an order. */
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

/**
 * Locks the project FOR KEY SHARE, so it is not deleted until the transaction ends. Null when the caller does
 * not see it.
 */
export const lockProjectShared = (
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<ProjectSubject | null> =>
  tx.maybeOne(
    sql`SELECT is_default AS "isDefault", json_build_object('id', created_by) AS "createdBy" FROM project WHERE workspace_id = ${workspaceId} AND id = ${id} FOR KEY SHARE`,
  );

export interface OrderedInstances {
  workspaceId: string;
  /** Null stands for the default project. */
  projectId: string | null;
  orderId: string;
  variant: string;
  regionHandle: string;
  product: PricedProduct;
  imageId: string;
  publicKeys: readonly string[];
  createdBy: string;
  instances: readonly { id: string; hostname: string }[];
  now: Date;
}

/** Returns the inserted hostnames; one that another instance took meanwhile is left out. */
export async function insertOrderedInstances(tx: Tx, order: OrderedInstances): Promise<string[]> {
  const { workspaceId, product, instances, now } = order;
  const inserted = await tx.many<{ hostname: string }>(sql`
    INSERT INTO instance (id, workspace_id, project_id, order_id, hostname, variant, status, region_handle, product_id, image_id,
      price_snapshot_id, rate_micros_per_hour, ssh_keys, created_by, created_at, updated_at)
    SELECT made.id, ${workspaceId}, coalesce(${order.projectId}, (SELECT id FROM project WHERE workspace_id = ${workspaceId} AND is_default)), ${order.orderId}, made.hostname, ${order.variant}, 'pending', ${order.regionHandle},
      ${product.id}, ${order.imageId}, ${product.priceSnapshotId}, ${product.rateMicrosPerHour},
      ${[...order.publicKeys]}, ${order.createdBy}, ${now}, ${now}
      FROM unnest(${instances.map(({ id }) => id)}::uuid[], ${instances.map(({ hostname }) => hostname)}::text[]) AS made (id, hostname)
     ORDER BY made.hostname
    ON CONFLICT (workspace_id, hostname) WHERE status <> 'terminated' DO NOTHING
    RETURNING hostname`);
  return inserted.map(({ hostname }) => hostname);
}

export async function insertInstanceCredentials(
  tx: Tx,
  link: { workspaceId: string; instanceIds: readonly string[]; credentialIds: readonly string[] },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO instance_credential (workspace_id, instance_id, credential_id)
    SELECT ${link.workspaceId}, instance.id, key.id
      FROM unnest(${[...link.instanceIds]}::uuid[]) AS instance (id), unnest(${[...link.credentialIds]}::uuid[]) AS key (id)`);
}
