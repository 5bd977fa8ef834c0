import type { Variant } from "#contracts/catalogue.ts";
import type { OrderLine } from "#contracts/orders.ts";
import type { QueueChoice } from "./store.ts";

interface LineOfChoice {
  readonly variant: Variant;
  readonly choice: QueueChoice;
  readonly priceSnapshotId: string;
  readonly imageId: string;
  readonly projectId: string | null;
  readonly hostnames: readonly string[];
  readonly credentialIds: readonly string[];
  readonly userData: string | null;
}

/** A waiting order as the order of one of its choices. */
export const toOrderLine = (line: LineOfChoice): OrderLine => ({
  region: line.choice.region,
  selectedInstanceVariant: line.variant,
  [line.variant === "bare_metal" ? "bareMetalProduct" : "virtualProduct"]: line.choice.product,
  operatingsystem: line.imageId,
  quantity: line.hostnames.length,
  hostname: [...line.hostnames],
  authType: "ssh",
  workspaceCredential: [...line.credentialIds],
  ...(line.projectId === null ? {} : { projectId: line.projectId }),
  ...(line.userData === null ? {} : { userData: line.userData }),
  priceSnapshotId: line.priceSnapshotId,
});
