/** Series of the usage chart. */
import type { UsageGroup } from "#contracts/usage.ts";

/** Maximum number of groups that are distinguishable. */
const maxSeries = 6;

/** Colors of groups that have none of their own, in this order. */
const colours = ["spruce", "sky", "amber", "violet", "rose", "teal"] as const;
const neutralColour = "slate";

export interface UsageSeries {
  readonly group: Pick<UsageGroup, "kind" | "name" | "id">;
  readonly colour: string;
  readonly cents: readonly number[];
}

/** The most expensive groups, and the sum of all others. */
export function usageSeries(groups: readonly UsageGroup[], intervals: number): UsageSeries[] {
  const billed = groups.filter(({ amount }) => amount.cents > 0);
  const named = billed.filter(({ kind }) => kind !== "others" && kind !== "none");
  const own = named.slice(0, maxSeries);
  const none = billed.filter(({ kind }) => kind === "none");
  const rest = [...named.slice(maxSeries), ...billed.filter(({ kind }) => kind === "others")];
  const restCents = Array.from({ length: intervals }, (_, interval) =>
    rest.reduce((sum, { cents }) => sum + (cents[interval] ?? 0), 0),
  );
  return [
    ...own.map((group, position) => ({
      group,
      colour: group.colour ?? colours[position] ?? neutralColour,
      cents: group.cents,
    })),
    ...(rest.length === 0
      ? []
      : [
          {
            group: { kind: "others" as const, id: null, name: "" },
            colour: neutralColour,
            cents: restCents,
          },
        ]),
    ...none.map((group) => ({ group, colour: neutralColour, cents: group.cents })),
  ];
}
