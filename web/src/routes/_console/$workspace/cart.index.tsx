import { createFileRoute } from "@tanstack/react-router";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useWorkspace } from "../../../lib/session/permissions.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { useKeptCart } from "../../../lib/browser/kept-cart.ts";
import { usePageTitle } from "../../../lib/hooks/use-page-title.ts";
import { namesOfLine, parseCartLines } from "../../../features/instances/cart-lines.ts";
import {
  draftFromSearch,
  type OrderFormData,
} from "../../../features/instances/order-form-state.ts";
import {
  type CartSearch,
  linkedNamePrefix,
  validateCartSearch,
} from "../../../features/instances/order-search.ts";
import { OrderPage } from "../../../features/instances/order-form.tsx";
import { OrderError, OrderSkeleton } from "../../../features/instances/order-skeleton.tsx";
import { prefetchOrderData, useOrderData } from "../../../features/instances/use-order-data.ts";

export const Route = createFileRoute("/_console/$workspace/cart/")({
  validateSearch: validateCartSearch,
  beforeLoad: ({ context, cause }) => {
    // The form updates the URL, which runs this guard again. A role change must not discard the typed text.
    if (cause !== "stay") requirePermission(context.role, "instance.create");
  },
  loader: ({ context: { queryClient }, params: { workspace }, location: { search } }) =>
    prefetchOrderData(queryClient, workspace, linkedNamePrefix(validateCartSearch(search))),
  component: Cart,
});

function Cart() {
  const { t } = useLingui();
  usePageTitle(t`Create instance`);
  const { workspace } = Route.useParams();
  const link = Route.useSearch();
  const [prefix] = useState(() => linkedNamePrefix(link));
  const { data, ...rest } = useOrderData(workspace, prefix);
  // Another line of the cart is another form.
  const key = `${workspace} ${link.edit ?? ""} ${link.lines ?? ""}`;
  if (data !== null) return <CartForm key={key} ground={data} link={link} workspace={workspace} />;
  return rest.error === null || !("retry" in rest) ? (
    <OrderSkeleton />
  ) : (
    <OrderError error={rest.error} onRetry={rest.retry} />
  );
}

/** The URL initializes the form once; afterwards the form updates the URL. */
function CartForm({
  ground,
  link,
  workspace,
}: {
  ground: OrderFormData;
  link: CartSearch;
  workspace: string;
}) {
  const [kept] = useKeptCart(useWorkspace().workspaceId);
  const [start] = useState(() => {
    // Names of the other lines are in use too, as those of instances.
    const others = parseCartLines(link.lines ?? kept ?? undefined).filter(
      (_, at) => String(at + 1) !== link.edit,
    );
    const takenNames = new Set([...ground.takenNames, ...others.flatMap(namesOfLine)]);
    return { draft: draftFromSearch(link, { ...ground, takenNames }), link };
  });
  return (
    <OrderPage data={ground} initialDraft={start.draft} link={start.link} workspace={workspace} />
  );
}
