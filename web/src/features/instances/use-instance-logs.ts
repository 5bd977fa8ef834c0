import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type InstanceLog, instances } from "#contracts/instances.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";

const perPage = 100;

export const instanceLogsQuery = (workspace: string, instance: string, page = 1) =>
  endpointQuery(instances.logs, {
    path: { workspace, instance },
    query: { perPage: String(perPage), page: String(page) },
  });

/**
 * The steps of an instance, oldest first. The server lists the oldest first, so the newest are on the last page;
 * earlier pages are loaded on demand.
 */
export function useInstanceLogs(workspace: string, instance: string) {
  const [earlier, setEarlier] = useState(0);
  const first = useQuery(instanceLogsQuery(workspace, instance));
  const last = first.data?.meta.lastPage ?? 1;
  const from = Math.max(2, last - earlier);
  const numbers = Array.from({ length: Math.max(0, last - from + 1) }, (_, at) => from + at);
  const rest = useQueries({
    queries: numbers.map((page) => instanceLogsQuery(workspace, instance, page)),
  });
  const isWhole = last - earlier <= 1;
  const steps: InstanceLog[] = [
    ...(isWhole ? (first.data?.data ?? []) : []),
    ...rest.flatMap(({ data }) => data?.data ?? []),
  ];
  return {
    steps,
    isLoading: first.data === undefined && first.error === null,
    error: first.error,
    refetch: first.refetch,
    hasEarlier: !isWhole,
    showEarlier: () => setEarlier(earlier + 1),
  };
}
