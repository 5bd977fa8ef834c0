import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Product, Region } from "#contracts/catalogue.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/card.tsx";
import type { OrderForm } from "./order-form.tsx";
import { ProductFilters } from "./product-filters.tsx";
import styles from "./product-table.module.css";
import { ProductTable } from "./product-table.tsx";
import {
  filterProducts,
  groupByFamily,
  initialFamily,
  isFlat,
  type ProductFilter,
  type ProductSort,
} from "./product-table-state.ts";
import { SectionMessages } from "./section-messages.tsx";

interface ProductSectionProps {
  readonly form: OrderForm;
  readonly products: readonly Product[];
  readonly regions: readonly Region[];
  /** Handle and name of the selected region. */
  readonly region: { readonly handle: string; readonly name: string };
  /** Selects a product; `region` is set when it is available only in another region. */
  readonly onChoose: (product: string, region?: string) => void;
  readonly filter: ProductFilter;
  readonly onFilter: (filter: ProductFilter) => void;
  /** Names a selection that the last change removed. */
  readonly note: string | null;
}

export const noProductFilter: ProductFilter = { type: null, minVramGb: 0, search: "" };

/** The products as a table that can be filtered and sorted; families are folded until it is. */
export function ProductSection({
  form,
  products,
  regions,
  region,
  onChoose,
  filter,
  onFilter,
  note,
}: ProductSectionProps) {
  const { t } = useLingui();
  const { field, input } = form.field("virtualProduct");
  const [sort, setSort] = useState<ProductSort | null>(null);
  const ordered = products.filter(({ variant }) => variant === "virtual_machine");
  /** The family of the product that the link selects. */
  const [preset] = useState(() => ordered.find(({ id }) => id === input.value)?.family);
  /** Families that the user unfolded or folded. */
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(
    () => new Map(preset === undefined ? [] : [[preset, true]]),
  );
  const shown = filterProducts(ordered, filter);
  const families = groupByFamily(shown);
  const first = initialFamily(families, region.handle);
  const isUnfolded = (family: string) =>
    folds.get(family) ?? (families.length === 1 || (preset === undefined && family === first));
  const setAll = (unfolded: boolean) =>
    setFolds(new Map(groupByFamily(ordered).map(({ family }) => [family, unfolded])));
  const flat = isFlat(filter, sort);
  const areAllUnfolded = families.every(({ family }) => isUnfolded(family));

  return (
    <Section title={t`Product`} help={t`Virtual machines. Prices include everything in the row.`}>
      <SectionMessages
        id={field.id}
        error={field.error === undefined ? undefined : t`Choose a product`}
        note={note}
      />
      <ProductFilters
        products={ordered}
        filter={filter}
        onFilter={onFilter}
        sort={sort}
        onSort={setSort}
      />
      {shown.length === 0 ? (
        <div className={styles["none"]}>
          <p>{t`No product matches these filters`}</p>
          <Button onClick={() => onFilter(noProductFilter)}>{t`Clear filters`}</Button>
        </div>
      ) : (
        <ProductTable
          id={field.id}
          name={input.name}
          selected={input.value}
          families={flat ? null : families}
          products={shown}
          regions={regions}
          region={region}
          sort={sort}
          onSort={setSort}
          isUnfolded={isUnfolded}
          onFold={(family) => setFolds(new Map(folds).set(family, !isUnfolded(family)))}
          onChoose={(product, elsewhere) => {
            setFolds(new Map(folds).set(product.family, true));
            onChoose(product.id, elsewhere);
          }}
        />
      )}
      <div className={styles["footer"]}>
        {!flat && families.length > 1 && (
          <Button
            tone="subtle"
            icon={areAllUnfolded ? "up" : "down"}
            onClick={() => setAll(!areAllUnfolded)}
          >
            {areAllUnfolded ? t`Show fewer products` : t`Show all ${shown.length} products`}
          </Button>
        )}
        {flat && <p role="status">{t`${shown.length} of ${ordered.length} products`}</p>}
      </div>
    </Section>
  );
}
