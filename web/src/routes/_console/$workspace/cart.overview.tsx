import { createFileRoute, redirect } from "@tanstack/react-router";
import { useLingui } from "@lingui/react/macro";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { keepCart, readKeptCart } from "../../../lib/browser/kept-cart.ts";
import { usePageTitle } from "../../../lib/hooks/use-page-title.ts";
import { CartOverview } from "../../../features/instances/cart-overview.tsx";
import { namesOfLine, parseCartLines } from "../../../features/instances/cart-lines.ts";
import { EmptyCart } from "../../../features/instances/empty-cart.tsx";
import { OrderResult, prefetchOrderResult } from "../../../features/instances/order-result.tsx";
import { OrderError, OrderSkeleton } from "../../../features/instances/order-skeleton.tsx";
import {
  commonPrefix,
  validateCartOverviewSearch,
} from "../../../features/instances/order-search.ts";
import { prefetchOrderData, useOrderData } from "../../../features/instances/use-order-data.ts";

const namePrefixOf = (lines: string | undefined) =>
  commonPrefix(parseCartLines(lines).flatMap(namesOfLine));

export const Route = createFileRoute("/_console/$workspace/cart/overview")({
  validateSearch: validateCartOverviewSearch,
  beforeLoad: ({ context, params, search, preload }) => {
    requirePermission(context.role, "instance.create");
    if (search.order !== undefined) return;
    const { user } = context.self;
    const { workspaceId } = context.role;
    const kept = readKeptCart(user.id, workspaceId);
    if (search.lines === undefined && kept !== null)
      throw redirect({
        to: "/$workspace/cart/overview",
        params,
        search: { lines: kept },
        replace: true,
      });
    // The cart of a link is kept, unless another one is.
    if (search.lines !== undefined && kept === null && !preload)
      keepCart(user.id, workspaceId, search.lines);
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { workspace }, deps: { lines, order } }) =>
    order === undefined
      ? prefetchOrderData(queryClient, workspace, namePrefixOf(lines))
      : prefetchOrderResult(queryClient, workspace, order),
  component: Overview,
});

function Overview() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const { lines, order } = Route.useSearch();
  usePageTitle(order === undefined ? t`Cart` : t`Order`);
  if (order !== undefined) return <OrderResult workspace={workspace} order={order} />;
  if (lines === undefined) return <EmptyCart workspace={workspace} />;
  return <Cart key={`${workspace} ${lines}`} workspace={workspace} lines={lines} />;
}

function Cart({ workspace, lines }: { workspace: string; lines: string }) {
  const { t } = useLingui();
  const { data, ...rest } = useOrderData(workspace, namePrefixOf(lines));
  if (data !== null) return <CartOverview data={data} lines={lines} workspace={workspace} />;
  return rest.error === null || !("retry" in rest) ? (
    <OrderSkeleton title={t`Cart`} />
  ) : (
    <OrderError title={t`Cart`} error={rest.error} onRetry={rest.retry} />
  );
}
