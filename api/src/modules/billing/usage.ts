/**
 * Usage of a workspace by interval and group. A line (project, product and price in one calendar month) is rounded once,
 * as on the invoice, and its cents are split by time, so that every sum of a report adds up to the cent.
 */
import { usd } from "#contracts/money.ts";
import { exactCost, roundToCents, splitCents } from "#contracts/rating.ts";
import {
  maxUsageGroups,
  type UsageGroup,
  type UsageGrouping,
  type UsageReport,
} from "#contracts/usage.ts";
import type { Tx } from "../../core/db/db.ts";
import { toEpochSeconds } from "./metering.ts";
import { budgetsByProject } from "./project-budgets.ts";
import type { UsagePeriod } from "./usage-period.ts";
import { listUsageChanges, type UsageChangeRow } from "./usage-store.ts";

/** Usage of one price in one interval; of one instance if it is requested by instance. */
export interface UsageCell {
  readonly row: UsageChangeRow;
  /** Position of the interval, from 0. */
  readonly interval: number;
  readonly seconds: number;
  readonly cents: number;
}

/** Usage until `now`, in the order of the rows and intervals. Cells without usage are left out. */
export async function readUsage(
  tx: Tx,
  workspaceId: string,
  { period, byInstance, now }: { period: UsagePeriod; byInstance: boolean; now: Date },
): Promise<UsageCell[]> {
  const { bounds } = period;
  const toSecond = Math.min(toEpochSeconds(now), bounds.at(-1) ?? 0);
  if (toSecond <= (bounds[0] ?? 0)) return [];
  const changes = await listUsageChanges(tx, workspaceId, { bounds, toSecond, byInstance });
  const used = [...Map.groupBy(changes, rowKey).values()].flatMap((rows) => toUsed(rows, bounds));
  const lines = Map.groupBy(used, ({ row, interval }) => lineKey(row, bounds[interval] ?? 0));
  return [...lines.values()].flatMap(toCells);
}

type Used = Omit<UsageCell, "cents"> & { readonly extraUnits: bigint };

const rowKey = (row: UsageChangeRow): string =>
  [
    row.lineProjectId,
    row.productId,
    row.priceSnapshotId,
    row.rateMicrosPerHour,
    row.regionHandle,
    row.instanceId,
  ].join(" ");

/** An interval belongs to the month in which it starts. */
const lineKey = (row: UsageChangeRow, startSecond: number): string =>
  [
    row.lineProjectId,
    row.productId,
    row.priceSnapshotId,
    row.rateMicrosPerHour,
    new Date(startSecond * 1_000).toISOString().slice(0, 7),
  ].join(" ");

function toUsed(changes: readonly UsageChangeRow[], bounds: readonly number[]): Used[] {
  const used: Used[] = [];
  let instances = 0;
  let next = 0;
  for (let interval = 0; interval < bounds.length - 1; interval += 1) {
    const length = (bounds[interval + 1] ?? 0) - (bounds[interval] ?? 0);
    const change = changes[next]?.interval === interval + 1 ? changes[next] : undefined;
    const seconds = instances * length + (change?.seconds ?? 0);
    const row = changes[0];
    const extraUnits = BigInt(change?.extraUnits ?? 0);
    if (row !== undefined && (seconds > 0 || extraUnits > 0n))
      used.push({ row, interval, seconds, extraUnits });
    if (change === undefined) continue;
    instances += change.instances;
    next += 1;
  }
  return used;
}

function toCells(line: readonly Used[]): UsageCell[] {
  const seconds = line.map((cell) => cell.seconds);
  const rate = line[0]?.row.rateMicrosPerHour ?? 0;
  const extraUnits = line.reduce((total, cell) => total + cell.extraUnits, 0n);
  const cents = roundToCents(exactCost(rate, sum(seconds)) + extraUnits);
  const parts = splitCents(cents, seconds);
  return line.map(({ extraUnits: _, ...cell }, position) => ({
    ...cell,
    cents: parts[position] ?? 0,
  }));
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

export async function reportUsage(
  tx: Tx,
  workspaceId: string,
  { period, groupBy, now }: { period: UsagePeriod; groupBy: UsageGrouping; now: Date },
): Promise<UsageReport> {
  const byInstance = groupBy === "instance";
  const cells = await readUsage(tx, workspaceId, { period, byInstance, now });
  const budgets: Budgets =
    groupBy === "project" ? await budgetsByProject(tx, workspaceId, now) : new Map();
  const { bounds, ...requested } = period;
  const count = bounds.length - 1;
  const groups = [...Map.groupBy(cells, ({ row }) => groupIdOf(row, groupBy)).values()]
    .map((group) => toGroup(group, { groupBy, count, budgets }))
    .toSorted((one, other) => other.amount.cents - one.amount.cents || compareNames(one, other));
  const all = combine(groups, "others", count);
  const named = groups.slice(0, maxUsageGroups);
  const others = groups.slice(maxUsageGroups);
  return {
    ...requested,
    groupBy,
    asOf: now.toISOString(),
    starts: bounds.slice(0, -1).map((second) => new Date(second * 1_000).toISOString()),
    total: all.amount,
    seconds: all.seconds,
    wattHours: all.wattHours,
    gramsCo2: all.gramsCo2,
    groupCount: groups.length,
    groups: others.length === 0 ? named : [...named, combine(others, "others", count)],
  };
}

type Budgets = Awaited<ReturnType<typeof budgetsByProject>>;

const groupIdOf = (row: UsageChangeRow, groupBy: UsageGrouping): string | null =>
  groupBy === "project" ? row.projectId : groupBy === "product" ? row.productId : row.instanceId;

const nameOf = (row: UsageChangeRow, groupBy: UsageGrouping): string | null =>
  groupBy === "project" ? row.projectName : groupBy === "product" ? row.productName : row.hostname;

const compareNames = (one: UsageGroup, other: UsageGroup): number =>
  one.name.localeCompare(other.name, "en") || (one.id ?? "").localeCompare(other.id ?? "");

const secondsPerHour = 3_600;

/** Energy of a cell at full load, in watt hours; not rounded. */
export const wattHoursOf = ({ row, seconds }: Pick<UsageCell, "row" | "seconds">): number =>
  (row.powerWatts * seconds) / secondsPerHour;

export const gramsCo2Of = (cell: Pick<UsageCell, "row" | "seconds">): number =>
  (wattHoursOf(cell) / 1_000) * cell.row.gramsCo2PerKwh;

function toGroup(
  cells: readonly UsageCell[],
  { groupBy, count, budgets }: { groupBy: UsageGrouping; count: number; budgets: Budgets },
): UsageGroup {
  const row = cells[0]?.row;
  const id = row === undefined ? null : groupIdOf(row, groupBy);
  const cents = Array.from({ length: count }, () => 0);
  for (const cell of cells) cents[cell.interval] = (cents[cell.interval] ?? 0) + cell.cents;
  return {
    kind: id === null ? "none" : groupBy,
    id,
    name: row === undefined ? "" : (nameOf(row, groupBy) ?? ""),
    colour: groupBy === "project" ? (row?.projectColour ?? null) : null,
    budget: (groupBy === "project" && id !== null ? budgets.get(id) : undefined) ?? null,
    seconds: sum(cells.map(({ seconds }) => seconds)),
    amount: usd(sum(cents)),
    wattHours: Math.round(sum(cells.map(wattHoursOf))),
    gramsCo2: Math.round(sum(cells.map(gramsCo2Of))),
    cents,
  };
}

const combine = (
  groups: readonly UsageGroup[],
  kind: UsageGroup["kind"],
  count: number,
): UsageGroup => ({
  kind,
  id: null,
  name: "",
  colour: null,
  budget: null,
  seconds: sum(groups.map(({ seconds }) => seconds)),
  amount: usd(sum(groups.map(({ amount }) => amount.cents))),
  wattHours: sum(groups.map(({ wattHours }) => wattHours)),
  gramsCo2: sum(groups.map(({ gramsCo2 }) => gramsCo2)),
  cents: Array.from({ length: count }, (_, interval) =>
    sum(groups.map(({ cents }) => cents[interval] ?? 0)),
  ),
});
