/** The registry of command definitions. The tests of crashes, repetitions and failing compensations cover every kind in it. */
import type { Variant } from "#contracts/catalogue.ts";
import type { CommandKind, InstanceCommandKind } from "#contracts/commands.ts";
import type { CommandDefinition } from "../../commands/command-definition.ts";
import {
  hardRebootBareMetal,
  powerOffBareMetal,
  powerOnBareMetal,
  rebootBareMetal,
} from "./bare-metal-power.ts";
import { createBareMetalCommand } from "./create-bare-metal.ts";
import { createInstanceCommand } from "./create-instance.ts";
import { eraseItemCommand } from "./erase-item.ts";
import {
  keepInstanceCommand,
  purgeInstanceCommand,
  restoreInstanceCommand,
} from "./keep-instance.ts";
import { hardReboot, powerOff, powerOn, reboot } from "./power-commands.ts";
import { reinstallBareMetalCommand } from "./reinstall-bare-metal.ts";
import { reinstallInstanceCommand } from "./reinstall-instance.ts";
import { syncBareMetalCommand, syncCatalogueCommand } from "./sync-catalogue.ts";
import { terminateBareMetalCommand } from "./terminate-bare-metal.ts";
import { terminateInstanceCommand } from "./terminate-instance.ts";

/** By kind; the kinds of bare metal after `bare_metal.`. */
export const commandDefinitions: Readonly<
  Record<CommandKind | `bare_metal.${InstanceCommandKind | "sync"}`, CommandDefinition>
> = {
  create: createInstanceCommand,
  reboot,
  hard_reboot: hardReboot,
  power_on: powerOn,
  power_off: powerOff,
  terminate: terminateInstanceCommand,
  reinstall: reinstallInstanceCommand,
  keep: keepInstanceCommand,
  restore: restoreInstanceCommand,
  purge: purgeInstanceCommand,
  erase: eraseItemCommand,
  sync: syncCatalogueCommand,
  "bare_metal.create": createBareMetalCommand,
  "bare_metal.reboot": rebootBareMetal,
  "bare_metal.hard_reboot": hardRebootBareMetal,
  "bare_metal.power_on": powerOnBareMetal,
  "bare_metal.power_off": powerOffBareMetal,
  "bare_metal.terminate": terminateBareMetalCommand,
  "bare_metal.reinstall": reinstallBareMetalCommand,
  "bare_metal.sync": syncBareMetalCommand,
};

export function findInstanceDefinition(
  kind: InstanceCommandKind,
  variant: Variant,
): CommandDefinition {
  const key = variant === "bare_metal" ? (`bare_metal.${kind}` as const) : kind;
  return commandDefinitions[key];
}
