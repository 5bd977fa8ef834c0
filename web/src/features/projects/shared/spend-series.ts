/** Daily cost by project as series of a chart: the most expensive projects have series of their own. */
import type { Project, ProjectGraph } from "#contracts/projects.ts";
import type { Spend } from "#contracts/workspaces.ts";

export interface SpendSeries {
  readonly key: string;
  /** `others`: the surplus projects combined. `none`: without a project, or of a deleted one. */
  readonly kind: "project" | "others" | "none";
  /** The project's name; empty for other kinds. */
  readonly name: string;
  readonly colour: string;
  /** One amount in cents per day. */
  readonly cents: readonly number[];
}

export interface DailySpend {
  /** The first day (UTC). */
  readonly firstDay: string;
  readonly days: number;
  /** Highest total first. */
  readonly series: readonly SpendSeries[];
}

/** Maximum number of series that are distinguishable. */
const maxNamedSeries = 6;

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);

/** The color of cost that belongs to no project of its own. */
const neutralColour = "slate";

export const toDailySpend = ({ firstDay, series }: Spend, days: number): DailySpend => ({
  firstDay,
  days,
  series: series.map(({ kind, project, cents }) => ({
    key: project?.id ?? kind,
    kind,
    name: project?.name ?? "",
    colour: project?.colour ?? neutralColour,
    cents,
  })),
});

const dailyCentsOf = (days: ProjectGraph["days"], projectId: string | null): readonly number[] =>
  days.map(({ amounts }) =>
    sum(
      amounts.filter((amount) => amount.projectId === projectId).map(({ amount }) => amount.cents),
    ),
  );

/** The cost of one project, also of one that the graph's tree leaves out. */
export function toDailySpendOfProject(
  { days }: Pick<ProjectGraph, "days">,
  { id, name, colour }: Pick<Project, "id" | "name" | "colour">,
): DailySpend {
  const cents = dailyCentsOf(days, id);
  return {
    firstDay: days[0]?.day ?? "",
    days: days.length,
    series: sum(cents) === 0 ? [] : [{ key: id, kind: "project", name, colour, cents }],
  };
}

export function toDailySpendOfGraph({
  projects,
  days,
}: Pick<ProjectGraph, "projects" | "days">): DailySpend {
  const dailyCents = (projectId: string | null) => dailyCentsOf(days, projectId);
  const ranked = projects
    .map(
      ({ id, name, colour }): SpendSeries => ({
        key: id,
        kind: "project",
        name,
        colour,
        cents: dailyCents(id),
      }),
    )
    .filter(({ cents }) => sum(cents) > 0)
    .toSorted((one, other) => sum(other.cents) - sum(one.cents));
  const rest = ranked.slice(maxNamedSeries);
  const unnamed = (kind: "others" | "none", cents: readonly number[]): SpendSeries[] =>
    sum(cents) === 0 ? [] : [{ key: kind, kind, name: "", colour: neutralColour, cents }];
  return {
    firstDay: days[0]?.day ?? "",
    days: days.length,
    series: [
      ...ranked.slice(0, maxNamedSeries),
      ...unnamed(
        "others",
        days.map((_, day) => sum(rest.map(({ cents }) => cents[day] ?? 0))),
      ),
      ...unnamed("none", dailyCents(null)),
    ],
  };
}
