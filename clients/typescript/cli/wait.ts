/** Polls instances until they reach their final status. */
import { BorealError, type Instance, type InstanceStatus } from "../src/boreal.ts";
import type { Option } from "./command.ts";
import type { CommandContext } from "./context.ts";
import { CliError, exitReasonFor } from "./exit-codes.ts";
import { humanize } from "./format.ts";
import { findCurrentStep } from "./wait-step.ts";

export const waitOptions = {
  wait: { kind: "flag", description: "Wait until the operation finishes" },
  timeout: {
    kind: "text",
    value: "seconds",
    description: "Maximum time for --wait (default: 1800)",
  },
} as const satisfies Record<string, Option>;

const pollMs = 3_000;
const defaultTimeout = "1800";

const transitionalStatuses: readonly InstanceStatus[] = [
  "pending",
  "building",
  "rebooting",
  "terminating",
];
const isTransitional = ({ status, statusReason }: Instance) =>
  transitionalStatuses.includes(status) ||
  statusReason === "starting" ||
  statusReason === "stopping" ||
  statusReason === "restoring";

export function readTimeout(text = defaultTimeout): number {
  if (!/^\d{1,6}$/.test(text))
    throw new CliError("usage", "--timeout must be a whole number of seconds");
  return Number(text);
}

/** The last known state of an instance, and the error of the last poll if it failed. */
export interface PolledInstance {
  readonly instance: Instance;
  readonly error: BorealError | null;
}

/** Unreachable, in maintenance, or too many requests: polling continues. */
const isTransientError = (error: unknown): error is BorealError =>
  error instanceof BorealError && ["unavailable", "tooMany"].includes(exitReasonFor(error));

const viewHint = ({ id }: Instance) => `Check its progress with \`boreal instances view ${id}\``;

/** Steps are read for the first instances only, so that a large order does not send twice as many requests. */
const maxStepNotes = 5;
/** Interval of the notes during an outage. */
const outageNoteMs = 300_000;

/** The notes about an outage: one when it starts, one every five minutes, and one when it is over. */
class OutageNotes {
  readonly #context: CommandContext;
  readonly #timeoutSeconds: number;
  #since: number | null = null;
  #notedAt = 0;

  constructor(context: CommandContext, timeoutSeconds: number) {
    this.#context = context;
    this.#timeoutSeconds = timeoutSeconds;
  }

  report(error: BorealError): void {
    const now = this.#context.terminal.elapsedMs();
    if (this.#since === null) {
      this.#since = now;
      this.#notedAt = now;
      this.#context.printNote(`${error.message}. Waiting up to ${this.#timeoutSeconds} s in total`);
    } else if (now - this.#notedAt >= outageNoteMs) {
      this.#notedAt = now;
      const minutes = Math.round((now - this.#since) / 60_000);
      this.#context.printNote(`Still no response after ${minutes} minutes: ${error.message}`);
    }
  }

  end(): void {
    if (this.#since === null) return;
    const seconds = Math.round((this.#context.terminal.elapsedMs() - this.#since) / 1_000);
    this.#since = null;
    this.#context.printNote(`The server responds again, after ${seconds} s`);
  }
}

/**
 * Polls until all instances have a final status or the time is over. Returns them in the same order. An unavailable
 * server is polled again. Notes say what is waited for: the requested status, and each new step.
 */
export async function followAll(
  instances: readonly Instance[],
  requested: InstanceStatus,
  timeoutSeconds: number,
  context: CommandContext,
): Promise<PolledInstance[]> {
  const workspace = await context.workspace();
  const { elapsedMs, sleep } = context.terminal;
  const endsAt = elapsedMs() + timeoutSeconds * 1_000;
  const outage = new OutageNotes(context, timeoutSeconds);
  const stepNotes = new Map<string, string>();
  const noteStep = async (instance: Instance) => {
    const step = await findCurrentStep(context, workspace, instance);
    if (step === null || stepNotes.get(instance.id) === step) return;
    stepNotes.set(instance.id, step);
    context.printNote(`${instance.hostname}: ${step}`);
  };
  const poll = async (previous: PolledInstance, place: number): Promise<PolledInstance> => {
    const { instance } = previous;
    if (!isTransitional(instance)) return previous;
    try {
      const path = { workspace, instance: instance.id };
      const next = await context.pollingClient().instances.view({ path });
      if (isTransitional(next)) {
        if (next.status !== instance.status)
          context.printNote(`${next.hostname} is ${next.status}`);
        if (place < maxStepNotes) await noteStep(next);
      }
      return { instance: next, error: null };
    } catch (error) {
      if (!isTransientError(error)) {
        context.printNote(`${instance.hostname} is ${instance.id}. ${viewHint(instance)}`);
        throw error;
      }
      outage.report(error);
      return { instance, error };
    }
  };
  let followed: PolledInstance[] = instances.map((instance) => ({ instance, error: null }));
  const waiting = instances.filter(isTransitional).map(({ hostname }) => hostname);
  if (waiting.length > 0)
    context.printNote(
      `Waiting up to ${timeoutSeconds} s for ${waiting.join(", ")} to be ${requested}`,
    );
  while (followed.some(({ instance }) => isTransitional(instance)) && elapsedMs() < endsAt) {
    const retryAfterMs =
      Math.max(...followed.map(({ error }) => error?.retryAfterSeconds ?? 0)) * 1_000;
    await sleep(Math.min(Math.max(pollMs, retryAfterMs), endsAt - elapsedMs()));
    followed = await Promise.all(followed.map(poll));
    if (followed.every(({ error }) => error === null)) outage.end();
  }
  return followed;
}

/** Throws if the instance does not have the requested status. Call it after printing the instance. */
export function assertStatus({ instance, error }: PolledInstance, requested: InstanceStatus): void {
  const { id, hostname, status, statusReason } = instance;
  if (isTransitional(instance)) {
    const state = error === null ? `is still ${status}` : `was ${status} when it was last seen`;
    throw new CliError(
      error === null ? "rejected" : "unavailable",
      `${hostname} ${state}`,
      viewHint(instance),
    );
  }
  if (status === requested) return;
  const reason = statusReason === null ? "" : ` (${humanize(statusReason)})`;
  throw new CliError(
    "rejected",
    `${hostname} is ${status}${reason}, not ${requested}`,
    `\`boreal instances logs ${id}\` shows what happened`,
  );
}
