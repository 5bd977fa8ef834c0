/** Daily spend as series for the chart and its table: the largest projects have series of their own. */
import type { ProjectGraph } from "#contracts/projects.ts";
import type { ProjectColour } from "../../components/project-colour.tsx";

export interface Series {
  readonly key: string;
  /** `others`: the surplus projects combined. `none`: without a project, or of a deleted one. */
  readonly kind: "project" | "others" | "none";
  /** The project's name; empty for other kinds. */
  readonly name: string;
  readonly colour: ProjectColour;
  /** Distinguishes projects of one color: the first is opaque, the next ones are lighter. */
  readonly shade: number;
  /** One value per day. */
  readonly cents: readonly number[];
  readonly total: number;
}

export interface SpendSeries {
  readonly days: readonly string[];
  /** Sorted by total, highest first. */
  readonly series: readonly Series[];
  /** Daily total of all projects. */
  readonly cents: readonly number[];
  readonly total: number;
}

/** Maximum number of series that are distinguishable. */
const maxNamedSeries = 6;

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);

type Unshaded = Omit<Series, "shade">;

const withShade = (series: Unshaded, place: number, all: readonly Unshaded[]): Series => ({
  ...series,
  shade: all.slice(0, place).filter(({ colour }) => colour === series.colour).length,
});

export function toSpendSeries({
  projects,
  days,
}: Pick<ProjectGraph, "projects" | "days">): SpendSeries {
  const dailyCents = (projectId: string | null) =>
    days.map(({ amounts }) =>
      sum(
        amounts
          .filter((amount) => amount.projectId === projectId)
          .map(({ amount }) => amount.cents),
      ),
    );
  const ranked = projects
    .map(({ id, name, colour }): Unshaded => {
      const cents = dailyCents(id);
      return { key: id, kind: "project", name, colour, cents, total: sum(cents) };
    })
    .toSorted((one, other) => other.total - one.total);
  const rest = ranked.slice(maxNamedSeries);
  const loose = dailyCents(null);
  const series: Unshaded[] = [
    ...ranked.slice(0, maxNamedSeries),
    ...(rest.length === 0 ? [] : [combineSeries("others", rest, days.length)]),
    ...(sum(loose) === 0
      ? []
      : [
          {
            key: "none",
            kind: "none",
            name: "",
            colour: "slate",
            cents: loose,
            total: sum(loose),
          } as const,
        ]),
  ];
  const cents = days.map((_day, day) => sum(series.map((each) => each.cents[day] ?? 0)));
  return {
    days: days.map(({ day }) => day),
    series: series.map(withShade),
    cents,
    total: sum(cents),
  };
}

const combineSeries = (kind: "others", parts: readonly Unshaded[], dayCount: number): Unshaded => ({
  key: kind,
  kind,
  name: "",
  colour: "slate",
  cents: Array.from({ length: dayCount }, (_, day) =>
    sum(parts.map((part) => part.cents[day] ?? 0)),
  ),
  total: sum(parts.map(({ total }) => total)),
});

const maxGridLines = 4;

/** Round amounts in cents from zero to the first one above the highest day; never empty, not even without spend. */
export function axisTicks(highest: number): readonly number[] {
  const least = Math.max(highest, 4) / maxGridLines;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= least) ?? power;
  const whole = Math.max(1, Math.round(step));
  const lines = Math.max(1, Math.ceil(highest / whole));
  return Array.from({ length: lines + 1 }, (_, line) => line * whole);
}
