/** What carries Boreal's mark at a provider and belongs to no instance: reported with its age, never removed by itself. */
import type { FastifyBaseLogger } from "fastify";
import { sql, type Tx } from "../../core/db/db.ts";
import type { MarkedResource } from "../../ports/compute.ts";

/** A younger resource may belong to an order whose result is just being saved. */
const youngestMs = 10 * 60_000;
/** Lines in the log for one comparison; the count is complete. */
const loggedAtMost = 20;

interface Owner {
  id: string;
  serverId: string | null;
  portId: string | null;
  addressId: string | null;
  /** While a command is open, anything with its key may be in use. */
  isBusy: boolean;
}

export async function reportOrphans(
  tx: Tx,
  logger: FastifyBaseLogger,
  regionHandle: string,
  marked: readonly MarkedResource[],
  providerNow: Date,
): Promise<void> {
  const owners = await tx.many<Owner>(sql`
    SELECT i.id::text, i.provider_server_id AS "serverId", i.provider_port_id AS "portId", i.provider_address_id AS "addressId",
           EXISTS (SELECT FROM command c WHERE c.instance_id = i.id AND c.status IN ('queued', 'running', 'waiting')) AS "isBusy"
      FROM instance i WHERE i.region_handle = ${regionHandle} AND i.id::text = ANY(${marked.map(({ key }) => key)})`);
  const byId = new Map(owners.map((owner) => [owner.id, owner]));
  const orphans = marked
    .filter((resource) => !isOwned(resource, byId.get(resource.key)))
    .map((resource) => ({
      ...resource,
      ageMs: resource.createdAt === null ? 0 : providerNow.getTime() - resource.createdAt.getTime(),
    }))
    .filter(({ createdAt, ageMs }) => createdAt === null || ageMs >= youngestMs)
    .sort((one, other) => other.ageMs - one.ageMs);
  for (const { kind, id, key, ageMs } of orphans.slice(0, loggedAtMost))
    logger.warn(
      { region: regionHandle, kind, id, instance: key, ageSeconds: Math.round(ageMs / 1000) },
      "a resource at the provider belongs to no instance",
    );
  await tx.execute(sql`UPDATE region SET orphans = ${orphans.length}, oldest_orphan_at = ${orphans[0]?.createdAt ?? null}
    WHERE handle = ${regionHandle}`);
}

function isOwned({ kind, id }: MarkedResource, owner: Owner | undefined): boolean {
  if (owner === undefined) return false;
  if (owner.isBusy) return true;
  const own = { server: owner.serverId, port: owner.portId, address: owner.addressId };
  return own[kind] === id;
}
