/** Commands: work at the provider in steps that survives crashes. Every kind, with its steps in order. */
export const commandStatuses = [
  "queued",
  "running",
  "waiting",
  "succeeded",
  "failed",
  "timed_out",
  "cancelled",
] as const;
export type CommandStatus = (typeof commandStatuses)[number];

/**
 * The steps of every kind of command on a virtual machine, and of the kinds without an instance. The definitions of
 * the API have the same kinds and steps; the console has a label for each.
 */
export const commandSteps = {
  create: ["reserve", "network", "address", "server", "install", "ready"],
  reboot: ["request", "settle"],
  hard_reboot: ["request", "settle"],
  power_on: ["request", "settle"],
  power_off: ["request", "settle"],
  terminate: ["release", "gone", "done"],
  reinstall: ["request", "install", "ready"],
  keep: ["stop", "kept"],
  restore: ["start", "ready"],
  purge: ["release", "gone", "done"],
  /** Erases the disks of a bare-metal item after an instance used it. */
  erase: ["power", "boot", "erase", "release"],
  /** Reads what a region offers from its provider. */
  sync: ["catalog"],
} as const satisfies Record<string, readonly string[]>;

/** The steps of the same kinds on a bare-metal machine, and at the provider of bare metal. */
export const bareMetalCommandSteps = {
  create: ["reserve", "power", "boot", "install", "first_boot", "ready"],
  reboot: ["request", "off", "settle"],
  hard_reboot: ["request", "settle"],
  power_on: ["request", "settle"],
  power_off: ["request", "settle"],
  terminate: ["release", "done"],
  reinstall: ["power", "boot", "install", "first_boot", "ready"],
  sync: ["catalog"],
} as const satisfies Partial<Record<CommandKind, readonly string[]>>;

export type CommandKind = keyof typeof commandSteps;
/** A kind of command that works on an instance of either variant. */
export type InstanceCommandKind = Exclude<keyof typeof bareMetalCommandSteps, "sync">;

type StepOf<Steps extends Readonly<Record<string, readonly string[]>>> = {
  [K in keyof Steps & string]: `${K}.${Steps[K][number]}`;
}[keyof Steps & string];
/** Kind and step as one word, `create.reserve`. */
export type CommandStep = StepOf<typeof commandSteps> | StepOf<typeof bareMetalCommandSteps>;

/** The permission that requesting, and canceling, a command of this kind needs. */
export function commandPermission(
  kind: string,
): "instance.create" | "instance.reset" | "instance.terminate" {
  if (kind === "create") return "instance.create";
  return isEnding(kind) || kind === "restore" ? "instance.terminate" : "instance.reset";
}

/** A termination: `keep` can be undone for a time, `terminate` and `purge` delete the instance. */
export const isEnding = (kind: string): boolean =>
  kind === "terminate" || kind === "keep" || kind === "purge";

/** Who requests a command. Customers see staff as "Support", never by name. */
export const requesterTypes = ["user", "token", "staff", "system"] as const;
export type RequesterType = (typeof requesterTypes)[number];

/**
 * Why a step waits for staff:
 * - `provider_rejected`: the provider rejects a step that must succeed. It is still retried meanwhile.
 * - `provider_unavailable`: the provider has not responded for a day. It is still retried meanwhile.
 * - `compensation_failed`: the resources of a failed command can't be released.
 * - `check_required`: the step asks for a check by a person.
 */
export const waitingReasons = [
  "provider_rejected",
  "provider_unavailable",
  "compensation_failed",
  "check_required",
] as const;
export type WaitingReason = (typeof waitingReasons)[number];
