/** Cost per day (UTC) and project, rounded once each like an invoice line. */
import { dailyCentsOfChanges, type RateChange } from "#contracts/rate-changes.ts";
import { type Spend, spendDays } from "#contracts/workspaces.ts";
import type { Tx } from "../../core/db/db.ts";
import { listSpendChanges, type SpendChangeRow } from "./daily-spend-store.ts";
import { toEpochSeconds } from "./metering.ts";

const dayMs = 24 * 3_600_000;

export interface ProjectSpend {
  /** Null for cost without a project, and for cost of deleted projects. */
  readonly project: { readonly id: string; readonly name: string; readonly colour: string } | null;
  /** One amount per day. */
  readonly cents: readonly number[];
}

export interface DailySpend {
  /** Start of the first day. */
  readonly first: Date;
  /** Sorted by the project's name; cost without a project is last. */
  readonly projects: readonly ProjectSpend[];
}

/** Returns the last `spendDays` days with today as the last one, up to `now`. */
export async function readDailySpend(tx: Tx, workspaceId: string, now: Date): Promise<DailySpend> {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const first = new Date(today - (spendDays - 1) * dayMs);
  const rows = await listSpendChanges(tx, workspaceId, toEpochSeconds(first), toEpochSeconds(now));
  const grouped = Map.groupBy(rows, ({ projectId }) => projectId);
  return {
    first,
    projects: [...grouped.values()].map((changes) => ({
      project: toProject(changes[0]),
      cents: dailyCentsOfChanges(changes.map(toChange), spendDays),
    })),
  };
}

const toProject = (row: SpendChangeRow | undefined): ProjectSpend["project"] =>
  row === undefined || row.projectId === null
    ? null
    : { id: row.projectId, name: row.projectName ?? "", colour: row.colour ?? "" };

const toChange = ({ day, units, rate }: SpendChangeRow): RateChange => ({
  day,
  units: BigInt(units),
  rateMicrosPerHour: BigInt(rate),
});

/** The response has at most this many projects of their own, because more are not distinguishable in a chart. */
const maxProjects = 6;

const totalOf = ({ cents }: Pick<ProjectSpend, "cents">): number =>
  cents.reduce((total, amount) => total + amount, 0);

/** Series of a chart: the most expensive projects, the sum of the others, and cost without a project. */
export function toSpend({ first, projects }: DailySpend): Spend {
  const ranked = projects
    .filter(({ project }) => project !== null)
    .toSorted((one, other) => totalOf(other) - totalOf(one));
  const others = ranked.slice(maxProjects);
  const none = projects.filter(({ project }) => project === null);
  const combined = Array.from({ length: spendDays }, (_, day) =>
    others.reduce((total, { cents }) => total + (cents[day] ?? 0), 0),
  );
  const series: Spend["series"] = [
    ...ranked.slice(0, maxProjects).map((each) => ({ kind: "project" as const, ...each })),
    ...(others.length === 0 ? [] : [{ kind: "others" as const, project: null, cents: combined }]),
    ...none.map(({ cents }) => ({ kind: "none" as const, project: null, cents })),
  ].map((each) => ({ ...each, cents: [...each.cents] }));
  return {
    firstDay: first.toISOString().slice(0, 10),
    currency: "USD",
    series: series.filter((each) => totalOf(each) > 0),
  };
}
