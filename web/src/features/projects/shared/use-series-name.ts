import { useLingui } from "@lingui/react/macro";
import type { SpendSeries } from "./spend-series.ts";

/** Label of a spend series. */
export function useSeriesName(): (series: Pick<SpendSeries, "kind" | "name">) => string {
  const { t } = useLingui();
  return ({ kind, name }) => {
    switch (kind) {
      case "project":
        return name;
      case "others":
        return t`Other projects`;
      case "none":
        return t`No project or deleted project`;
    }
  };
}
