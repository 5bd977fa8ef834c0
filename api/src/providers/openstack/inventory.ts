/** Flavors, images and hypervisors of a region. */
import { z } from "zod";
import {
  ComputeError,
  type FlavorRef,
  type ImageRef,
  type MissingResource,
} from "#api/ports/compute.ts";
import type { ComputeFlavor, ComputeImage, Hypervisor } from "#api/ports/compute-inventory.ts";
import { listPages } from "./pages.ts";
import { parseBody } from "./responses.ts";
import type { Wire } from "./client.ts";
import { requestOrThrow, requestOrNull } from "./errors.ts";

const pageSize = 200;

const FlavorRow = z.looseObject({
  id: z.string(),
  name: z.string(),
  vcpus: z.number(),
  ram: z.number(),
  disk: z.number(),
  extra_specs: z.record(z.string(), z.string()).default({}),
});

const ImageRow = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  status: z.string(),
  min_disk: z.number().default(0),
  min_ram: z.number().default(0),
  os_distro: z.string().nullish(),
  os_version: z.string().nullish(),
  architecture: z.string().nullish(),
});
const Images = z.looseObject({ images: z.array(ImageRow), next: z.string().optional() });

const HypervisorRow = z.looseObject({
  /** A number before microversion 2.53. */
  id: z.union([z.string(), z.number()]).transform(String),
  hypervisor_hostname: z.string(),
  state: z.enum(["up", "down"]),
  status: z.enum(["enabled", "disabled"]),
  vcpus: z.number(),
  vcpus_used: z.number(),
  memory_mb: z.number(),
  memory_mb_used: z.number(),
  running_vms: z.number(),
});

/** Since 2.88 Nova no longer reports capacity; Placement does. */
const lastMicroversionWithCapacity = 87;

export async function listFlavors(client: Wire): Promise<ComputeFlavor[]> {
  const request = { service: "compute" as const, path: ["flavors", "detail"] };
  return (await listPages(client, "flavors", FlavorRow, request)).map((row) => ({
    flavorId: row.id,
    name: row.name,
    vcpus: row.vcpus,
    memoryMb: row.ram,
    diskGb: row.disk,
    extraSpecs: row.extra_specs,
  }));
}

function toComputeImage(row: z.output<typeof ImageRow>): ComputeImage {
  return {
    imageId: row.id,
    name: row.name ?? "",
    status: row.status === "active" || row.status === "deactivated" ? row.status : "pending",
    osDistro: row.os_distro ?? null,
    osVersion: row.os_version ?? null,
    architecture: row.architecture ?? null,
    minDiskGb: row.min_disk,
    minMemoryMb: row.min_ram,
  };
}

export async function listImages(client: Wire, name?: string): Promise<ComputeImage[]> {
  const found: ComputeImage[] = [];
  for (;;) {
    const query = { limit: String(pageSize), marker: found.at(-1)?.imageId, name };
    const page = parseBody(
      Images,
      await requestOrThrow(client, { service: "image", method: "GET", path: ["images"], query }),
    );
    found.push(...page.images.map(toComputeImage));
    if (page.next === undefined || page.images.length === 0) return found;
  }
}

export async function listHypervisors(client: Wire): Promise<Hypervisor[]> {
  const rows = await listPages(client, "hypervisors", HypervisorRow, {
    service: "compute",
    path: ["os-hypervisors", "detail"],
    maxMinor: lastMicroversionWithCapacity,
  });
  return rows.map((row) => ({
    host: row.hypervisor_hostname,
    state: row.state,
    status: row.status,
    vcpusUsed: row.vcpus_used,
    vcpusTotal: row.vcpus,
    memoryUsedMb: row.memory_mb_used,
    memoryTotalMb: row.memory_mb,
    serversRunning: row.running_vms,
  }));
}

/** Throws `flavor_missing`. */
export async function findFlavor(client: Wire, requested: FlavorRef): Promise<ComputeFlavor> {
  const flavors = await listFlavors(client);
  const match =
    flavors.find(({ flavorId }) => flavorId === requested) ??
    flavors.find(({ name }) => name === requested);
  if (match === undefined)
    throw ComputeError.rejected("flavor_missing", `flavor ${requested} does not exist`);
  return match;
}

/** Throws `image_missing` if the image does not exist, is not active or is ambiguous. */
export async function findImageId(client: Wire, requested: ImageRef): Promise<string> {
  const byId = z.guid().safeParse(requested).success
    ? await requestOrNull(client, { service: "image", method: "GET", path: ["images", requested] })
    : null;
  const found =
    byId === null
      ? await listImages(client, requested)
      : [toComputeImage(parseBody(ImageRow, byId))];
  const usable = found.filter(({ status }) => status === "active");
  const [only] = usable;
  if (only !== undefined && usable.length === 1) return only.imageId;
  const prefix = found.length === 0 ? "no" : usable.length === 0 ? "no active" : "more than one";
  throw ComputeError.rejected("image_missing", `${prefix} image ${requested}`);
}

/** Null if both exist and are usable. */
export async function findMissingResource(
  client: Wire,
  requested: { flavor: FlavorRef; image: ImageRef },
): Promise<MissingResource | null> {
  try {
    await findFlavor(client, requested.flavor);
    await findImageId(client, requested.image);
    return null;
  } catch (error) {
    if (!(error instanceof ComputeError)) throw error;
    if (error.code !== "flavor_missing" && error.code !== "image_missing") throw error;
    return { code: error.code, message: error.providerMessage };
  }
}
