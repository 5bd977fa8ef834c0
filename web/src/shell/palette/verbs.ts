/** Verbs for instance actions: "reboot gpu-3", "gpu-3 reboot", in English and in the active language. */
import { useLingui } from "@lingui/react/macro";
import type { InstanceAction } from "#contracts/instance-states.ts";
import type { Verb } from "./parse-command.ts";

export function useVerbs(): readonly Verb[] {
  const { t } = useLingui();
  const verb = (
    action: InstanceAction,
    label: string,
    { says, ...rest }: Omit<Verb, "action" | "label">,
  ): Verb => ({ action, label, says: [...says, label.toLowerCase()], ...rest });
  return [
    verb("reboot", t`Reboot`, {
      of: (name) => t`Reboot ${name}`,
      says: ["reboot", "restart"],
      icon: "refresh",
      cli: { command: "instances reboot" },
    }),
    verb("power_on", t`Power on`, {
      of: (name) => t`Power on ${name}`,
      says: ["power on", "start"],
      icon: "power",
      cli: { command: "instances start" },
    }),
    verb("power_off", t`Power off`, {
      of: (name) => t`Power off ${name}`,
      says: ["power off", "stop", "shut down"],
      icon: "power",
      cli: { command: "instances stop" },
    }),
    verb("hard_reboot", t`Force reboot`, {
      of: (name) => t`Force reboot ${name}`,
      says: ["force reboot", "reboot by force", "hard reboot"],
      icon: "refresh",
      cli: { command: "instances reboot", options: "--hard" },
    }),
    verb("terminate", t`Terminate`, {
      of: (name) => t`Terminate ${name}`,
      says: ["terminate", "delete", "destroy"],
      icon: "trash",
      cli: { command: "instances terminate" },
    }),
  ];
}
