/** Follows an instance until it is as it was wanted, or will not be. */
import type { Instance, InstanceStatus } from "../src/boreal.ts";
import type { Option } from "./command.ts";
import type { Context } from "./context.ts";
import { CliError } from "./exit-codes.ts";
import { words } from "./format.ts";

export const waitOptions = {
  wait: { kind: "flag", about: "Wait until it is done" },
  timeout: { kind: "text", value: "seconds", about: "With --wait, at most; 1800 unless said" },
} as const satisfies Record<string, Option>;

const pollMs = 3_000;
const usualTimeout = "1800";

const onTheWay: readonly InstanceStatus[] = ["pending", "building", "rebooting", "terminating"];
const isOnTheWay = ({ status, statusReason }: Instance) =>
  onTheWay.includes(status) || statusReason === "starting" || statusReason === "stopping";

export function readTimeout(text = usualTimeout): number {
  if (!/^\d{1,6}$/.test(text)) throw new CliError("usage", "--timeout takes whole seconds");
  return Number(text);
}

/** As it is in the end, or when the time is over. */
export async function follow(
  instance: Instance,
  timeoutSeconds: number,
  context: Context,
): Promise<Instance> {
  const path = { workspace: await context.workspace(), instance: instance.id };
  let now = instance;
  for (let waitedMs = 0; isOnTheWay(now) && waitedMs < timeoutSeconds * 1_000; waitedMs += pollMs) {
    await context.terminal.sleep(pollMs);
    const next = await context.client().instances.view({ path });
    if (next.status !== now.status && isOnTheWay(next))
      context.note(`${next.hostname} is ${next.status}`);
    now = next;
  }
  return now;
}

/** Fails where it did not become what was wanted; called when what became of it is printed. */
export function demand(instance: Instance, wanted: InstanceStatus): void {
  const { id, hostname, status, statusReason } = instance;
  if (isOnTheWay(instance))
    throw new CliError("refused", `${hostname} is still ${status}; it goes on by itself`);
  if (status === wanted) return;
  const reason = statusReason === null ? "" : ` (${words(statusReason)})`;
  throw new CliError(
    "refused",
    `${hostname} is ${status}${reason}, not ${wanted}`,
    `\`boreal instances logs ${id}\` tells what happened`,
  );
}
