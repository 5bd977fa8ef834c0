/** Boot volumes: Nova creates them, so their labels are set once their server is active. */
import { z } from "zod";
import type { ComputeKey, Labels } from "#api/ports/compute.ts";
import type { ComputeVolumeType } from "#api/ports/compute-inventory.ts";
import type { MarkedResource } from "#api/ports/compute-readings.ts";
import type { Wire } from "./client.ts";
import { deleteIgnoringMissing, parseUtcTime, requestOrThrow } from "./errors.ts";
import { parseResourceTag, resourceTag, toMetadata } from "./labels.ts";
import { listPages } from "./pages.ts";
import { parseBody } from "./responses.ts";

const VolumeRow = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  status: z.string(),
  created_at: z.string().nullish(),
  size: z.number().default(0),
  /** Name of its type. */
  volume_type: z.string().nullish(),
});

/** Cinder lists up to a thousand types at once; no cloud has as many. */
const VolumeTypes = z.looseObject({
  volume_types: z.array(
    z.looseObject({ id: z.string(), name: z.string(), description: z.string().nullish() }),
  ),
});

/** Volumes of other states are being changed, or belong to a server. */
const deletableStatuses = ["available", "error", "error_restoring", "error_extending"];

const listVolumes = async (client: Wire, query?: { name: string }) =>
  (await client.offers("volume"))
    ? listPages(client, "volumes", VolumeRow, {
        service: "volume",
        path: ["volumes", "detail"],
        ...(query === undefined ? {} : { query }),
      })
    : [];

export async function markVolumes(
  client: Wire,
  { volumeIds, ...labels }: Labels & { volumeIds: readonly string[] },
): Promise<void> {
  const volume = { name: resourceTag(labels.key), metadata: toMetadata(labels) };
  for (const id of volumeIds)
    await requestOrThrow(client, {
      service: "volume",
      method: "PUT",
      path: ["volumes", id],
      body: { volume },
    });
}

export async function listTaggedVolumes(client: Wire): Promise<MarkedResource[]> {
  return (await listVolumes(client)).flatMap(({ id, name, created_at: createdAt }) => {
    const key = parseResourceTag([name]);
    return key === null
      ? []
      : [{ kind: "volume" as const, id, key, createdAt: parseUtcTime(createdAt) }];
  });
}

export async function deleteUnusedVolumes(client: Wire, key: ComputeKey): Promise<void> {
  for (const { id, status } of await listVolumes(client, { name: resourceTag(key) }))
    if (deletableStatuses.includes(status))
      await deleteIgnoringMissing(client, "volume", ["volumes", id]);
}

export async function listVolumeTypes(client: Wire): Promise<ComputeVolumeType[]> {
  if (!(await client.offers("volume"))) return [];
  const request = { service: "volume" as const, method: "GET" as const, path: ["types"] };
  const types = parseBody(VolumeTypes, await requestOrThrow(client, request)).volume_types;
  const volumes = await listVolumes(client);
  return types.map(({ id, name, description }) => {
    const ofType = volumes.filter((volume) => volume.volume_type === name);
    const sizeGb = ofType.reduce((sum, { size }) => sum + size, 0);
    return {
      typeId: id,
      name,
      description: description ?? "",
      volumes: { count: ofType.length, sizeGb },
    };
  });
}
