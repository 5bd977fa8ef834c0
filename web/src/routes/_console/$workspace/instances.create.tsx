import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { catalogue } from "#contracts/catalogue.ts";
import { credentials } from "#contracts/credentials.ts";
import { projects } from "#contracts/projects.ts";
import { prefetch, endpointQuery } from "../../../lib/api/api-client.ts";
import { serverToday } from "../../../lib/api/server-clock.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { usePageTitle } from "../../../lib/hooks/use-page-title.ts";
import {
  draftFromSearch,
  type OrderFormData,
} from "../../../features/instances/order-form-state.ts";
import {
  linkedNamePrefix,
  type OrderSearch,
  validateOrderSearch,
} from "../../../features/instances/order-search.ts";
import { namesakesQuery } from "../../../features/instances/use-taken-names.ts";
import { OrderPage } from "../../../features/instances/order-form.tsx";
import { OrderError, OrderSkeleton } from "../../../features/instances/order-skeleton.tsx";

/** The catalog of the order form. Displayed prices stay until the server reports other ones. */
const offerQuery = {
  ...endpointQuery(catalogue.offer, {}),
  staleTime: 60_000,
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

export const Route = createFileRoute("/_console/$workspace/instances/create")({
  validateSearch: validateOrderSearch,
  beforeLoad: ({ context, cause }) => {
    // The form updates the URL, which runs this guard again. A role change must not discard the typed text.
    if (cause !== "stay") requirePermission(context.role, "instance.create");
  },
  loader: ({ context: { queryClient }, params: { workspace }, location: { search } }) => {
    const names = linkedNamePrefix(validateOrderSearch(search));
    prefetch(
      queryClient,
      offerQuery,
      keysQuery(workspace),
      projectsQuery(workspace),
      namesakesQuery(workspace, names),
    );
  },
  component: CreateInstance,
});

function CreateInstance() {
  const { t } = useLingui();
  usePageTitle(t`Create instance`);
  const { workspace } = Route.useParams();
  const link = Route.useSearch();
  const offer = useQuery(offerQuery);
  const keys = useQuery(keysQuery(workspace));
  const known = useQuery(projectsQuery(workspace));
  const [prefix] = useState(() => linkedNamePrefix(link));
  const namesakes = useQuery(namesakesQuery(workspace, prefix));
  const reads = [offer, keys, known];
  // Without the names in use, a taken name is reported when the order is sent.
  const areNamesSettled = namesakes.data !== undefined || namesakes.error !== null;
  if (
    offer.data !== undefined &&
    keys.data !== undefined &&
    known.data !== undefined &&
    areNamesSettled
  ) {
    const ground: OrderFormData = {
      offer: offer.data,
      keys: keys.data.data,
      projects: known.data.data,
      today: serverToday(),
      takenNames: new Set(namesakes.data?.data.map(({ hostname }) => hostname)),
    };
    return <CreateInstanceForm key={workspace} ground={ground} link={link} workspace={workspace} />;
  }
  const failed = reads.find(({ error, data }) => error !== null && data === undefined);
  if (failed === undefined) return <OrderSkeleton />;
  return (
    <OrderError error={failed.error} onRetry={() => reads.forEach((read) => void read.refetch())} />
  );
}

/** The URL initializes the form once; afterwards the form updates the URL. */
function CreateInstanceForm({
  ground,
  link,
  workspace,
}: {
  ground: OrderFormData;
  link: OrderSearch;
  workspace: string;
}) {
  const [start] = useState(() => draftFromSearch(link, ground));
  return <OrderPage data={ground} initialDraft={start} type={link.type} workspace={workspace} />;
}
