import { useLingui } from "@lingui/react/macro";
import type { Product, Region } from "#contracts/catalogue.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { classNames } from "../../ui/class-names.ts";
import { availableIn, productIncompatibility } from "./order-form-state.ts";
import { incompatibilityMessage } from "./order-labels.ts";
import { ProductWays } from "./product-ways.tsx";
import { useProductColumns, useProductSummary } from "./product-columns.ts";
import styles from "./product-table.module.css";
import { regionWith } from "./product-table-state.ts";

interface ProductRowProps {
  readonly inputId: string;
  readonly name: string;
  readonly product: Product;
  readonly isSelected: boolean;
  readonly regions: readonly Region[];
  readonly region: { readonly handle: string; readonly name: string };
  readonly onChoose: (elsewhere?: string) => void;
  /** Waits for a product that is sold out. */
  readonly onWait: () => void;
}

/** The stock is shown from this number down. */
const lowStockThreshold = 3;

/** One product. The label of its radio button covers the row, so that a click anywhere selects it. */
export function ProductRow({
  inputId,
  name,
  product,
  isSelected,
  regions,
  region,
  onChoose,
  onWait,
}: ProductRowProps) {
  const { t, i18n } = useLingui();
  const localeSettings = useLocaleSettings();
  const [, ...columns] = useProductColumns();
  const { size, price } = useProductSummary()(product);
  const obstacle = productIncompatibility(product, region.handle, 1);
  const free = availableIn(product, region.handle);
  const elsewhere = obstacle === null ? null : regionWith(product, regions, region.handle);
  return (
    <tr className={styles["product"]}>
      <td>
        <input
          id={inputId}
          type="radio"
          name={name}
          value={product.id}
          checked={isSelected}
          aria-disabled={obstacle !== null || undefined}
          aria-describedby={`${inputId}.size`}
          onChange={() => {
            if (obstacle === null) onChoose();
          }}
        />
        <span className={styles["name"]}>
          <label htmlFor={inputId}>
            <strong translate="no">{product.name}</strong>{" "}
            {obstacle !== null && (
              <span className={styles["reason"]}>
                {incompatibilityMessage(i18n, localeSettings, obstacle, region.name)}
              </span>
            )}
            {obstacle === null && free !== null && free <= lowStockThreshold && (
              <span className={styles["reason"]}>{t`${free} left`}</span>
            )}
          </label>
          {obstacle !== null && (
            <ProductWays
              product={product}
              obstacle={obstacle}
              elsewhere={elsewhere}
              onChoose={onChoose}
              onWait={onWait}
            />
          )}
          <span id={`${inputId}.size`} className={styles["size"]}>
            {size}
            <span className="visually-hidden">, {price}</span>
          </span>
        </span>
      </td>
      {columns.map(({ key, cell }) => (
        <td
          key={key}
          data-column={key}
          className={classNames(styles["number"])}
          translate={key === "hour" || key === "month" ? "no" : undefined}
        >
          {cell(product)}
        </td>
      ))}
    </tr>
  );
}
