/** All orders there are; the tests of repetition and of crashes walk this list. */
import type { CommandDefinition, CommandKind } from "./command.ts";
import { createInstanceCommand } from "./create.ts";
import { hardReboot, powerOff, powerOn, reboot } from "./power.ts";
import { terminateInstanceCommand } from "./terminate.ts";

export const commandDefinitions: Readonly<Record<CommandKind, CommandDefinition>> = {
  create: createInstanceCommand,
  reboot,
  hard_reboot: hardReboot,
  power_on: powerOn,
  power_off: powerOff,
  terminate: terminateInstanceCommand,
};
