/** The registry of command definitions. The tests of crashes, repetitions and failing compensations cover every kind in it. */
import type { CommandKind } from "#contracts/commands.ts";
import type { CommandDefinition } from "../../commands/command-definition.ts";
import { createInstanceCommand } from "./create-instance.ts";
import {
  keepInstanceCommand,
  purgeInstanceCommand,
  restoreInstanceCommand,
} from "./keep-instance.ts";
import { hardReboot, powerOff, powerOn, reboot } from "./power-commands.ts";
import { terminateInstanceCommand } from "./terminate-instance.ts";

export const commandDefinitions: Readonly<Record<CommandKind, CommandDefinition>> = {
  create: createInstanceCommand,
  reboot,
  hard_reboot: hardReboot,
  power_on: powerOn,
  power_off: powerOff,
  terminate: terminateInstanceCommand,
  keep: keepInstanceCommand,
  restore: restoreInstanceCommand,
  purge: purgeInstanceCommand,
};
