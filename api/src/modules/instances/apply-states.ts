/** Applies what a provider reports to instances that no command changes, with a line in the command log for staff. */
import type { FastifyBaseLogger } from "fastify";
import type { InstanceStatus } from "#contracts/instance-states.ts";
import type { Tx } from "../../core/db/db.ts";
import type { Clock } from "../../core/lib/clock.ts";
import { appendCommandLog, publishInstanceChanged } from "../commands/create-commands.ts";
import { applyProviderState, type InstanceState, isWithOperator } from "./provider-state.ts";
import type { AppliedChange } from "./reconcile-findings.ts";
import type { ReconciledInstance } from "./reconcile-store.ts";

/** `read` returns null for a state that says nothing. Returns what changed. */
export async function applyStates(
  deps: { readonly clock: Clock; readonly logger: FastifyBaseLogger },
  tx: Tx,
  instances: readonly ReconciledInstance[],
  read: (instance: ReconciledInstance) => InstanceState | null,
): Promise<AppliedChange[]> {
  const now = deps.clock.now();
  const applied: AppliedChange[] = [];
  for (const instance of instances) {
    const state = read(instance);
    if (state === null || isShown(instance, state)) continue;
    await applyProviderState(tx, instance, state, now);
    applied.push({
      instanceId: instance.id,
      serverId: instance.serverId,
      from: { status: instance.status, reason: instance.statusReason },
      to: state,
    });
    await appendCommandLog(
      tx,
      now,
      instance,
      `the provider has ${instance.hostname} as ${formatState(state.status, state.reason)}, it was ${formatState(instance.status, instance.statusReason)}`,
    );
    await publishInstanceChanged(tx, instance);
    deps.logger.info(
      { instance: instance.id, from: instance.status, to: state.status, reason: state.reason },
      "an instance changed without a command",
    );
  }
  return applied;
}

/**
 * Returns whether the instance already has this state. The reason counts only for operator work; other
 * reasons belong to commands.
 */
function isShown(
  instance: ReconciledInstance,
  state: { status: InstanceStatus; reason: string | null },
): boolean {
  if (state.status !== instance.status) return false;
  const concernsOperator = isWithOperator(instance.statusReason) || isWithOperator(state.reason);
  return !concernsOperator || state.reason === instance.statusReason;
}

const formatState = (status: InstanceStatus, reason: string | null) =>
  isWithOperator(reason) ? `${status} (${reason})` : status;
