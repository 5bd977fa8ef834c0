/** Moves instances with a request for each, because the server rejected one request for all. */
import type { Instance } from "#contracts/instances.ts";
import { type BulkState, runBulk } from "../../components/bulk/bulk-run.ts";

export interface UnmovedInstance {
  readonly instance: Instance;
  /** Null if its request was not sent. */
  readonly problem: unknown;
}

export interface MoveOutcome {
  readonly moved: readonly Instance[];
  /** Another attempt would be rejected again. */
  readonly rejected: readonly UnmovedInstance[];
  /** Another attempt may succeed. */
  readonly failed: readonly UnmovedInstance[];
}

/** `move` sends the request of one instance. */
export async function moveEach(
  instances: readonly Instance[],
  move: (instance: Instance) => Promise<unknown>,
): Promise<MoveOutcome> {
  const states = new Map<Instance, BulkState>();
  await runBulk({
    items: instances,
    send: move,
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
