/** What a workspace may rent at a time and spend in a month, and how much of it is used. */
import { type LimitName, limitNames } from "#contracts/limit-names.ts";
import type { WorkspaceLimit } from "#contracts/limits.ts";
import { exactCost, roundToCents } from "#contracts/rating.ts";
import type { Tx } from "../../core/db/db.ts";
import { calendarMonth } from "./expenditure.ts";
import { toEpochSeconds } from "./metering.ts";
import {
  type LimitValues,
  listRequests,
  lockLimits,
  type MonthSeconds,
  readLimitValues,
  readUsage,
} from "./limits-store.ts";

export { type LimitValues, lockLimits, saveDefaultLimits } from "./limits-store.ts";

/** For how long an answered request is shown beside its limit. */
const answerShownMs = 30 * 86_400_000;

export function monthSeconds(at: Date): MonthSeconds {
  const { start, end } = calendarMonth(at);
  return { from: toEpochSeconds(start), now: toEpochSeconds(at), end: toEpochSeconds(end) };
}

export async function listLimits(
  tx: Tx,
  workspaceId: string,
  now: Date,
): Promise<{ limits: WorkspaceLimit[] }> {
  const [values, used, requests] = await Promise.all([
    readLimitValues(tx, workspaceId),
    readUsage(tx, workspaceId, monthSeconds(now)),
    listRequests(tx, workspaceId, new Date(now.getTime() - answerShownMs)),
  ]);
  const limits = limitNames.map((limit) => {
    const found = requests.find((candidate) => candidate.limit === limit);
    if (found === undefined)
      return { limit, value: values[limit], used: used[limit], request: null };
    const { limit: _, ...request } = found;
    return { limit, value: values[limit], used: used[limit], request };
  });
  return { limits };
}

/** What instances of one product add to the use of the limits. */
export interface AddedInstances {
  readonly quantity: number;
  readonly gpuCount: number;
  readonly isBareMetal: boolean;
  /** Of one instance. */
  readonly rateMicrosPerHour: number;
}

export interface ReachedLimit {
  readonly limit: LimitName;
  readonly value: number;
  /** Without what is added. */
  readonly used: number;
  readonly needed: number;
}

const needs = (
  { quantity, gpuCount, isBareMetal, rateMicrosPerHour }: AddedInstances,
  secondsLeft: number,
): LimitValues => ({
  instances: quantity,
  gpus: quantity * gpuCount,
  bare_metal: isBareMetal ? quantity : 0,
  monthly_spend: roundToCents(exactCost(rateMicrosPerHour, secondsLeft, quantity)),
});

/**
 * Finds the limits that are exceeded when `added` is rented in addition, with the position of the first entry that
 * exceeds each. Locks the use of the limits until the transaction ends, so that two orders at once cannot exceed them.
 * The instances must be inserted in the same transaction.
 */
export async function findReachedLimits(
  tx: Tx,
  workspaceId: string,
  now: Date,
  added: readonly AddedInstances[],
): Promise<(ReachedLimit & { position: number })[]> {
  await lockLimits(tx, workspaceId);
  const month = monthSeconds(now);
  const [values, used] = await Promise.all([
    readLimitValues(tx, workspaceId),
    readUsage(tx, workspaceId, month),
  ]);
  const each = added.map((one) => needs(one, month.end - month.now));
  return limitNames.flatMap((limit) => {
    let total = used[limit];
    const position = each.findIndex((one) => {
      total += one[limit];
      return one[limit] > 0 && total > values[limit];
    });
    if (position === -1) return [];
    const needed = each.reduce((sum, one) => sum + one[limit], 0);
    return [{ limit, value: values[limit], used: used[limit], needed, position }];
  });
}
