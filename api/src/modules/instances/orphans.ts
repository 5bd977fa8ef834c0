/**
 * Reports provider resources that carry Boreal's label but belong to no instance, with their age. Nothing is
 * deleted automatically.
 */
import type { FastifyBaseLogger } from "fastify";
import type { Tx } from "../../core/db/db.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { syncFindings } from "../infrastructure/findings.ts";
import type { MarkedResource } from "../../ports/compute-readings.ts";
import { type ResourceOwner, listResourceOwners, saveOrphanCount } from "./reconcile-store.ts";

/** Ignores younger resources: they may belong to a command whose result is not saved yet. */
const minAgeMs = 10 * 60_000;
/** Maximum log lines per comparison; the findings are complete. */
const maxLogLines = 20;

export async function reportOrphans(
  tx: Tx,
  logger: FastifyBaseLogger,
  regionHandle: string,
  marked: readonly MarkedResource[],
  { now, providerNow }: { now: Date; providerNow: Date },
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
    .filter(({ createdAt, ageMs }) => createdAt === null || ageMs >= minAgeMs)
    .sort((one, other) => other.ageMs - one.ageMs);
  for (const { kind, id, key, ageMs } of orphans.slice(0, maxLogLines))
    logger.warn(
      { region: regionHandle, kind, id, instance: key, ageSeconds: Math.round(ageMs / 1000) },
      "a resource at the provider belongs to no instance",
    );
  await saveOrphanCount(tx, regionHandle, orphans.length, orphans[0]?.createdAt ?? null);
  await syncFindings(
    tx,
    now,
    regionHandle,
    ["orphan_server", "orphan_port", "orphan_address", "orphan_volume"],
    orphans.map(({ kind, id, key, createdAt }) => ({
      kind: `orphan_${kind}` as const,
      reference: id,
      instanceId: isUuid(key) ? key : null,
      detail: createdAt === null ? {} : { since: createdAt.toISOString() },
    })),
  );
}

function isOwned({ kind, id }: MarkedResource, owner: ResourceOwner | undefined): boolean {
  if (owner === undefined) return false;
  if (owner.isBusy) return true;
  if (owner.isTerminated) return false;
  const own = {
    server: owner.serverId,
    port: owner.portId,
    address: owner.addressId,
    // Any volume of an instance that has a server.
    volume: owner.serverId === null ? null : id,
  };
  return own[kind] === id;
}
