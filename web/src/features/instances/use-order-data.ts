/** What the pages of the cart read before they show a form. */
import { useQuery } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { catalogue } from "#contracts/catalogue.ts";
import { credentials } from "#contracts/credentials.ts";
import { projects } from "#contracts/projects.ts";
import { prefetch, endpointQuery } from "../../lib/api/api-client.ts";
import { serverToday } from "../../lib/api/server-clock.ts";
import { readUserData } from "./kept-user-data.ts";
import type { OrderFormData } from "./order-form-state.ts";
import { namesakesQuery } from "./use-taken-names.ts";

const stockIntervalMilliseconds = 30_000;

/** The catalog of the order form. Stock and prices are read again while the page is visible. */
const offerQuery = {
  ...endpointQuery(catalogue.offer, {}),
  staleTime: stockIntervalMilliseconds,
  refetchInterval: stockIntervalMilliseconds,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
};
const keysQuery = (workspace: string) =>
  endpointQuery(credentials.list, {
    path: { workspace },
    query: { perPage: "100", orderBy: "name" },
  });
const projectsQuery = (workspace: string) =>
  endpointQuery(projects.list, { path: { workspace }, query: { perPage: "100", orderBy: "name" } });

export const prefetchOrderData = (
  client: QueryClient,
  workspace: string,
  namePrefix: string,
): void =>
  prefetch(
    client,
    offerQuery,
    keysQuery(workspace),
    projectsQuery(workspace),
    namesakesQuery(workspace, namePrefix),
  );

type OrderData =
  | { readonly data: OrderFormData; readonly error?: never }
  | { readonly data: null; readonly error: unknown; readonly retry: () => void };

/** `error` is null while the data loads. */
export function useOrderData(workspace: string, namePrefix: string): OrderData {
  const offer = useQuery(offerQuery);
  const keys = useQuery(keysQuery(workspace));
  const known = useQuery(projectsQuery(workspace));
  const namesakes = useQuery(namesakesQuery(workspace, namePrefix));
  const reads = [offer, keys, known];
  // Without the names in use, a taken name is reported when the order is sent.
  const areNamesSettled = namesakes.data !== undefined || namesakes.error !== null;
  if (
    offer.data !== undefined &&
    keys.data !== undefined &&
    known.data !== undefined &&
    areNamesSettled
  ) {
    return {
      data: {
        offer: offer.data,
        keys: keys.data.data,
        projects: known.data.data,
        today: serverToday(),
        takenNames: new Set(namesakes.data?.data.map(({ hostname }) => hostname)),
        userDataOf: readUserData,
      },
    };
  }
  const failed = reads.find(({ error, data }) => error !== null && data === undefined);
  return {
    data: null,
    error: failed?.error ?? null,
    retry: () => reads.forEach((read) => void read.refetch()),
  };
}
