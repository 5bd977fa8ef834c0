/** Every command kind of an instance. The repetition and crash tests read this list. */
import type { CommandDefinitions } from "../../commands/command-definition.ts";
import { createInstanceCommand } from "./create-instance.ts";
import { hardReboot, powerOff, powerOn, reboot } from "./power-commands.ts";
import { terminateInstanceCommand } from "./terminate-instance.ts";

export const commandDefinitions: CommandDefinitions = {
  create: createInstanceCommand,
  reboot,
  hard_reboot: hardReboot,
  power_on: powerOn,
  power_off: powerOff,
  terminate: terminateInstanceCommand,
};
