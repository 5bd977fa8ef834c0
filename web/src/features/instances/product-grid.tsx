import { useLingui } from "@lingui/react/macro";
import type { Product, Region } from "#contracts/catalogue.ts";
import { formatHourlyRate, formatMonthlyRate } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Facts } from "../../ui/facts.tsx";
import type { InputBinding } from "../../ui/field.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { productIncompatibility } from "./order-form-state.ts";
import { incompatibilityMessage } from "./order-labels.ts";
import { useProductSummary } from "./product-columns.ts";
import { ProductWays } from "./product-ways.tsx";
import styles from "./product-table.module.css";
import { regionWith } from "./product-table-state.ts";

interface ProductGridProps {
  readonly input: InputBinding<string>;
  readonly products: readonly Product[];
  readonly region: { readonly handle: string; readonly name: string };
  readonly regions: readonly Region[];
  /** `elsewhere` is the region to change to, for a product that the selected region does not have. */
  readonly onChoose: (product: string, elsewhere?: string) => void;
  readonly onWait: (product: Product) => void;
}

/** The products as cards. One that can't be ordered stays, with the reason. */
export function ProductGrid({
  input,
  products,
  region,
  regions,
  onChoose,
  onWait,
}: ProductGridProps) {
  const { t, i18n } = useLingui();
  const localeSettings = useLocaleSettings();
  const summary = useProductSummary();
  return (
    <RadioCards
      {...input}
      onChange={(product) => onChoose(product)}
      legend={t`Product`}
      options={products.map((product) => {
        const obstacle = productIncompatibility(product, region.handle, 1);
        const { gpuCount, vcpu } = product;
        return {
          value: product.id,
          title: <span translate="no">{product.name}</span>,
          description: (
            <Facts
              items={[
                product.variant === "bare_metal" && t`Bare metal`,
                gpuCount === 0 && t`${vcpu} vCPU`,
                summary(product).size,
              ]}
            />
          ),
          reason:
            obstacle === null
              ? null
              : incompatibilityMessage(i18n, localeSettings, obstacle, region.name),
          actions: obstacle !== null && (
            <ProductWays
              product={product}
              obstacle={obstacle}
              elsewhere={regionWith(product, regions, region.handle)}
              onChoose={(handle) => onChoose(product.id, handle)}
              onWait={() => onWait(product)}
            />
          ),
          foot: (
            <span className={styles["cardPrice"]}>
              <span>{t`${formatHourlyRate(product.rateMicrosPerHour)}/hour`}</span>
              <span>{t`${formatMonthlyRate(product.rateMicrosPerHour)}/month`}</span>
            </span>
          ),
        };
      })}
    />
  );
}
