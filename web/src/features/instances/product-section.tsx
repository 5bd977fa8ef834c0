import { useLingui } from "@lingui/react/macro";
import type { Product } from "#contracts/catalogue.ts";
import { formatGigabytes, formatHourlyRate } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Section } from "../../ui/card.tsx";
import { type CardOption, RadioCards } from "../../ui/radio-cards.tsx";
import styles from "./order.module.css";
import { availableIn, productIncompatibility } from "./order-form-state.ts";
import type { OrderForm } from "./order-form.tsx";
import { incompatibilityMessage } from "./order-labels.ts";
import { SectionMessages } from "./section-messages.tsx";

interface ProductSectionProps {
  readonly form: OrderForm;
  readonly products: readonly Product[];
  /** Handle and name of the selected region. */
  readonly region: { readonly handle: string; readonly name: string };
  readonly onChoose: (product: string) => void;
  /** Names a selection that the last change removed. */
  readonly note: string | null;
}

/** The stock is shown from this number down. */
const lowStockThreshold = 3;

/** Products by family, in the catalog's order of size and price. */
export function ProductSection({ form, products, region, onChoose, note }: ProductSectionProps) {
  const { t, i18n } = useLingui();
  const localeSettings = useLocaleSettings();
  const { field, input } = form.field("virtualProduct");
  const families = Map.groupBy(
    products.filter(({ variant }) => variant === "virtual_machine"),
    ({ family }) => family,
  );

  const card = (product: Product): CardOption => {
    const obstacle = productIncompatibility(product, region.handle, 1);
    const free = availableIn(product, region.handle);
    const price = t`${formatHourlyRate(product.rateMicrosPerHour)}/hour`;
    return {
      value: product.id,
      title: product.name,
      description: productSummary(product),
      reason:
        obstacle === null
          ? null
          : incompatibilityMessage(i18n, localeSettings, obstacle, region.name),
      foot:
        obstacle === null && free !== null && free <= lowStockThreshold ? (
          <span className={styles["price"]}>
            <span>{price}</span> <span className={styles["stockLeft"]}>{t`${free} left`}</span>
          </span>
        ) : (
          price
        ),
    };
  };
  const productSummary = (product: Product) => {
    const vram = formatGigabytes(product.vramGb, localeSettings);
    const memory = formatGigabytes(product.memoryGb, localeSettings);
    const disk = formatGigabytes(product.diskGb, localeSettings);
    return (
      <>
        {product.gpuCount > 0 && (
          <span className={styles["summaryLine"]}>
            <span>{t`${vram} VRAM`}</span>
            <span>{t`${product.vcpu} vCPU`}</span>
          </span>
        )}
        <span className={styles["summaryLine"]}>
          <span>{t`${memory} RAM`}</span>
          <span>{t`${disk} disk`}</span>
        </span>
      </>
    );
  };

  return (
    <Section
      title={t`Product`}
      help={t`Virtual machines. Prices include everything shown on the card.`}
    >
      <div className={styles["families"]}>
        <SectionMessages
          id={field.id}
          error={field.error === undefined ? undefined : t`Choose a product`}
          note={note}
        />
        {[...families].map(([family, members]) => (
          <div key={family}>
            <h3 className={styles["family"]}>{family === "CPU" ? t`CPU only` : family}</h3>
            <RadioCards
              {...input}
              id={`${field.id}.${family}`}
              onChange={onChoose}
              legend={family}
              options={members.map(card)}
            />
          </div>
        ))}
      </div>
    </Section>
  );
}
