import { useQuery } from "@tanstack/react-query";
import { catalogue } from "#contracts/catalogue.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";
import type { DisplayNames } from "./shared/feature-activity.ts";

/** The names of all regions; the loaders of the activity pages start it, and their HTML has its answer. */
export const regionNamesQuery = {
  ...endpointQuery(catalogue.regionNames, {}),
  staleTime: 600_000,
};

export function useDisplayNames(): DisplayNames {
  const { data } = useQuery(regionNamesQuery);
  return {
    region: (wanted) =>
      data === undefined
        ? null
        : (data.data.find(({ handle }) => handle === wanted)?.name ?? wanted),
  };
}
