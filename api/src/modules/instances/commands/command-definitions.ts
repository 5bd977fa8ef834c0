/** All orders there are; the tests of repetition and of crashes walk this list. */
import type { CommandDefinition, CommandKind } from "../../commands/command-definition.ts";
import { createInstanceCommand } from "./create-instance.ts";
import { hardReboot, powerOff, powerOn, reboot } from "./power-commands.ts";
import { terminateInstanceCommand } from "./terminate-instance.ts";

export const commandDefinitions: Readonly<Record<CommandKind, CommandDefinition>> = {
  create: createInstanceCommand,
  reboot,
  hard_reboot: hardReboot,
  power_on: powerOn,
  power_off: powerOff,
  terminate: terminateInstanceCommand,
};
