import { useLingui } from "@lingui/react/macro";
import type { Series } from "./spend-series.ts";

/** Label of a spend series. */
export function useSeriesName(): (series: Pick<Series, "kind" | "name">) => string {
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
