import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Region } from "#contracts/catalogue.ts";
import { gigabytes, type Manner } from "../../lib/format.ts";
import type { Dropped, Obstacle } from "./order-draft.ts";

/** Why something cannot be chosen, for the card it stands on. */
export function wordObstacle(
  i18n: I18n,
  manner: Manner,
  obstacle: Obstacle,
  region: string,
): string {
  switch (obstacle.code) {
    case "not_sold":
      return i18n._(msg`Not offered in ${region}`);
    case "sold_out":
      return i18n._(msg`Sold out in ${region}`);
    case "few":
      return i18n._(msg`Only ${obstacle.free} left in ${region}`);
    case "not_in_region":
      return i18n._(msg`Not available in ${region}`);
    case "disk":
      return i18n._(msg`Requires a ${gigabytes(obstacle.needsGb, manner)} disk`);
    case "memory":
      return i18n._(
        msg`Requires ${gigabytes(Math.ceil(obstacle.needsMb / 1_024), manner)} of memory`,
      );
  }
}

/** What a change took out of the form. */
export function wordDropped(
  i18n: I18n,
  manner: Manner,
  { field, name, obstacle }: Dropped,
  region: string,
): string {
  const why = wordObstacle(i18n, manner, obstacle, region);
  return field === "virtualProduct"
    ? i18n._(msg`${name} was removed from your selection: ${why}. Choose another product.`)
    : i18n._(
        msg`${name} was removed from your selection: ${why}. Choose another operating system.`,
      );
}

export const placeOf = (region: Region): string => `${region.name}, ${region.country}`;
