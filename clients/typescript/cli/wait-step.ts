/** What an instance waits for, in words: the step in progress, a region that does not respond, or Support. */
import type { Instance, InstanceLog } from "../src/boreal.ts";
import type { CommandContext } from "./context.ts";
import { formatTime, humanize } from "./format.ts";

const stepTexts: Readonly<Record<string, string>> = {
  reserve: "checking the order",
  network: "connecting the private network",
  address: "attaching the public IP address",
  server: "requesting a host",
  install: "finding a host, installing, and booting",
  request: "sending the request",
  release: "releasing its resources",
  gone: "waiting until the host has released it",
};

export function describeStep({
  step,
  typicalSeconds,
  waitingSince,
  waitingReason,
}: Pick<InstanceLog, "step" | "typicalSeconds" | "waitingSince" | "waitingReason">): string {
  if (waitingReason !== null)
    return `waiting for Support at the step "${humanize(step)}" (${humanize(waitingReason)})`;
  if (waitingSince !== null)
    return `waiting for its region, which hasn't responded since ${formatTime(waitingSince)}`;
  const text = stepTexts[step] ?? humanize(step);
  return typicalSeconds === null ? text : `${text} (usually about ${typicalSeconds} s)`;
}

/** Null if there is none, or if it cannot be read: the token may lack the scope, or the server does not respond. */
export async function findCurrentStep(
  context: CommandContext,
  workspace: string,
  { id }: Instance,
): Promise<string | null> {
  try {
    const path = { workspace, instance: id };
    const query = { status: "in_progress" };
    const { data } = await context.pollingClient().instances.logs({ path, query });
    const [step] = data;
    return step === undefined ? null : describeStep(step);
  } catch {
    // The instance itself is polled again, and reports an outage.
    return null;
  }
}
