import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatGigabytes, type LocaleSettings } from "../../lib/i18n/format.ts";
import type { DroppedChoice, Incompatibility } from "./order-form-state.ts";

/** Message for a card: why it cannot be selected. */
export function incompatibilityMessage(
  i18n: I18n,
  localeSettings: LocaleSettings,
  obstacle: Incompatibility,
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
      return i18n._(msg`Requires a ${formatGigabytes(obstacle.needsGb, localeSettings)} disk`);
    case "memory":
      return i18n._(
        msg`Requires ${formatGigabytes(Math.ceil(obstacle.needsMb / 1_024), localeSettings)} of memory`,
      );
  }
}

/** Message for the quantity: why the region can't deliver it, and what to enter. */
export const shortageMessage = (
  i18n: I18n,
  localeSettings: LocaleSettings,
  obstacle: Incompatibility,
  region: string,
): string =>
  obstacle.code === "few"
    ? i18n._(msg`Only ${obstacle.free} left in ${region}. Enter ${obstacle.free} or less.`)
    : incompatibilityMessage(i18n, localeSettings, obstacle, region);

/** Message about a selection that a change removed. */
export function droppedChoiceMessage(
  i18n: I18n,
  localeSettings: LocaleSettings,
  { field, name, obstacle }: DroppedChoice,
  region: string,
): string {
  const why = incompatibilityMessage(i18n, localeSettings, obstacle, region);
  return field === "virtualProduct"
    ? i18n._(msg`${name} was removed from your selection: ${why}. Choose another product.`)
    : i18n._(
        msg`${name} was removed from your selection: ${why}. Choose another operating system.`,
      );
}
