/** Exports the list of instances as CSV. */
import { maxExportRows } from "#contracts/export-limit.ts";
import { Instance } from "#contracts/instances.ts";
import type { Tx } from "../../core/db/db.ts";
import { iterateList } from "../../core/db/iterate-list.ts";
import type { ListQuery } from "../../core/db/list.ts";
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
  "displayName",
  "deleteProtection",
] as const;

/** The first rows of the list, up to `maxExportRows`. */
export async function exportInstances(
  tx: Tx,
  toListQuery: (page: ListQuery["page"]) => ListQuery,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks = [Buffer.from(csvHeader(columns))];
  for await (const page of iterateList(tx, Instance, toListQuery, maxExportRows))
    chunks.push(Buffer.from(csvLines(columns, page.map(toCsvRow))));
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
  displayName: instance.displayName,
  deleteProtection: instance.deleteProtection ? "on" : "off",
});
