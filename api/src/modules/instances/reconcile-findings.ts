/** What the comparison of instances reports to staff, with the provider's action that explains it. */
import type { Tx } from "../../core/db/db.ts";
import { addFindings, type FoundDifference, syncFindings } from "../infrastructure/findings.ts";
import { ComputeError, type ComputeProvider } from "../../ports/compute.ts";
import { type ServerAction, type ServerChange } from "../../ports/compute-readings.ts";
import { listInstanceServers } from "./reconcile-store.ts";

interface State {
  readonly status: string;
  readonly reason: string | null;
}

export interface AppliedChange {
  readonly instanceId: string;
  readonly serverId: string;
  readonly from: State;
  readonly to: State;
}

/** As findings store it: `active moving`. */
const formatState = ({ status, reason }: State): string =>
  reason === null ? status : `${status} ${reason}`;

/** A return to normal ends a finding and is none itself. */
const isReported = ({ to }: AppliedChange): boolean => to.status !== "active" || to.reason !== null;

function toFinding(change: AppliedChange): FoundDifference {
  const { serverId, instanceId, from, to } = change;
  return {
    kind: to.status === "unknown" ? "instance_gone" : "instance_changed",
    reference: serverId,
    instanceId,
    detail: { from: formatState(from), to: formatState(to) },
  };
}

export const addChangeFindings = (
  tx: Tx,
  now: Date,
  regionHandle: string,
  changes: readonly AppliedChange[],
): Promise<void> => addFindings(tx, now, regionHandle, changes.filter(isReported).map(toFinding));

/** Requests per comparison; further changes stay without an explanation. */
const maxExplained = 20;

/**
 * Returns the findings with the newest action of another account since `since`, a time of the provider's clock. A
 * server that was shut down from inside has none.
 */
export async function explainChanges(
  compute: ComputeProvider,
  changes: readonly AppliedChange[],
  since: Date | null,
): Promise<FoundDifference[]> {
  const explained: FoundDifference[] = [];
  for (const change of changes.filter(isReported).slice(0, maxExplained)) {
    const action = await findAction(compute, change.serverId, since);
    if (action === null) continue;
    const finding = toFinding(change);
    const { requestId, userId } = action;
    explained.push({
      ...finding,
      detail: {
        ...finding.detail,
        action: action.action,
        ...(requestId === null ? {} : { actionRequest: requestId }),
        ...(userId === null ? {} : { actionUser: userId }),
      },
    });
  }
  return explained;
}

async function findAction(
  compute: ComputeProvider,
  serverId: string,
  since: Date | null,
): Promise<ServerAction | null> {
  try {
    const actions = await compute.serverActions(serverId);
    const newest = actions.find(({ isByBoreal }) => !isByBoreal);
    if (newest === undefined || newest.startedAt === null) return null;
    return since === null || newest.startedAt >= since ? newest : null;
  } catch (error) {
    // The finding stands without an explanation.
    if (error instanceof ComputeError) return null;
    throw error;
  }
}

/** `servers` are all of the region. One of an instance whose tags were removed is not foreign. */
export async function syncForeignServers(
  tx: Tx,
  now: Date,
  regionHandle: string,
  servers: readonly ServerChange[],
): Promise<void> {
  const unlabeled = servers
    .filter(({ key, state }) => key === null && state !== "terminated")
    .map(({ serverId }) => serverId);
  const own = new Set(await listInstanceServers(tx, regionHandle, unlabeled));
  await syncFindings(
    tx,
    now,
    regionHandle,
    ["foreign_server"],
    unlabeled
      .filter((serverId) => !own.has(serverId))
      .map((reference) => ({ kind: "foreign_server", reference, instanceId: null, detail: {} })),
  );
}

export const syncClockFinding = (
  tx: Tx,
  now: Date,
  regionHandle: string,
  { aheadMs, isTooFar }: { aheadMs: number; isTooFar: boolean },
): Promise<void> =>
  syncFindings(
    tx,
    now,
    regionHandle,
    ["clock_differs"],
    isTooFar
      ? [
          {
            kind: "clock_differs",
            reference: regionHandle,
            instanceId: null,
            detail: { compared: "seconds", expected: 0, actual: Math.round(aheadMs / 1000) },
          },
        ]
      : [],
  );
