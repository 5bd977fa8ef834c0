/** What carries Boreal's mark at a provider and belongs to no instance: reported with its age, never removed by itself. */
import type { FastifyBaseLogger } from "fastify";
import type { Tx } from "../../core/db/db.ts";
import type { MarkedResource } from "../../ports/compute.ts";
import { type ResourceOwner, listResourceOwners, saveOrphanCount } from "./reconcile-store.ts";

/** A younger resource may belong to an order whose result is just being saved. */
const youngestMs = 10 * 60_000;
/** Lines in the log for one comparison; the count is complete. */
const loggedAtMost = 20;

export async function reportOrphans(
  tx: Tx,
  logger: FastifyBaseLogger,
  regionHandle: string,
  marked: readonly MarkedResource[],
  providerNow: Date,
): Promise<void> {
  const keys = marked.map(({ key }) => key);
  const owners = await listResourceOwners(tx, regionHandle, keys);
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
  await saveOrphanCount(tx, regionHandle, orphans.length, orphans[0]?.createdAt ?? null);
}

function isOwned({ kind, id }: MarkedResource, owner: ResourceOwner | undefined): boolean {
  if (owner === undefined) return false;
  if (owner.isBusy) return true;
  const own = { server: owner.serverId, port: owner.portId, address: owner.addressId };
  return own[kind] === id;
}
