/**
 * Definition of a command (saga). Steps are idempotent: after a crash a step runs again and finds existing
 * resources by the id of the instance or subject. Its result and its status are committed in one transaction.
 */
import type { WaitingReason } from "#contracts/commands.ts";
import type { InstanceStatus } from "#contracts/instances.ts";
import type { Tx } from "../../core/db/db.ts";
import type { ComputeProvider } from "../../ports/compute.ts";
import type { StatusBefore } from "./create-store.ts";

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
  | "internal"
  /** Staff failed a step that waited for them. */
  | "failed_by_support";

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
  /** Null for a command without an instance, which has a subject. */
  readonly instance: CommandInstance | null;
  /** Type and id of what a command without an instance works on, such as `region lulea`. */
  readonly subject: string | null;
  readonly compute: ComputeProvider;
  /** Status of the instance when the command was requested; null when it does not matter. */
  readonly statusBefore: InstanceStatus | null;
  /** Seconds since the step first started. */
  readonly elapsedSeconds: number;
}

export interface InstanceStepContext extends StepContext {
  readonly instance: CommandInstance;
}

/** Runs in the transaction that completes the step. */
export type StepEffect = (tx: Tx, now: Date) => Promise<unknown>;

export type StepOutcome =
  | {
      readonly kind: "done";
      readonly save?: StepEffect;
      /** What the provider calls the thing or the request; staff give it to the provider's operators. */
      readonly providerRef?: string;
    }
  | { readonly kind: "wait"; readonly seconds: number; readonly detail?: string }
  | { readonly kind: "failed"; readonly code: FailureCode; readonly message: string }
  | { readonly kind: "needs_staff"; readonly reason: WaitingReason; readonly message: string };

interface StepRules {
  readonly name: string;
  /** Shown next to the running step; null when the step completes at once. */
  readonly typicalSeconds: number | null;
  /** Null for a step that never times out. */
  readonly deadlineSeconds: number | null;
  /** Retries a rejection of the provider until staff solve it, for a step that cannot be compensated. */
  readonly retriesForever?: true;
}

export interface Step<Context = StepContext> extends StepRules {
  readonly run: (context: Context) => Promise<StepOutcome>;
  /** Compensates the step. Started steps are compensated in reverse order. */
  readonly compensate?: (context: Context) => Promise<StepOutcome>;
}
export type InstanceStep = Step<InstanceStepContext>;

type FailureEffect<Instance> = (
  tx: Tx,
  instance: Instance,
  code: FailureCode,
  now: Date,
) => Promise<unknown>;

/** A command that is canceled before it starts. */
export interface CanceledCommand {
  readonly instance: { readonly id: string; readonly workspaceId: string };
  /** Status of the instance when the command was requested; null for a command of an earlier release. */
  readonly before: StatusBefore | null;
}

interface Definition<Context, Instance> {
  readonly steps: readonly Step<Context>[];
  /** How many internal errors are retried before the command fails. */
  readonly maxAttempts: number;
  /** Sets the state of the instance when the command fails, before its compensation has finished. */
  readonly onFailure?: FailureEffect<Instance>;
  /** Sets the state of the instance when the command is canceled before it starts. Nothing exists at the provider. */
  readonly onCancel?: (tx: Tx, command: CanceledCommand, now: Date) => Promise<unknown>;
}

export type CommandDefinition = Definition<StepContext, CommandInstance | null>;

/** A command that always has an instance. */
export type InstanceCommandDefinition = Definition<InstanceStepContext, CommandInstance>;

function requireInstance(instance: CommandInstance | null): CommandInstance {
  if (instance === null) throw new Error("This kind of command needs an instance");
  return instance;
}

/** Adapts the steps of a command of an instance to the engine, whose commands may have none. */
export function defineInstanceCommand({
  steps,
  onFailure,
  ...rules
}: InstanceCommandDefinition): CommandDefinition {
  const adapt = (step: NonNullable<InstanceStep["compensate"]>) => (context: StepContext) =>
    step({ ...context, instance: requireInstance(context.instance) });
  return {
    ...rules,
    steps: steps.map(({ run, compensate, ...step }) => ({
      ...step,
      run: adapt(run),
      ...(compensate === undefined ? {} : { compensate: adapt(compensate) }),
    })),
    ...(onFailure === undefined
      ? {}
      : {
          onFailure: (tx, instance, code, now) =>
            onFailure(tx, requireInstance(instance), code, now),
        }),
  };
}

export const done = (save?: StepEffect, providerRef?: string | null): StepOutcome => ({
  kind: "done",
  ...(save === undefined ? {} : { save }),
  ...(providerRef === undefined || providerRef === null ? {} : { providerRef }),
});

export const wait = (seconds: number, detail?: string): StepOutcome =>
  detail === undefined ? { kind: "wait", seconds } : { kind: "wait", seconds, detail };

export const failed = (code: FailureCode, message: string): StepOutcome => ({
  kind: "failed",
  code,
  message,
});

/** The step waits until staff complete or fail it. `message` is for the command log. */
export const needsStaff = (reason: WaitingReason, message: string): StepOutcome => ({
  kind: "needs_staff",
  reason,
  message,
});

/** Interval until the next poll: short at first, longer as time passes. */
export const pollIntervalSeconds = (elapsedSeconds: number): number =>
  Math.min(15, Math.max(2, Math.round(elapsedSeconds / 5)));

/** Definitions the engine runs, by command kind. A worker leaves a kind it does not know to a newer one. */
export type CommandDefinitions = Readonly<Record<string, CommandDefinition>>;
