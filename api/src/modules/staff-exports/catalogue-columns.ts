/** Columns of the exports of the catalog; see columns.ts. */
import type { BareMetalItemRow, BareMetalProductRow } from "#contracts/bare-metal-items.ts";
import type { AdminImageRow } from "#contracts/images.ts";
import type { VirtualProductRow } from "#contracts/virtual-products.ts";
import type { VolumeProduct } from "#contracts/volume-products.ts";
import { type Columns, listed, usdOfMicros } from "./cells.ts";

export const imageColumns: Columns<AdminImageRow> = {
  name: ({ name }) => name,
  id: ({ id }) => id,
  family: ({ family }) => family,
  version: ({ version }) => version,
  architecture: ({ architecture }) => architecture,
  isDefault: ({ isDefault }) => isDefault,
  status: ({ status }) => status,
  regions: ({ regions }) =>
    listed(regions.filter((one) => one.isInstallable).map(({ regionHandle }) => regionHandle)),
  minDiskGb: ({ minDiskGb }) => minDiskGb,
  minMemoryMb: ({ minMemoryMb }) => minMemoryMb,
  defaultUser: ({ defaultUser }) => defaultUser,
  endOfLife: ({ endOfLife }) => endOfLife,
  instances: ({ instanceCount }) => instanceCount,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
};

export const volumeProductColumns: Columns<VolumeProduct> = {
  name: ({ name }) => name,
  id: ({ id }) => id,
  region: ({ region }) => region.handle,
  description: ({ description }) => description,
  status: ({ status }) => status,
  usdPerGbMonth: ({ rateMicrosPerGbMonth }) => usdOfMicros(rateMicrosPerGbMonth),
  minSizeGb: ({ minSizeGb }) => minSizeGb,
  maxSizeGb: ({ maxSizeGb }) => maxSizeGb,
  isAtProvider: ({ isAtProvider }) => isAtProvider,
  volumes: ({ impact }) => impact.volumes,
  volumesGb: ({ impact }) => impact.sizeGb,
  checkedAt: ({ checkedAt }) => checkedAt,
  updatedAt: ({ updatedAt }) => updatedAt,
};

export const virtualProductColumns: Columns<VirtualProductRow> = {
  name: ({ name }) => name,
  id: ({ id }) => id,
  family: ({ family }) => family,
  gpuModel: ({ gpuModel }) => gpuModel,
  gpuCount: ({ gpuCount }) => gpuCount,
  vramGb: ({ vramGb }) => vramGb,
  vcpu: ({ vcpu }) => vcpu,
  memoryGb: ({ memoryGb }) => memoryGb,
  diskGb: ({ diskGb }) => diskGb,
  flavor: ({ flavor }) => flavor,
  status: ({ status }) => status,
  usdPerHour: ({ rateMicrosPerHour }) => usdOfMicros(rateMicrosPerHour),
  nextUsdPerHour: ({ nextPrice }) => usdOfMicros(nextPrice?.rateMicrosPerHour ?? null),
  nextPriceFrom: ({ nextPrice }) => nextPrice?.validFrom ?? null,
  regions: ({ regions }) =>
    listed(regions.filter((one) => one.isOffered).map(({ regionHandle }) => regionHandle)),
  instances: ({ instanceCount }) => instanceCount,
  updatedAt: ({ updatedAt }) => updatedAt,
};

export const bareMetalProductColumns: Columns<BareMetalProductRow> = {
  name: ({ name }) => name,
  id: ({ id }) => id,
  family: ({ family }) => family,
  gpuModel: ({ gpuModel }) => gpuModel,
  gpuCount: ({ gpuCount }) => gpuCount,
  vcpu: ({ vcpu }) => vcpu,
  memoryGb: ({ memoryGb }) => memoryGb,
  diskGb: ({ diskGb }) => diskGb,
  status: ({ status }) => status,
  usdPerHour: ({ rateMicrosPerHour }) => usdOfMicros(rateMicrosPerHour),
  available: ({ itemCounts }) => itemCounts.available,
  reserved: ({ itemCounts }) => itemCounts.reserved,
  inUse: ({ itemCounts }) => itemCounts.in_use,
  erasing: ({ itemCounts }) => itemCounts.erasing,
  maintenance: ({ itemCounts }) => itemCounts.maintenance,
  broken: ({ itemCounts }) => itemCounts.broken,
  retired: ({ itemCounts }) => itemCounts.retired,
  updatedAt: ({ updatedAt }) => updatedAt,
};

export const bareMetalItemColumns: Columns<BareMetalItemRow> = {
  serial: ({ serial }) => serial,
  id: ({ id }) => id,
  product: ({ product }) => product.name,
  region: ({ region }) => region.handle,
  foremanHost: ({ foremanHost }) => foremanHost,
  hostGroup: ({ hostGroup }) => hostGroup,
  rack: ({ rack }) => rack,
  disks: ({ diskCount }) => diskCount,
  state: ({ state }) => state,
  stateReason: ({ stateReason }) => stateReason,
  note: ({ note }) => note,
  hasCustomerData: ({ hasCustomerData }) => hasCustomerData,
  instance: ({ instance }) => instance?.hostname ?? null,
  instanceId: ({ instance }) => instance?.id ?? null,
  workspace: ({ instance }) => instance?.workspace.handle ?? null,
  updatedAt: ({ updatedAt }) => updatedAt,
};
