/** SQL of an instance's provider resources. Commands change instances through it. */
import { sql, type Tx } from "../../core/db/db.ts";

interface InstanceKey {
  readonly id: string;
  readonly workspaceId: string;
}

const isInstance = ({ id, workspaceId }: InstanceKey) =>
  sql`id = ${id} AND workspace_id = ${workspaceId}`;

export const setPort = (
  tx: Tx,
  instance: InstanceKey,
  port: { portId: string; privateIp: string },
): Promise<number> =>
  tx.execute(sql`UPDATE instance SET provider_port_id = ${port.portId}, private_ip = ${port.privateIp}
    WHERE ${isInstance(instance)}`);

export const setFloatingIp = (
  tx: Tx,
  instance: InstanceKey,
  address: { portId: string; addressId: string | null; publicIp: string },
): Promise<number> =>
  tx.execute(sql`UPDATE instance SET provider_port_id = ${address.portId}, provider_floating_ip_id = ${address.addressId},
      public_ip = ${address.publicIp}
    WHERE ${isInstance(instance)}`);

export const clearNetwork = (tx: Tx, instance: InstanceKey): Promise<number> =>
  tx.execute(sql`UPDATE instance SET provider_port_id = NULL, provider_floating_ip_id = NULL, private_ip = NULL, public_ip = NULL
    WHERE ${isInstance(instance)}`);

export const setServerId = (
  tx: Tx,
  instance: InstanceKey,
  serverId: string | null,
): Promise<number> =>
  tx.execute(
    sql`UPDATE instance SET provider_server_id = ${serverId} WHERE ${isInstance(instance)}`,
  );

/** Activates the instance; keeps the time of its first activation. */
export const setActive = (tx: Tx, instance: InstanceKey, now: Date): Promise<number> =>
  tx.execute(sql`UPDATE instance SET status = 'active', status_reason = NULL, activated_at = coalesce(activated_at, ${now}), updated_at = ${now}
    WHERE ${isInstance(instance)}`);

/** Terminates the instance; keeps the time of its first termination. */
export const setTerminated = (tx: Tx, instance: InstanceKey, now: Date): Promise<number> =>
  tx.execute(sql`UPDATE instance SET status = 'terminated', status_reason = NULL, terminated_at = coalesce(terminated_at, ${now}), updated_at = ${now}
    WHERE ${isInstance(instance)}`);

/** Ends an instance whose creation was canceled before it started. Its hostname is available again. */
export const setCanceled = (tx: Tx, instance: InstanceKey, now: Date): Promise<number> =>
  tx.execute(sql`UPDATE instance SET status = 'terminated', status_reason = 'cancelled_by_request', terminated_at = ${now}, updated_at = ${now}
    WHERE ${isInstance(instance)}`);

/** Gives the unit that the order of a virtual machine reserved back to the stock. */
export const releaseReservation = (tx: Tx, instance: InstanceKey): Promise<number> =>
  tx.execute(sql`SELECT release_stock(product_id, region_handle, 1, created_at) FROM instance
    WHERE ${isInstance(instance)} AND variant = 'virtual_machine'`);

/** The termination cannot be undone from now on. */
export const endUndo = (tx: Tx, instance: InstanceKey, now: Date): Promise<number> =>
  tx.execute(
    sql`UPDATE instance SET undo_until = least(undo_until, ${now}) WHERE ${isInstance(instance)}`,
  );
