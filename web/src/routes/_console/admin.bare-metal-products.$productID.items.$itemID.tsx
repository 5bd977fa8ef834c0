import { Trans } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { DetailPage } from "../../components/detail-page.tsx";
import { usePageQuery } from "../../components/page-error.tsx";
import { ItemActions } from "../../features/admin/bare-metal/item-actions.tsx";
import {
  ChecksCard,
  ErasuresCard,
  ItemCommandsCard,
  ItemDetailsCard,
  ItemHistoryCard,
} from "../../features/admin/bare-metal/item-cards.tsx";
import { ItemStatus } from "../../features/admin/bare-metal/item-labels.tsx";
import { itemQuery } from "../../features/admin/bare-metal/item-queries.ts";
import { prefetch } from "../../lib/api/api-client.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { Columns } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Callout } from "../../ui/feedback.tsx";

export const Route = createFileRoute(
  "/_console/admin/bare-metal-products/$productID/items/$itemID",
)({
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.bm_item.view"),
  loader: ({ context, params: { itemID } }) => prefetch(context.queryClient, itemQuery(itemID)),
  component: BareMetalItemPage,
});

function BareMetalItemPage() {
  const { itemID } = Route.useParams();
  const result = usePageQuery(itemQuery(itemID), {
    pollsWhile: ({ state }) => state === "reserved" || state === "erasing",
  });
  return (
    <DetailPage
      result={result}
      title={({ serial }) => serial}
      status={({ state }) => <ItemStatus state={state} />}
      summary={({ product, region, rack, foremanHost }) => (
        <Facts
          items={[
            <Link
              key="product"
              to="/admin/bare-metal-products/$productID"
              params={{ productID: product.id }}
            >
              {product.name}
            </Link>,
            region.name,
            rack === "" ? null : (
              <Trans key="rack">
                rack <span translate="no">{rack}</span>
              </Trans>
            ),
            <span key="host" translate="no">
              {foremanHost}
            </span>,
          ]}
        />
      )}
      actions={(item) => <ItemActions item={item} />}
    >
      {(item) => (
        <Columns
          main={
            <>
              {item.stateReason !== null && (
                <Callout tone={item.state === "broken" ? "danger" : "warn"}>
                  <p>{item.stateReason}</p>
                </Callout>
              )}
              <ErasuresCard erasures={item.erasures} />
              <ItemCommandsCard commands={item.commands} />
              <ItemHistoryCard events={item.events} />
            </>
          }
          aside={
            <>
              <ChecksCard item={item} />
              <ItemDetailsCard item={item} />
            </>
          }
        />
      )}
    </DetailPage>
  );
}
