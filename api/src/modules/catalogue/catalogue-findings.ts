/** Differences between the catalog and what a region's provider offers, for staff. */
import type { FindingKind } from "#contracts/infrastructure.ts";
import type { FoundDifference } from "../infrastructure/findings.ts";
import type { ComputeFlavor, ComputeImage, Hypervisor } from "../../ports/compute-inventory.ts";

export const catalogueFindingKinds: readonly FindingKind[] = [
  "flavor_missing",
  "flavor_differs",
  "image_missing",
  "image_ambiguous",
];
export const stockFindingKinds: readonly FindingKind[] = ["gpus_oversold", "host_down"];

export interface CatalogueProduct {
  readonly name: string;
  readonly flavor: string;
  readonly vcpu: number;
  readonly memoryGb: number;
  readonly diskGb: number;
}

export function findFlavorDifferences(
  products: readonly CatalogueProduct[],
  flavors: readonly ComputeFlavor[],
): FoundDifference[] {
  return products.flatMap((product): FoundDifference[] => {
    const { name, flavor: reference } = product;
    const flavor = flavors.find((known) => known.name === reference);
    const about = { reference, instanceId: null };
    if (flavor === undefined) return [{ ...about, kind: "flavor_missing", detail: { name } }];
    const compared = [
      ["vcpus", product.vcpu, flavor.vcpus],
      ["memoryMb", product.memoryGb * 1024, flavor.memoryMb],
      // A flavor without a disk starts from a volume of the product's size.
      ["diskGb", product.diskGb, flavor.diskGb === 0 ? product.diskGb : flavor.diskGb],
    ] as const;
    const difference = compared.find(([, expected, actual]) => expected !== actual);
    if (difference === undefined) return [];
    const [field, expected, actual] = difference;
    return [
      {
        ...about,
        kind: "flavor_differs",
        detail: { name, compared: field, expected, actual },
      },
    ];
  });
}

export interface ExpectedImage {
  readonly name: string;
  /** Its id at the provider that staff chose; null if its name finds it. */
  readonly chosenId: string | null;
}

/** `usable`: the active images of the provider. */
export function findImageDifferences(
  expected: readonly ExpectedImage[],
  usable: readonly ComputeImage[],
): FoundDifference[] {
  return expected.flatMap(({ name: reference, chosenId }) => {
    const actual = usable.filter(({ name, imageId }) =>
      chosenId === null ? name === reference : imageId === chosenId,
    ).length;
    if (actual === 1) return [];
    const kind: FindingKind = actual === 0 ? "image_missing" : "image_ambiguous";
    return [
      { kind, reference, instanceId: null, detail: { compared: "images", expected: 1, actual } },
    ];
  });
}

export function findStockDifferences(
  usedGpus: ReadonlyMap<string, number>,
  installedGpus: ReadonlyMap<string, number>,
  hypervisors: readonly Hypervisor[],
): FoundDifference[] {
  const oversold = [...usedGpus].flatMap(([model, actual]): FoundDifference[] => {
    const expected = installedGpus.get(model) ?? 0;
    const detail = { name: model, compared: "gpus", expected, actual };
    return actual <= expected
      ? []
      : [{ kind: "gpus_oversold", reference: model, instanceId: null, detail }];
  });
  const down = hypervisors
    .filter(({ state }) => state === "down")
    .map(
      ({ host, serversRunning }): FoundDifference => ({
        kind: "host_down",
        reference: host,
        instanceId: null,
        detail: { compared: "servers", actual: serversRunning },
      }),
    );
  return [...oversold, ...down];
}
