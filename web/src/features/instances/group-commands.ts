/** Groups the steps of an instance by command. */
import type { CommandStatus, RequesterType } from "#contracts/commands.ts";
import type { InstanceLog } from "#contracts/instances.ts";
import type { CommandOutcome } from "./shared/instance-labels.ts";

export interface InstanceCommand {
  readonly id: string;
  readonly kind: string;
  readonly status: CommandStatus;
  readonly requestedBy: string;
  readonly requestedByType: RequesterType;
  readonly requestedAt: string;
  readonly outcome: CommandOutcome;
  /** When the last step finished; null while the command runs. */
  readonly finishedAt: string | null;
  readonly steps: readonly InstanceLog[];
}

function commandOutcome(steps: readonly InstanceLog[]): CommandOutcome {
  const status = steps[0]?.commandStatus;
  if (status === "waiting" || status === "cancelled") return status;
  if (steps.some(({ status }) => status === "failed")) return "failed";
  return steps.every(({ status }) => status === "complete") ? "done" : "running";
}

function toCommand(id: string, steps: readonly InstanceLog[]): InstanceCommand {
  const [first] = steps;
  const outcome = commandOutcome(steps);
  const ends = steps.map(({ finishedAt }) => finishedAt ?? "").sort();
  return {
    id,
    kind: first?.commandKind ?? "",
    status: first?.commandStatus ?? "succeeded",
    requestedBy: first?.requestedBy ?? "",
    requestedByType: first?.requestedByType ?? "system",
    requestedAt: first?.requestedAt ?? "",
    outcome,
    finishedAt: outcome === "running" || outcome === "waiting" ? null : (ends.at(-1) ?? null),
    steps,
  };
}

/** Newest command first, by time and then by id; steps in the order of execution. */
export function groupByCommand(steps: readonly InstanceLog[]): InstanceCommand[] {
  return [...Map.groupBy(steps, ({ commandId }) => commandId)]
    .map(([id, own]) => toCommand(id, own))
    .sort(
      (one, other) =>
        Date.parse(other.requestedAt) - Date.parse(one.requestedAt) || (one.id < other.id ? 1 : -1),
    );
}

/** Seconds between two moments; up to `nowMilliseconds` while the step runs. */
export function stepDurationSeconds(
  step: Pick<InstanceLog, "startedAt" | "finishedAt">,
  nowMilliseconds: number,
): number | null {
  if (step.startedAt === null) return null;
  const end = step.finishedAt === null ? nowMilliseconds : Date.parse(step.finishedAt);
  return Math.max(0, Math.floor((end - Date.parse(step.startedAt)) / 1_000));
}

export interface CommandProgress {
  readonly elapsedSeconds: number;
  /** Typical duration of the whole command: steps without one take no time. Null when no step has one. */
  readonly typicalSeconds: number | null;
  /** The step that is executed now, or else the next one; null when all steps are complete. */
  readonly current: InstanceLog | null;
}

/** How far a running command is. Its time starts with the request. */
export function commandProgress(
  { requestedAt, steps }: InstanceCommand,
  nowMilliseconds: number,
): CommandProgress {
  const total = steps.reduce((sum, { typicalSeconds }) => sum + (typicalSeconds ?? 0), 0);
  return {
    elapsedSeconds: Math.max(0, Math.floor((nowMilliseconds - Date.parse(requestedAt)) / 1_000)),
    typicalSeconds: total === 0 ? null : total,
    current:
      steps.find(({ status }) => status === "in_progress") ??
      steps.find(({ status }) => status === "pending") ??
      null,
  };
}
