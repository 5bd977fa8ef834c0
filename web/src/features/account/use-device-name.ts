import { useLingui } from "@lingui/react/macro";

/** The device of a session in the reader's language. The server names it in English: "Firefox on Linux". */
export function useDeviceName(): (device: string) => string {
  const { t } = useLingui();
  return (device) => {
    const [browser, system, ...rest] = device.split(" on ");
    return system === undefined || rest.length > 0 ? device : t`${browser} on ${system}`;
  };
}
