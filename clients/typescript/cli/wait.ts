/** Follows an instance until it is as it was wanted, or will not be. */
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
  statusReason === "stopping";

export function readTimeout(text = defaultTimeout): number {
  if (!/^\d{1,6}$/.test(text))
    throw new CliError("usage", "--timeout must be a whole number of seconds");
  return Number(text);
}

/** An instance as it was last seen, and the error of the last look where that got no answer. */
export interface Followed {
  readonly instance: Instance;
  readonly lost: BorealError | null;
}

/** Not reachable, in maintenance, or too many requests: later it answers again. */
const isPassing = (error: unknown): error is BorealError =>
  error instanceof BorealError && ["unavailable", "tooMany"].includes(exitReasonFor(error));

const viewHint = ({ id }: Instance) => `It goes on: \`boreal instances view ${id}\``;

/**
 * Each as it is in the end, or when the time is over, in the order given. A server that does not answer
 * is waited for, with one note for all of them.
 */
export async function followAll(
  instances: readonly Instance[],
  timeoutSeconds: number,
  context: CommandContext,
): Promise<Followed[]> {
  const workspace = await context.workspace();
  const { elapsedMs, sleep } = context.terminal;
  const endsAt = elapsedMs() + timeoutSeconds * 1_000;
  let isOutageTold = false;
  const look = async (before: Followed): Promise<Followed> => {
    const { instance } = before;
    if (!isTransitional(instance)) return before;
    try {
      const path = { workspace, instance: instance.id };
      const next = await context.pollingClient().instances.view({ path });
      if (next.status !== instance.status && isTransitional(next))
        context.printNote(`${next.hostname} is ${next.status}`);
      return { instance: next, lost: null };
    } catch (error) {
      if (!isPassing(error)) {
        context.printNote(`${instance.hostname} is ${instance.id}. ${viewHint(instance)}`);
        throw error;
      }
      if (!isOutageTold)
        context.printNote(`${error.message}: waiting for it, up to ${timeoutSeconds} s in all`);
      isOutageTold = true;
      return { instance, lost: error };
    }
  };
  let followed: Followed[] = instances.map((instance) => ({ instance, lost: null }));
  while (followed.some(({ instance }) => isTransitional(instance)) && elapsedMs() < endsAt) {
    const asked = Math.max(...followed.map(({ lost }) => lost?.retryAfterSeconds ?? 0)) * 1_000;
    await sleep(Math.min(Math.max(pollMs, asked), endsAt - elapsedMs()));
    followed = await Promise.all(followed.map(look));
    if (followed.every(({ lost }) => lost === null)) isOutageTold = false;
  }
  return followed;
}

/** Fails where it did not become what was wanted; called when what became of it is printed. */
export function assertStatus({ instance, lost }: Followed, requested: InstanceStatus): void {
  const { id, hostname, status, statusReason } = instance;
  if (isTransitional(instance)) {
    const seen = lost === null ? `is still ${status}` : `was ${status} when it was last seen`;
    throw new CliError(
      lost === null ? "rejected" : "unavailable",
      `${hostname} ${seen}`,
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
