/** Staff actions on a volume type, for the menu of a row. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { volumeProductActions } from "#contracts/actions/volume-products.ts";
import { type VolumeProduct, volumeProducts } from "#contracts/volume-products.ts";
import type { ListActions } from "../../components/table-page.tsx";
import { withConfirmation } from "../../components/confirmation.ts";
import { useActionReason } from "../../components/use-action-denial.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import type { MenuEntryWithCode } from "../../components/use-menu-code.ts";
import { formatGigabytes } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";

/** The volumes of the type, which no change of its status affects. */
function VolumeImpact({ product: { impact } }: { product: VolumeProduct }) {
  const size = formatGigabytes(impact.sizeGb, useLocaleSettings());
  if (impact.volumes === 0) return <Trans>The region has no volumes of this type.</Trans>;
  return (
    <Plural
      value={impact.volumes}
      one={`# volume of this type (${size}) is kept and works as before.`}
      other={`# volumes of this type (${size}) are kept and work as before.`}
    />
  );
}

export function useVolumeMenu(edit: (product: VolumeProduct) => void) {
  const { t } = useLingui();
  const reasonFor = useActionReason();
  const changed = [volumeProducts.list];
  const activate = useEndpointAction(volumeProducts.activate, {
    invalidates: changed,
    successMessage: ({ name, region }) => t`${name} is sold in ${region.name}`,
  });
  const deactivate = useEndpointAction(volumeProducts.deactivate, {
    invalidates: changed,
    successMessage: ({ name, region }) => t`${name} is no longer sold in ${region.name}`,
  });
  const restore = useEndpointAction(volumeProducts.restore, {
    invalidates: changed,
    successMessage: ({ name }) => t`${name} restored. It is inactive`,
  });
  const remove = useEndpointAction(volumeProducts.remove, { invalidates: [] });

  return (product: VolumeProduct, list: ListActions): readonly MenuEntryWithCode[] => {
    const { id, name, region } = product;
    const path = { volumeProduct: id };
    if (product.status === "deleted")
      return [
        {
          label: t`Restore`,
          icon: "refresh",
          reason: reasonFor(volumeProductActions.restore, product),
          ...restore.now({ path }),
        },
      ];
    const deactivation = withConfirmation({
      severity: "disruptive",
      title: t`Deactivate ${name} in ${region.name}?`,
      confirmLabel: t`Deactivate ${name}`,
      text: (
        <>
          <Trans>It isn't sold until it is activated again.</Trans>{" "}
          <VolumeImpact product={product} />
        </>
      ),
      action: () => deactivate.run({ path }),
      code: deactivate.code({ path }),
    });
    const deletion = withConfirmation({
      severity: "destructive",
      title: t`Delete ${name} in ${region.name}?`,
      confirmLabel: t`Delete ${name}`,
      name,
      consequences: (
        <p>
          <Trans>It isn't sold and leaves the list. It can be restored.</Trans>{" "}
          <VolumeImpact product={product} />
        </p>
      ),
      action: async () => {
        await remove.run({ path });
        await list.removed();
      },
      code: remove.code({ path }),
    });
    return [
      {
        label: t`Set price and sizes`,
        icon: "sliders",
        reason: reasonFor(volumeProductActions.edit, product),
        onSelect: () => edit(product),
      },
      product.status === "active"
        ? {
            label: t`Deactivate`,
            icon: "eye-off",
            reason: reasonFor(volumeProductActions.deactivate, product),
            ...deactivation,
          }
        : {
            label: t`Activate`,
            icon: "eye",
            reason: reasonFor(volumeProductActions.activate, product),
            ...activate.now({ path }),
          },
      { kind: "rule" },
      {
        label: t`Delete`,
        icon: "trash",
        tone: "danger",
        reason: reasonFor(volumeProductActions.remove, product),
        ...deletion,
      },
    ];
  };
}
