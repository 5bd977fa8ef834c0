import { useLingui } from "@lingui/react/macro";
import type { Product } from "#contracts/catalogue.ts";
import { formatGigabytes } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Select } from "../../ui/field.tsx";
import { SearchInput } from "../../ui/filter-chip.tsx";
import { SegmentedButtons } from "../../ui/segmented.tsx";
import type { ProductType } from "./order-search.ts";
import styles from "./product-table.module.css";
import { useProductColumns } from "./product-columns.ts";
import {
  type ProductFilter,
  type ProductSort,
  type ProductSortKey,
  vramChoices,
} from "./product-table-state.ts";

interface ProductFiltersProps {
  readonly products: readonly Product[];
  readonly filter: ProductFilter;
  readonly onFilter: (filter: ProductFilter) => void;
  readonly sort: ProductSort | null;
  readonly onSort: (sort: ProductSort | null) => void;
}

/** Type, GPU memory and search. Where the table has no header, the sort is chosen here too. */
export function ProductFilters({ products, filter, onFilter, sort, onSort }: ProductFiltersProps) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const hasBareMetal = products.some(({ variant }) => variant === "bare_metal");
  const types: readonly (readonly [ProductType | null, string])[] = [
    [null, hasBareMetal ? t`All virtual` : t`All`],
    ["gpu", t`GPU`],
    ["cpu", t`CPU only`],
    ...(hasBareMetal ? [["bare_metal", t`Bare metal`] as const] : []),
  ];
  // The minimum stays selectable for another type, whose products have no GPU memory.
  const setType = (type: ProductType | null) =>
    onFilter({ ...filter, type, minVramGb: type === "cpu" ? 0 : filter.minVramGb });
  return (
    <div className={styles["filters"]}>
      <SegmentedButtons
        label={t`Product type`}
        value={filter.type}
        options={types}
        onChange={setType}
      />
      {filter.type !== "cpu" && (
        <Select
          id="product-vram"
          name="product-vram"
          aria-label={t`GPU memory`}
          value={String(filter.minVramGb)}
          onChange={(size) => onFilter({ ...filter, minVramGb: Number(size) })}
          options={[
            { value: "0", label: t`Any VRAM` },
            ...vramChoices(products).map((size) => ({
              value: String(size),
              label: t`${formatGigabytes(size, localeSettings)} VRAM or more`,
            })),
          ]}
        />
      )}
      <SortSelect sort={sort} onSort={onSort} />
      <SearchInput
        label={t`Search products`}
        value={filter.search}
        maxLength={40}
        onChange={(event) => onFilter({ ...filter, search: event.currentTarget.value })}
        onKeyDown={(event) => {
          // Enter in the search must not submit the order.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
    </div>
  );
}

/** The sort as one field, for rows without column headers. */
function SortSelect({ sort, onSort }: Pick<ProductFiltersProps, "sort" | "onSort">) {
  const { t } = useLingui();
  const columns = useProductColumns();
  const options = columns.flatMap(({ key, header }) =>
    key === "month"
      ? []
      : [
          { value: `${key} up`, label: t`${header}, lowest first`, key, descending: false },
          { value: `${key} down`, label: t`${header}, highest first`, key, descending: true },
        ],
  );
  const keyOf = ({ key, descending }: { key: ProductSortKey; descending: boolean }) =>
    `${key} ${descending ? "down" : "up"}`;
  return (
    <div className={styles["sortSelect"]}>
      <Select
        id="product-sort"
        name="product-sort"
        aria-label={t`Sort by`}
        value={sort === null ? "" : keyOf(sort)}
        onChange={(value) => onSort(options.find((option) => option.value === value) ?? null)}
        options={[{ value: "", label: t`By family` }, ...options]}
      />
    </div>
  );
}
