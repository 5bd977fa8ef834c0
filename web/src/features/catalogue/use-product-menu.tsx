/** Staff actions on a virtual product, for the menu of a row and of its page. */
import { Trans, useLingui } from "@lingui/react/macro";
import { virtualProductActions } from "#contracts/actions/virtual-products.ts";
import { type VirtualProductRow, virtualProducts } from "#contracts/virtual-products.ts";
import { withConfirmation } from "../../components/confirmation.ts";
import { useActionReason } from "../../components/use-action-denial.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import type { MenuEntryWithCode } from "../../components/use-menu-code.ts";
import { ProductImpact } from "./product-impact.tsx";
import { changedByProduct } from "./product-queries.ts";

export function useProductMenu() {
  const { t } = useLingui();
  const reasonFor = useActionReason();
  const activate = useEndpointAction(virtualProducts.activate, {
    invalidates: changedByProduct,
    successMessage: ({ name }) => t`${name} is offered to customers`,
  });
  const deactivate = useEndpointAction(virtualProducts.deactivate, {
    invalidates: changedByProduct,
    successMessage: ({ name }) => t`${name} is no longer offered`,
  });
  return (product: VirtualProductRow): readonly MenuEntryWithCode[] => {
    const { id, name } = product;
    const path = { virtualProduct: id };
    if (product.status !== "active")
      return [
        {
          label: t`Activate`,
          icon: "eye",
          reason: reasonFor(virtualProductActions.activate, product),
          ...activate.now({ path }),
        },
      ];
    return [
      {
        label: t`Deactivate`,
        icon: "eye-off",
        reason: reasonFor(virtualProductActions.deactivate, product),
        ...withConfirmation({
          severity: "disruptive",
          title: t`Deactivate ${name}?`,
          confirmLabel: t`Deactivate ${name}`,
          text: (
            <>
              <Trans>Customers can't order it until it is activated again.</Trans>{" "}
              <ProductImpact id={id} />
            </>
          ),
          action: () => deactivate.run({ path }),
          code: deactivate.code({ path }),
        }),
      },
    ];
  };
}
