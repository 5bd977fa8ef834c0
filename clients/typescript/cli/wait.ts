/** Polls instances until they reach their final status. */
import { BorealError, type Instance, type InstanceStatus } from "../src/boreal.ts";
import type { Option } from "./command.ts";
import type { CommandContext } from "./context.ts";
import { CliError, exitReasonFor } from "./exit-codes.ts";
import { humanize } from "./format.ts";

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

/**
 * Polls until all instances have a final status or the time is over. Returns them in the same order. An unavailable
 * server is polled again, with one note for all instances.
 */
export async function followAll(
  instances: readonly Instance[],
  timeoutSeconds: number,
  context: CommandContext,
): Promise<PolledInstance[]> {
  const workspace = await context.workspace();
  const { elapsedMs, sleep } = context.terminal;
  const endsAt = elapsedMs() + timeoutSeconds * 1_000;
  let isOutageReported = false;
  const poll = async (previous: PolledInstance): Promise<PolledInstance> => {
    const { instance } = previous;
    if (!isTransitional(instance)) return previous;
    try {
      const path = { workspace, instance: instance.id };
      const next = await context.pollingClient().instances.view({ path });
      if (next.status !== instance.status && isTransitional(next))
        context.printNote(`${next.hostname} is ${next.status}`);
      return { instance: next, error: null };
    } catch (error) {
      if (!isTransientError(error)) {
        context.printNote(`${instance.hostname} is ${instance.id}. ${viewHint(instance)}`);
        throw error;
      }
      if (!isOutageReported)
        context.printNote(`${error.message}. Waiting up to ${timeoutSeconds} s in total`);
      isOutageReported = true;
      return { instance, error };
    }
  };
  let followed: PolledInstance[] = instances.map((instance) => ({ instance, error: null }));
  while (followed.some(({ instance }) => isTransitional(instance)) && elapsedMs() < endsAt) {
    const retryAfterMs =
      Math.max(...followed.map(({ error }) => error?.retryAfterSeconds ?? 0)) * 1_000;
    await sleep(Math.min(Math.max(pollMs, retryAfterMs), endsAt - elapsedMs()));
    followed = await Promise.all(followed.map(poll));
    if (followed.every(({ error }) => error === null)) isOutageReported = false;
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
