import { useLingui } from "@lingui/react/macro";
import type { Product, Region } from "#contracts/catalogue.ts";
import { Section } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { energySourcesLabel } from "./energy.ts";
import { availableIn, productIncompatibility } from "./order-form-state.ts";
import type { OrderForm } from "./order-form.tsx";
import { regionLabel } from "./order-labels.ts";
import styles from "./order.module.css";

interface RegionSectionProps {
  readonly form: OrderForm;
  readonly regions: readonly Region[];
  /** Those of the chosen type. */
  readonly products: readonly Product[];
  /** The selected product, whose stock the cards show. */
  readonly product: Product | undefined;
  readonly onChoose: (region: string) => void;
}

export function RegionSection({ form, regions, products, product, onChoose }: RegionSectionProps) {
  const { t, i18n } = useLingui();
  const { field, input } = form.field("region");
  return (
    <Section title={t`Region`} help={t`Energy sources differ. Prices are the same.`}>
      <div className={styles["regions"]}>
        <RadioCards
          {...input}
          onChange={onChoose}
          legend={t`Region`}
          error={field.error}
          options={regions.map((region) => ({
            value: region.handle,
            title: regionLabel(region, i18n.locale),
            description: (
              <>
                <Facts
                  items={[
                    energySourcesLabel(i18n, region.energySources),
                    <span key="carbon" className={styles["carbon"]}>
                      {t`${region.gramsCo2PerKwh} gCO₂e per kWh`}
                    </span>,
                  ]}
                />
                {region.status === "active" && (
                  <RegionStock region={region} products={products} product={product} />
                )}
              </>
            ),
            reason:
              region.status === "unreachable"
                ? t`Not responding right now. Choose another region or try again later.`
                : null,
          }))}
        />
      </div>
    </Section>
  );
}

/** The stock of the selected product, or how many products are available while none is selected. */
function RegionStock({
  region,
  products,
  product,
}: {
  region: Region;
  products: readonly Product[];
  product: Product | undefined;
}) {
  const { t } = useLingui();
  if (product === undefined) {
    const available = products.filter(
      (each) => productIncompatibility(each, region.handle, 1) === null,
    ).length;
    return (
      <span className={styles["regionStock"]}>
        {t`${available} of ${products.length} products available`}
      </span>
    );
  }
  const obstacle = productIncompatibility(product, region.handle, 1);
  const free = availableIn(product, region.handle);
  const stock =
    obstacle?.code === "not_sold"
      ? t`not offered`
      : obstacle !== null
        ? t`sold out`
        : free === null
          ? t`available`
          : t`${free} available`;
  return (
    <span className={styles["regionStock"]} data-none={obstacle !== null}>
      {product.name}: {stock}
    </span>
  );
}
