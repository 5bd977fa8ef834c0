import { useLingui } from "@lingui/react/macro";
import type { Product } from "#contracts/catalogue.ts";
import { formatHourlyRate, formatMonthlyRate } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Facts } from "../../ui/facts.tsx";
import type { InputBinding } from "../../ui/field.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { productIncompatibility } from "./order-form-state.ts";
import { incompatibilityMessage } from "./order-labels.ts";
import { useProductSummary } from "./product-columns.ts";
import styles from "./product-table.module.css";

interface ProductGridProps {
  readonly input: InputBinding<string>;
  readonly products: readonly Product[];
  readonly region: { readonly handle: string; readonly name: string };
  readonly onChoose: (product: string) => void;
}

/** The products as cards. One that can't be ordered stays, with the reason. */
export function ProductGrid({ input, products, region, onChoose }: ProductGridProps) {
  const { t, i18n } = useLingui();
  const localeSettings = useLocaleSettings();
  const summary = useProductSummary();
  return (
    <RadioCards
      {...input}
      onChange={onChoose}
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
          foot: (
            <span className={styles["cardPrice"]}>
              <span>{t`${formatHourlyRate(product.rateMicrosPerHour)} an hour`}</span>
              <span>{t`${formatMonthlyRate(product.rateMicrosPerHour)} a month`}</span>
            </span>
          ),
        };
      })}
    />
  );
}
