import { useLingui } from "@lingui/react/macro";
import { parseDeviceName } from "#contracts/device-name.ts";

/** The device of a session in the reader's language. */
export function useDeviceName(): (device: string) => string {
  const { t } = useLingui();
  return (device) => {
    const parts = parseDeviceName(device);
    if (parts === null) return device;
    const { browser, system } = parts;
    return t`${browser} on ${system}`;
  };
}
