/**
 * Definition of a command (saga). Steps are idempotent: after a crash a step runs again and finds existing
 * resources by the instance id. Its result and its status are committed in one transaction.
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

/** Failure reason shown to customers; staff read the provider's message in the command log. */
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

/** The instance a command works on, with the data its steps need. */
export interface CommandInstance {
  readonly id: string;
  readonly workspaceId: string;
  readonly hostname: string;
  readonly status: InstanceStatus;
  readonly flavor: string;
  readonly regionHandle: string;
  /** The provider's id of the image; null when the region no longer has it. */
  readonly providerImageId: string | null;
  readonly sshKeys: readonly string[];
  readonly serverId: string | null;
  readonly portId: string | null;
  readonly addressId: string | null;
}

export interface StepContext {
  readonly instance: CommandInstance;
  readonly compute: ComputeProvider;
  /** Seconds since the step first started. */
  readonly elapsedSeconds: number;
}

/** Runs in the transaction that completes the step. */
export type StepEffect = (tx: Tx, now: Date) => Promise<unknown>;

export type StepOutcome =
  | { readonly kind: "done"; readonly save?: StepEffect }
  | { readonly kind: "wait"; readonly seconds: number; readonly detail?: string }
  | { readonly kind: "failed"; readonly code: FailureCode; readonly message: string };

export interface Step {
  readonly name: string;
  /** Shown next to the running step; null when the step completes at once. */
  readonly typicalSeconds: number | null;
  /** Null for a step that never times out. */
  readonly deadlineSeconds: number | null;
  run(context: StepContext): Promise<StepOutcome>;
  /** Compensates the step. Started steps are compensated in reverse order. */
  compensate?(context: StepContext): Promise<StepOutcome>;
  /** Retries a rejection of the provider until staff solve it, for a step that cannot be compensated. */
  readonly retriesForever?: true;
}

export interface CommandDefinition {
  readonly steps: readonly Step[];
  /** How many internal errors are retried before the command fails. */
  readonly maxAttempts: number;
  /** Sets the state of the instance when the command fails, before its compensation has finished. */
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

/** Interval until the next poll: short at first, longer as time passes. */
export const pollIntervalSeconds = (elapsedSeconds: number): number =>
  Math.min(15, Math.max(2, Math.round(elapsedSeconds / 5)));

/** Definitions the engine runs, by command kind. */
export type CommandDefinitions = Readonly<Record<CommandKind, CommandDefinition>>;
