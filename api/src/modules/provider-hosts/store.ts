/** SQL of the lists of hosts. It runs as boreal_system: regions and items belong to no tenant. */
import type { ForemanHost } from "#contracts/provider-hosts.ts";
import { sql, type Tx } from "../../core/db/db.ts";

export const listRegionNames = (tx: Tx): Promise<{ handle: string; name: string }[]> =>
  tx.many(sql`SELECT handle, name FROM region`);

export interface HostItem extends NonNullable<ForemanHost["item"]> {
  readonly regionHandle: string;
  readonly foremanHost: string;
}

/** Items that are these hosts, except retired ones. */
export const listItemsOfHosts = (tx: Tx, foremanHosts: readonly string[]): Promise<HostItem[]> =>
  tx.many(sql`
    SELECT id, product_id AS "productId", serial, state, region_handle AS "regionHandle", foreman_host AS "foremanHost"
      FROM bare_metal_item WHERE state <> 'retired' AND foreman_host = ANY(${[...foremanHosts]})`);
