import { useLingui } from "@lingui/react/macro";
import type { Product } from "#contracts/catalogue.ts";
import { gigabytes, ratePerHour } from "../../lib/format.ts";
import { useManner } from "../../lib/i18n.ts";
import { Section } from "../../ui/card.tsx";
import { type CardOption, RadioCards } from "../../ui/radio-cards.tsx";
import styles from "./order.module.css";
import { freeIn, productObstacle } from "./order-draft.ts";
import type { OrderForm } from "./order-form.tsx";
import { wordObstacle } from "./order-words.ts";
import { SectionNotes } from "./section-notes.tsx";

interface ProductSectionProps {
  readonly form: OrderForm;
  readonly products: readonly Product[];
  /** Handle and name of the region chosen. */
  readonly region: { readonly handle: string; readonly name: string };
  readonly onChoose: (product: string) => void;
  /** What the last change took out. */
  readonly note: string | null;
}

/** From here on, how many are left is worth knowing. */
const fewLeft = 3;

/** Products by family, in the catalogue's own order, which goes by size and price. */
export function ProductSection({ form, products, region, onChoose, note }: ProductSectionProps) {
  const { t, i18n } = useLingui();
  const manner = useManner();
  const { field, input } = form.field("virtualProduct");
  const families = Map.groupBy(
    products.filter(({ variant }) => variant === "virtual_machine"),
    ({ family }) => family,
  );

  const card = (product: Product): CardOption => {
    const obstacle = productObstacle(product, region.handle, 1);
    const free = freeIn(product, region.handle);
    const price = t`${ratePerHour(product.rateMicrosPerHour)}/hour`;
    return {
      value: product.id,
      title: product.name,
      facts: factsOf(product),
      reason: obstacle === null ? null : wordObstacle(i18n, manner, obstacle, region.name),
      foot:
        obstacle === null && free !== null && free <= fewLeft ? (
          <span className={styles["price"]}>
            <span>{price}</span> <span className={styles["left"]}>{t`${free} left`}</span>
          </span>
        ) : (
          price
        ),
    };
  };
  const factsOf = (product: Product) => {
    const vram = gigabytes(product.vramGb, manner);
    const memory = gigabytes(product.memoryGb, manner);
    const disk = gigabytes(product.diskGb, manner);
    return (
      <>
        {product.gpuCount > 0 && (
          <span className={styles["line"]}>
            <span>{t`${vram} VRAM`}</span>
            <span>{t`${product.vcpu} vCPU`}</span>
          </span>
        )}
        <span className={styles["line"]}>
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
        <SectionNotes
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
