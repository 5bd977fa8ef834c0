/** Reads the catalog of a region from its providers. The jobs of the sync do the same every minute. */
import type { Variant } from "#contracts/catalogue.ts";
import { fetchBareMetalImages, saveBareMetalImages } from "../../catalogue/bare-metal-sync-job.ts";
import { fetchInventory, saveInventory } from "../../catalogue/sync-job.ts";
import { type CommandDefinition, done, requirePart } from "../../commands/command-definition.ts";

const subjectTypes = { virtual_machine: "region", bare_metal: "bare_metal_region" } as const;

/** The two providers of a region are read apart from each other. */
export const syncSubject = (variant: Variant, regionHandle: string): string =>
  `${subjectTypes[variant]} ${regionHandle}`;

const regionOf = (subject: string | null): string =>
  requirePart(subject, "a subject").split(" ")[1] ?? "";

const rules = { name: "catalog", typicalSeconds: 5, deadlineSeconds: 3600 };

export const syncCatalogueCommand: CommandDefinition = {
  maxAttempts: 8,
  steps: [
    {
      ...rules,
      run: async ({ compute, subject }) => {
        const inventory = await fetchInventory(compute);
        return done((tx, now) => saveInventory(tx, regionOf(subject), inventory, now));
      },
    },
  ],
};

export const syncBareMetalCommand: CommandDefinition = {
  provider: "bare_metal",
  maxAttempts: 8,
  steps: [
    {
      ...rules,
      run: async ({ bareMetal, subject }) => {
        const { images } = await fetchBareMetalImages(requirePart(bareMetal, "bare metal"));
        return done((tx) => saveBareMetalImages(tx, regionOf(subject), images));
      },
    },
  ],
};
