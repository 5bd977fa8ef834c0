/** Asks regions for the images that staff choose. */
import type { RegionChoice } from "#contracts/images.ts";
import { fieldError } from "../../core/lib/problem-error.ts";
import type { ComputeImage } from "../../ports/compute-inventory.ts";
import type { ProviderRegions } from "../../ports/regions.ts";
import { askProvider, requireProvider } from "../instances/ask-provider.ts";

export interface CheckedChoice extends RegionChoice {
  /** The usable images of the region; none where the image is not offered. */
  readonly usable: readonly ComputeImage[];
}

/**
 * The choices with the usable images of their regions. A chosen id that its region does not have is a field error, and a
 * region that is down or slow a 503. A region that no longer offers the image is not asked, so it may be down.
 */
export async function checkChoices(
  regions: ProviderRegions,
  choices: readonly RegionChoice[],
): Promise<CheckedChoice[]> {
  return Promise.all(
    choices.map(async (choice, index): Promise<CheckedChoice> => {
      const { regionHandle, source, glanceId } = choice;
      if (!regions.handles.includes(regionHandle))
        throw fieldError(`regions.${index}.regionHandle`, "unknown", { resource: "region" });
      if (source === "none") return { ...choice, usable: [] };
      const provider = requireProvider(regions, regionHandle);
      const images = await askProvider(() => provider.images());
      const usable = images.filter(({ status }) => status === "active");
      const chosen = glanceId?.toLowerCase() ?? null;
      if (chosen !== null && !usable.some(({ imageId }) => imageId === chosen))
        throw fieldError(`regions.${index}.glanceId`, "unknown", { resource: "glance_image" });
      return { ...choice, glanceId: chosen, usable };
    }),
  );
}

/** The id of the image that the region installs; null if it has none, or several of the name. */
export function foundId({ source, glanceId, usable }: CheckedChoice, name: string): string | null {
  if (source !== "name") return glanceId;
  const [only, ...others] = usable.filter((image) => image.name === name);
  return only === undefined || others.length > 0 ? null : only.imageId;
}
