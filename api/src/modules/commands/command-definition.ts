/**
 * Definition of a command (saga). Steps are idempotent: after a crash a step runs again and finds existing
 * resources by the id of the instance or subject. Its result and its status are committed in one transaction.
 */
import type { WaitingReason } from "#contracts/commands.ts";
import type { InstanceStatus } from "#contracts/instance-states.ts";
import type { Tx } from "../../core/db/db.ts";
import type { ComputeProvider } from "../../ports/compute.ts";
import type { BareMetalConnection, ProviderKind } from "../../ports/regions.ts";
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
  /** The host did not fetch its installer in time. */
  | "install_window_expired"
  | "installation_failed"
  | "erasure_failed"
  /** Staff failed a step that waited for them. */
  | "failed_by_support";

/** The instance a command works on, with the data its steps need. */
export interface CommandInstance {
  readonly id: string;
  readonly workspaceId: string;
  readonly hostname: string;
  readonly status: InstanceStatus;
  readonly productId: string;
  /** Null on bare metal. */
  readonly flavor: string | null;
  /** Size of the boot volume if the flavor has no disk. */
  readonly bootDiskGb: number;
  readonly regionHandle: string;
  /** The provider's id of the image; null when the region no longer has it. */
  readonly providerImageId: string | null;
  /** Title of the host group that installs the image on bare metal; null when the region no longer does. */
  readonly installHostGroup: string | null;
  readonly sshKeys: readonly string[];
  /** User data of its order; null without any. */
  readonly userData: string | null;
  /** Serial numbers of the disks that its reinstallation keeps. */
  readonly keptDisks: readonly string[];
  readonly serverId: string | null;
  readonly portId: string | null;
  readonly addressId: string | null;
}

/** An instance on a virtual machine. */
export interface VirtualInstance extends CommandInstance {
  readonly flavor: string;
}

/** The bare-metal item that an instance uses, or that a command has as its subject. */
export interface CommandItem {
  readonly id: string;
  /** Name of the host at the provider. */
  readonly host: string;
  /** Name of the host group below the one of the image; may be empty. */
  readonly hostGroup: string;
  readonly diskCount: number;
  readonly state: string;
  readonly installationRequestedAt: Date | null;
  readonly failedInstallations: number;
}

export interface StepContext {
  /** Null for a command without an instance, which has a subject. */
  readonly instance: CommandInstance | null;
  /** Type and id of what a command without an instance works on, such as `region lulea`. */
  readonly subject: string | null;
  /** Null for a command without an item. */
  readonly item: CommandItem | null;
  readonly compute: ComputeProvider;
  /** Status of the instance when the command was requested; null when it does not matter. */
  readonly statusBefore: InstanceStatus | null;
  /** Null in a region without bare metal. */
  readonly bareMetal: BareMetalConnection | null;
  readonly now: Date;
  /** Seconds since the step first started. */
  readonly elapsedSeconds: number;
}

export interface InstanceStepContext extends StepContext {
  readonly instance: VirtualInstance;
}

/** Of an instance on bare metal. Its item is null after another one could not be reserved in place of a broken one. */
export interface BareMetalStepContext extends StepContext {
  readonly instance: CommandInstance;
  readonly bareMetal: BareMetalConnection;
}

/** Of a command that has an item as its subject. */
export interface ItemStepContext extends StepContext {
  readonly item: CommandItem;
  readonly bareMetal: BareMetalConnection;
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
  | {
      readonly kind: "wait";
      readonly seconds: number;
      readonly detail?: string;
      readonly save?: StepEffect;
    }
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
  /** The step does not call the provider, so it does not wait for one that is unavailable. */
  readonly isLocal?: true;
}

export interface Step<Context = StepContext> extends StepRules {
  readonly run: (context: Context) => Promise<StepOutcome>;
  /** Compensates the step. Started steps are compensated in reverse order. */
  readonly compensate?: (context: Context) => Promise<StepOutcome>;
}
export type InstanceStep = Step<InstanceStepContext>;
export type BareMetalStep = Step<BareMetalStepContext>;
export type ItemStep = Step<ItemStepContext>;

interface Failure {
  readonly code: FailureCode;
  readonly message: string;
}

type FailureEffect<Target> = (
  tx: Tx,
  target: Target,
  code: FailureCode,
  now: Date,
  failure: Failure,
) => Promise<unknown>;

/** A command that is canceled before it starts. */
export interface CanceledCommand {
  readonly instance: { readonly id: string; readonly workspaceId: string };
  /** Status of the instance when the command was requested; null for a command of an earlier release. */
  readonly before: StatusBefore | null;
}

interface Definition<Context, Target> {
  /** The provider that its steps call. */
  readonly provider?: ProviderKind;
  readonly steps: readonly Step<Context>[];
  /** How many internal errors are retried before the command fails. */
  readonly maxAttempts: number;
  /** Sets the state of the instance when the command fails, before its compensation has finished. */
  readonly onFailure?: FailureEffect<Target>;
  /** Sets the state of the instance when the command is canceled before it starts. Nothing exists at the provider. */
  readonly onCancel?: (tx: Tx, command: CanceledCommand, now: Date) => Promise<unknown>;
}

/** What a command works on. */
export interface CommandTarget {
  readonly instance: CommandInstance | null;
  readonly item: CommandItem | null;
}

export type CommandDefinition = Definition<StepContext, CommandTarget>;

/** A command that always has a virtual machine. */
export type InstanceCommandDefinition = Definition<InstanceStepContext, VirtualInstance>;
/** A command that always has an instance on bare metal. */
export type BareMetalCommandDefinition = Definition<
  BareMetalStepContext,
  CommandTarget & { readonly instance: CommandInstance }
>;
/** A command that has a bare-metal item as its subject. */
export type ItemCommandDefinition = Definition<ItemStepContext, CommandItem>;

export function requirePart<Value>(value: Value | null, what: string): Value {
  if (value === null) throw new Error(`This kind of command needs ${what}`);
  return value;
}

function requireVirtual(instance: CommandInstance | null): VirtualInstance {
  const existing = requirePart(instance, "an instance");
  return { ...existing, flavor: requirePart(existing.flavor, "a flavor") };
}

/** Adapts steps with a narrower context to the engine. */
export function adaptSteps<Context extends StepContext>(
  steps: readonly Step<Context>[],
  narrow: (context: StepContext) => Context,
): readonly Step[] {
  return steps.map(({ run, compensate, ...step }) => ({
    ...step,
    run: (context) => run(narrow(context)),
    ...(compensate === undefined
      ? {}
      : { compensate: (context: StepContext) => compensate(narrow(context)) }),
  }));
}

/** Adapts the command of a virtual machine to the engine, whose commands may have no instance. */
export const defineInstanceCommand = ({
  steps,
  onFailure,
  ...rules
}: InstanceCommandDefinition): CommandDefinition => ({
  ...rules,
  steps: adaptSteps(steps, (context) => ({
    ...context,
    instance: requireVirtual(context.instance),
  })),
  ...(onFailure === undefined
    ? {}
    : {
        onFailure: (tx, { instance }, code, now, failure) =>
          onFailure(tx, requireVirtual(instance), code, now, failure),
      }),
});

export const done = (save?: StepEffect, providerRef?: string | null): StepOutcome => ({
  kind: "done",
  ...(save === undefined ? {} : { save }),
  ...(providerRef === undefined || providerRef === null ? {} : { providerRef }),
});

export const wait = (seconds: number, detail?: string): StepOutcome =>
  detail === undefined ? { kind: "wait", seconds } : { kind: "wait", seconds, detail };

/** Waits and saves something meanwhile. */
export const waitAndSave = (seconds: number, save: StepEffect): StepOutcome => ({
  kind: "wait",
  seconds,
  save,
});

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

/**
 * Definitions the engine runs, by key: the kind of the command, after `bare_metal.` on bare metal. A worker leaves a
 * kind it does not know to a newer one.
 */
export type CommandDefinitions = Readonly<Record<string, CommandDefinition>>;

export const findDefinition = (
  definitions: CommandDefinitions,
  { kind, variant }: { kind: string; variant: string | null },
): CommandDefinition | undefined =>
  definitions[variant === "bare_metal" ? `bare_metal.${kind}` : kind];
