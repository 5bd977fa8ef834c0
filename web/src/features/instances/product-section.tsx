import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import type { Product, Region } from "#contracts/catalogue.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/card.tsx";
import { SegmentedButtons } from "../../ui/segmented.tsx";
import { AlternativesSection } from "./alternatives-section.tsx";
import type { OrderForm } from "./order-form.tsx";
import { ProductFilters } from "./product-filters.tsx";
import styles from "./product-table.module.css";
import { ProductGrid } from "./product-grid.tsx";
import { ProductTable } from "./product-table.tsx";
import {
  familyKey,
  filterProducts,
  groupByFamily,
  initialFamily,
  isFlat,
  type ProductFilter,
  productsOfType,
  type ProductSort,
  sortProducts,
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
  /** Waits for a product that is sold out in the selected region. */
  readonly onWait: (product: Product) => void;
  readonly filter: ProductFilter;
  readonly onFilter: (filter: ProductFilter) => void;
  readonly layout: ProductLayout;
  readonly onLayout: (layout: ProductLayout) => void;
  /** Names a selection that the last change removed. */
  readonly note: string | null;
  /** What to do about a selected product that is sold out. */
  readonly notice: ReactNode;
}

export type ProductLayout = "list" | "grid";

export const noProductFilter: ProductFilter = { type: null, minVramGb: 0, search: "" };

/** The products as a table that can be filtered and sorted; families are folded until it is. */
export function ProductSection({
  form,
  products,
  regions,
  region,
  onChoose,
  onWait,
  filter,
  onFilter,
  layout,
  onLayout,
  note,
  notice,
}: ProductSectionProps) {
  const { t } = useLingui();
  const { field, input } = form.field("virtualProduct");
  const [sort, setSort] = useState<ProductSort | null>(null);
  const hasBareMetal = products.some(({ variant }) => variant === "bare_metal");
  /** The family of the product that the link selects. */
  const [preset] = useState(() => {
    const linked = products.find(({ id }) => id === input.value);
    return linked === undefined ? undefined : familyKey(linked);
  });
  /** Families that the user unfolded or folded. */
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(
    () => new Map(preset === undefined ? [] : [[preset, true]]),
  );
  const [hasAlternatives, setHasAlternatives] = useState(form.values.alternatives.length > 0);
  const matching = filterProducts(products, filter);
  const selected = products.find(({ id }) => id === input.value);
  // A link may select a bare-metal product, which is not listed without its type.
  const shown =
    selected === undefined || filter.type !== null || matching.includes(selected)
      ? matching
      : [...matching, selected];
  const total = new Set([...productsOfType(products, filter), ...shown]).size;
  const families = groupByFamily(shown);
  const first = initialFamily(families, region.handle);
  const isUnfolded = (family: string) =>
    folds.get(family) ?? (families.length === 1 || (preset === undefined && family === first));
  const setAll = (unfolded: boolean) =>
    setFolds(new Map(groupByFamily(products).map(({ family }) => [family, unfolded])));
  const layouts = [
    ["list", t`List`],
    ["grid", t`Grid`],
  ] as const;
  const flat = layout === "grid" || isFlat(filter, sort);
  const areAllUnfolded = families.every(({ family }) => isUnfolded(family));

  return (
    <>
      <Section
        title={t`Product`}
        help={
          hasBareMetal
            ? t`Prices include everything listed`
            : t`Virtual machines. Prices include everything listed.`
        }
        aside={
          <div className={styles["layouts"]}>
            <SegmentedButtons
              label={t`Layout`}
              value={layout}
              options={layouts}
              onChange={onLayout}
            />
          </div>
        }
      >
        <SectionMessages
          id={field.id}
          error={field.error === undefined ? undefined : t`Choose a product`}
          note={note}
        />
        <ProductFilters
          products={products}
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
        ) : layout === "grid" ? (
          <ProductGrid
            input={input}
            products={sort === null ? shown : sortProducts(shown, sort)}
            regions={regions}
            region={region}
            onChoose={onChoose}
            onWait={onWait}
          />
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
            onWait={onWait}
            onFold={(family) => setFolds(new Map(folds).set(family, !isUnfolded(family)))}
            onChoose={(product, elsewhere) => {
              setFolds(new Map(folds).set(familyKey(product), true));
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
          {flat && <p role="status">{t`${shown.length} of ${total} products`}</p>}
          {selected !== undefined && !hasAlternatives && (
            <Button tone="subtle" icon="plus" onClick={() => setHasAlternatives(true)}>
              {t`Add second choice`}
            </Button>
          )}
        </div>
        {notice}
      </Section>
      {selected !== undefined && hasAlternatives && (
        <AlternativesSection
          form={form}
          offer={{ products, regions }}
          product={selected}
          region={region.handle}
        />
      )}
    </>
  );
}
