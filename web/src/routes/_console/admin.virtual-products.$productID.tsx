import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { virtualProductActions } from "#contracts/actions/virtual-products.ts";
import type { VirtualProduct } from "#contracts/virtual-products.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { DetailPage } from "../../components/detail-page.tsx";
import { usePageQuery } from "../../components/page-error.tsx";
import { useActionReason } from "../../components/use-action-denial.ts";
import { useMenuCode } from "../../components/use-menu-code.ts";
import {
  PricesCard,
  ProductDetailsCard,
  ProductRegionsCard,
} from "../../features/catalogue/product-cards.tsx";
import { virtualProductQuery } from "../../features/catalogue/product-queries.ts";
import { CatalogueStatusLabel } from "../../features/catalogue/status-labels.tsx";
import { useProductMenu } from "../../features/catalogue/use-product-menu.tsx";
import { prefetch } from "../../lib/api/api-client.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { formatHourlyRate } from "../../lib/i18n/format.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { Button } from "../../ui/button.tsx";
import { Columns } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Menu } from "../../ui/menu.tsx";

const loadPrice = () => import("../../features/catalogue/add-price-dialog.tsx");
const AddPriceDialog = lazyPart(loadPrice);
const loadEdit = () => import("../../features/catalogue/edit-product-dialog.tsx");
const EditProductDialog = lazyPart(loadEdit);

export const Route = createFileRoute("/_console/admin/virtual-products/$productID")({
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.product.manage"),
  loader: ({ context, params: { productID } }) =>
    prefetch(context.queryClient, virtualProductQuery(productID)),
  component: VirtualProductPage,
});

function VirtualProductPage() {
  const { t } = useLingui();
  const { productID } = Route.useParams();
  return (
    <DetailPage
      result={usePageQuery(virtualProductQuery(productID))}
      title={({ name }) => name}
      status={({ status }) => <CatalogueStatusLabel status={status} />}
      summary={({ family, rateMicrosPerHour }) => (
        <Facts
          items={[
            family,
            rateMicrosPerHour === null ? t`no price` : t`${formatHourlyRate(rateMicrosPerHour)}/h`,
          ]}
        />
      )}
      actions={(product) => <ProductActions product={product} />}
    >
      {(product) => (
        <Columns
          main={
            <>
              <PricesCard product={product} />
              <ProductRegionsCard product={product} />
            </>
          }
          aside={<ProductDetailsCard product={product} />}
        />
      )}
    </DetailPage>
  );
}

function ProductActions({ product }: { product: VirtualProduct }) {
  const { t } = useLingui();
  const reasonFor = useActionReason();
  const menu = useProductMenu();
  const [isPricing, setIsPricing] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const entries = () => menu(product);
  useMenuCode(entries);
  return (
    <>
      <ActionButton
        reason={reasonFor(virtualProductActions.addPrice, product)}
        onPointerEnter={() => void loadPrice()}
        onFocus={() => void loadPrice()}
        onClick={() => setIsPricing(true)}
      >
        <Trans>Set a price</Trans>
      </ActionButton>
      <ActionButton
        reason={reasonFor(virtualProductActions.update, product)}
        onPointerEnter={() => void loadEdit()}
        onFocus={() => void loadEdit()}
        onClick={() => setIsEditing(true)}
      >
        <Trans>Edit</Trans>
      </ActionButton>
      <Menu entries={entries}>
        {(trigger) => (
          <Button {...trigger} icon="dots" aria-label={t`More actions`}>
            <Trans>More</Trans>
          </Button>
        )}
      </Menu>
      {isEditing && (
        <Suspense>
          <EditProductDialog product={product} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
      {isPricing && (
        <Suspense>
          <AddPriceDialog product={product} onClose={() => setIsPricing(false)} />
        </Suspense>
      )}
    </>
  );
}
