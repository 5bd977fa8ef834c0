import type { ComboboxOption } from "../../ui/combobox.tsx";

/** `UTC+05:30`: offset of a zone from UTC at a moment. */
export function formatUtcOffset(zone: string, atMilliseconds: number): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
  const name = parts
    .formatToParts(atMilliseconds)
    .find(({ type }) => type === "timeZoneName")?.value;
  return name === undefined || name === "GMT" || name === "GMT+00:00"
    ? "UTC"
    : name.replace("GMT", "UTC");
}

/** All zones that this browser knows, and the selected one, with their offsets at a moment. */
export function timeZoneOptions(
  selected: string,
  atMilliseconds: number,
): readonly ComboboxOption[] {
  const zones = new Set([...Intl.supportedValuesOf("timeZone"), "UTC", selected]);
  return [...zones].sort().map((zone) => {
    const spacedName = zone.replaceAll("_", " ");
    return {
      value: zone,
      label: zone === "UTC" ? zone : `${spacedName} (${formatUtcOffset(zone, atMilliseconds)})`,
    };
  });
}
