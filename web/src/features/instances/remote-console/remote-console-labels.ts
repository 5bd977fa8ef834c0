/** Words of the remote console: keyboard layouts, and why a console was closed. */
import { useLingui } from "@lingui/react/macro";
import { consoleCloseCodes, consoleIdleMinutes } from "#contracts/instance-console.ts";
import type { LayoutName } from "../../../lib/remote-screen/keyboard-layouts.ts";
import type { Option } from "../../../ui/field.tsx";

export function useLayoutLabels(): readonly Option<LayoutName>[] {
  const { t } = useLingui();
  return [
    { value: "us", label: t`English (US)` },
    { value: "gb", label: t`English (UK)` },
    { value: "de", label: t`German` },
  ];
}

const serverStops = 1001;

/** Why a console was closed, by the code of its WebSocket. */
export function useCloseReason(): (code: number) => string {
  const { t } = useLingui();
  return (code) => {
    switch (code) {
      case consoleCloseCodes.ticket_invalid:
        return t`The permission to open this screen was used or has expired.`;
      case consoleCloseCodes.access_lost:
        return t`Closed, because your session or your permission has ended.`;
      case consoleCloseCodes.instance_unavailable:
        return t`The instance is off, or has no screen right now.`;
      case consoleCloseCodes.region_unavailable:
        return t`The region isn't responding. Try again in a moment.`;
      case consoleCloseCodes.region_closed:
        return t`The region closed the screen. The instance may be restarting.`;
      case consoleCloseCodes.idle:
        return t`Closed after ${consoleIdleMinutes} minutes without input.`;
      case consoleCloseCodes.replaced:
        return t`Closed, because you opened this screen too many times.`;
      case consoleCloseCodes.too_many:
        return t`Too many screens are open right now. Try again in a moment.`;
      case serverStops:
        return t`The server is restarting.`;
      default:
        return t`The connection to the screen was lost.`;
    }
  };
}
