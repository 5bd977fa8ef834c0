/**
 * What a command is made of. A step may run again after a crash at any point: it finds what its
 * earlier try made by the instance's id, and its result is saved in one transaction with its mark.
 */
import type { InstanceStatus } from "#contracts/instances.ts";
import type { Tx } from "../../core/db/db.ts";
import type { ComputeProvider } from "../../ports/compute.ts";

export const commandKinds = [
  "create",
  "reboot",
  "hard_reboot",
  "power_on",
  "power_off",
  "terminate",
] as const;

export type CommandKind = (typeof commandKinds)[number];

/** Why a command failed, as customers are told; staff read the provider's own words in its log. */
export type FailureCode =
  | "no_capacity"
  | "quota"
  | "image_missing"
  | "provider_error"
  | "timed_out"
  | "vanished"
  | "moving"
  | "flavor_missing"
  | "internal";

/** The machine a command works on, with what its order needs to know. */
export interface CommandInstance {
  readonly id: string;
  readonly workspaceId: string;
  readonly hostname: string;
  readonly status: InstanceStatus;
  readonly flavor: string;
  readonly regionHandle: string;
  /** The provider's id of its image; null when the region no longer has it. */
  readonly providerImageId: string | null;
  readonly sshKeys: readonly string[];
  readonly serverId: string | null;
  readonly portId: string | null;
  readonly addressId: string | null;
}

export interface StepContext {
  readonly instance: CommandInstance;
  readonly compute: ComputeProvider;
  /** Seconds since the step first began. */
  readonly elapsedSeconds: number;
}

/** Runs in the transaction that marks the step complete. */
export type StepEffect = (tx: Tx, now: Date) => Promise<unknown>;

export type StepOutcome =
  | { readonly kind: "done"; readonly save?: StepEffect }
  | { readonly kind: "wait"; readonly seconds: number; readonly detail?: string }
  | { readonly kind: "failed"; readonly code: FailureCode; readonly message: string };

export interface Step {
  readonly name: string;
  /** Shown beside the running step; null where it passes at once. */
  readonly typicalSeconds: number | null;
  /** Null where giving up is no way out. */
  readonly deadlineSeconds: number | null;
  run(context: StepContext): Promise<StepOutcome>;
  /** Takes back what the step did; the steps that began are undone in reverse order. */
  compensate?(context: StepContext): Promise<StepOutcome>;
  /** A refusal of the provider is asked again, and staff look: where nothing can be taken back. */
  readonly retriesForever?: true;
}

export interface CommandDefinition {
  readonly steps: readonly Step[];
  /** How often a fault of ours is tried again before the command fails. */
  readonly maxAttempts: number;
  /** What the machine shows from the moment the command fails, before its undo is through. */
  onFailure?(tx: Tx, instance: CommandInstance, code: FailureCode, now: Date): Promise<unknown>;
}

export const done = (save?: StepEffect): StepOutcome =>
  save === undefined ? { kind: "done" } : { kind: "done", save };

export const wait = (seconds: number, detail?: string): StepOutcome =>
  detail === undefined ? { kind: "wait", seconds } : { kind: "wait", seconds, detail };

export const failed = (code: FailureCode, message: string): StepOutcome => ({
  kind: "failed",
  code,
  message,
});

/** When to look again at something that takes its time: often at first, then less so. */
export const pollIntervalSeconds = (elapsedSeconds: number): number =>
  Math.min(15, Math.max(2, Math.round(elapsedSeconds / 5)));

/** What the engine carries out, by kind of command. */
export type CommandDefinitions = Readonly<Record<CommandKind, CommandDefinition>>;
