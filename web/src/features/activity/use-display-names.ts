import { useQuery } from "@tanstack/react-query";
import { catalogue } from "#contracts/catalogue.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { useInitialQueriesSettled } from "../../lib/hooks/use-initial-queries-settled.ts";
import type { DisplayNames } from "./shared/feature-activity.ts";

/** Names of regions; loaded after the page's initial queries, until then their handles. */
export function useDisplayNames(): DisplayNames {
  const isSettled = useInitialQueriesSettled();
  const { data } = useQuery({
    ...endpointQuery(catalogue.regionNames, {}),
    enabled: isSettled,
    staleTime: 600_000,
  });
  return {
    region: (wanted) => data?.data.find(({ handle }) => handle === wanted)?.name ?? wanted,
  };
}
