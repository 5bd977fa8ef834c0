/** Exports the list of instances as CSV. */
import { z } from "zod";
import { maxExportRows } from "#contracts/export-limit.ts";
import { Instance } from "#contracts/instances.ts";
import type { Tx } from "../../core/db/db.ts";
import {
  buildListQuery,
  type ListQuery,
  type ListResult,
  toListResponse,
} from "../../core/db/list.ts";
import { csvHeader, csvLines, type CsvValue } from "../../core/lib/csv.ts";

const columns = [
  "name",
  "id",
  "status",
  "statusReason",
  "type",
  "project",
  "product",
  "gpuCount",
  "gpuModel",
  "vramGb",
  "vcpu",
  "memoryGb",
  "diskGb",
  "region",
  "image",
  "publicIp",
  "privateIp",
  "sshKey",
  "usdPerHour",
  "costSoFarUsd",
  "createdBy",
  "createdAt",
  "activatedAt",
  "terminatedAt",
] as const;

const rowsPerQuery = 1000;
const ExportPage = z.object({
  data: z.array(Instance),
  meta: z.object({ next: z.string().nullable() }),
});

/** The first rows of the list, up to `maxExportRows`. Only the CSV bytes of the rows read so far are in memory. */
export async function exportInstances(
  tx: Tx,
  toListQuery: (page: ListQuery["page"]) => ListQuery,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks = [Buffer.from(csvHeader(columns))];
  let remaining = maxExportRows;
  let after: string | undefined;
  do {
    const perPage = Math.min(rowsPerQuery, remaining);
    const list = toListQuery({ page: 1, perPage, after });
    const response = toListResponse(list, await tx.one<ListResult>(buildListQuery(list)));
    const { data, meta } = ExportPage.parse(JSON.parse(response));
    chunks.push(Buffer.from(csvLines(columns, data.map(toCsvRow))));
    remaining -= data.length;
    after = meta.next ?? undefined;
  } while (after !== undefined && remaining > 0);
  return Uint8Array.from(Buffer.concat(chunks));
}

export const exportFileName = (workspace: string, now: Date) =>
  `boreal-instances-${workspace}-${now.toISOString().slice(0, 10)}.csv`;

const microsPerDollar = 1_000_000;
const centsPerDollar = 100;

const toCsvRow = (instance: Instance): Record<(typeof columns)[number], CsvValue> => ({
  name: instance.hostname,
  id: instance.id,
  status: instance.status,
  statusReason: instance.statusReason,
  type: instance.variant,
  project: instance.project?.name ?? null,
  product: instance.product.name,
  gpuCount: instance.product.gpuCount,
  gpuModel: instance.product.gpuModel,
  vramGb: instance.product.vramGb,
  vcpu: instance.product.vcpu,
  memoryGb: instance.product.memoryGb,
  diskGb: instance.product.diskGb,
  region: instance.region.handle,
  image: instance.image.name,
  publicIp: instance.publicIp,
  privateIp: instance.privateIp,
  sshKey: instance.credential?.name ?? null,
  usdPerHour: instance.hourlyRate / microsPerDollar,
  costSoFarUsd: instance.costSoFar.cents / centsPerDollar,
  createdBy: instance.createdBy.name,
  createdAt: instance.createdAt,
  activatedAt: instance.activatedAt,
  terminatedAt: instance.terminatedAt,
});
