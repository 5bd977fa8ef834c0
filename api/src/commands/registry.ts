/** All orders there are; the tests of repetition and of crashes walk this list. */
import type { CommandDefinition, CommandKind } from "./command.ts";
import { create } from "./create.ts";
import { hardReboot, powerOff, powerOn, reboot } from "./power.ts";
import { terminate } from "./terminate.ts";

export const registry: Readonly<Record<CommandKind, CommandDefinition>> = {
  create,
  reboot,
  hard_reboot: hardReboot,
  power_on: powerOn,
  power_off: powerOff,
  terminate,
};
