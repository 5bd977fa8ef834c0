/** Devices are named in English, "Firefox on Linux", and shown in the reader's language. */

const separator = " on ";

interface DeviceParts {
  readonly browser: string;
  readonly system: string;
}

/** @param names - what is known of browser and system. Null if nothing is. */
export const joinDeviceName = (names: readonly string[]): string | null =>
  names.length === 0 ? null : names.join(separator);

/** Browser and system of a device name; null if one of them is unknown. */
export function parseDeviceName(device: string): DeviceParts | null {
  const [browser, system, ...rest] = device.split(separator);
  return browser === undefined || system === undefined || rest.length > 0
    ? null
    : { browser, system };
}
