/** Moves instances with a request for each, because the server rejected one request for all. */
import type { Instance } from "#contracts/instances.ts";
import { type BulkState, runBulk } from "../../components/bulk/bulk-run.ts";
import {
  moveOnce,
  type MoveOutcome,
  type MoveTarget,
  type UnmovedInstance,
} from "./move-instances.ts";

export async function moveEach(
  workspace: string,
  target: MoveTarget,
  instances: readonly Instance[],
): Promise<MoveOutcome> {
  const states = new Map<Instance, BulkState>();
  await runBulk({
    items: instances,
    send: (instance) => moveOnce(workspace, target, [instance]),
    onState: (instance, state) => states.set(instance, state),
    signal: new AbortController().signal,
    wait: (milliseconds) =>
      new Promise((resolve) => {
        setTimeout(resolve, milliseconds);
      }),
  });
  const moved: Instance[] = [];
  const rejected: UnmovedInstance[] = [];
  const failed: UnmovedInstance[] = [];
  for (const instance of instances) {
    const state = states.get(instance) ?? { kind: "unsent" };
    if (state.kind === "done") moved.push(instance);
    else if (state.kind === "rejected") rejected.push({ instance, problem: state.problem });
    else failed.push({ instance, problem: state.kind === "failed" ? state.problem : null });
  }
  return { moved, rejected, failed };
}
