import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { Product, Region } from "#contracts/catalogue.ts";
import { formatGigabytes, formatHourlyRate } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icons.tsx";
import { Badge } from "../../ui/status.tsx";
import { productIncompatibility } from "./order-form-state.ts";
import { incompatibilityMessage } from "./order-labels.ts";
import { useProductColumns } from "./product-columns.ts";
import { ProductRow } from "./product-row.tsx";
import styles from "./product-table.module.css";
import {
  nextProductSort,
  type ProductFamily,
  type ProductSort,
  sortProducts,
  visibleProducts,
} from "./product-table-state.ts";

interface ProductTableProps {
  readonly id: string;
  /** Name of the radio group. */
  readonly name: string;
  /** Id of the selected product; "" for none. */
  readonly selected: string;
  /** Null for one list over all families. */
  readonly families: readonly ProductFamily[] | null;
  readonly products: readonly Product[];
  readonly regions: readonly Region[];
  readonly region: { readonly handle: string; readonly name: string };
  readonly sort: ProductSort | null;
  readonly onSort: (sort: ProductSort | null) => void;
  readonly isUnfolded: (family: string) => boolean;
  readonly onFold: (family: string) => void;
  /** `elsewhere` is the region to change to, for a product that the selected region does not have. */
  readonly onChoose: (product: Product, elsewhere?: string) => void;
  readonly onWait: (product: Product) => void;
}

/** A radio group whose options are table rows. Products that can't be ordered stay, with the reason. */
export function ProductTable(table: ProductTableProps) {
  const { t } = useLingui();
  const columns = useProductColumns();
  const { families, products, sort, onSort, isUnfolded, selected } = table;
  const rows = (members: readonly Product[]) =>
    members.map((product) => (
      <ProductRow
        key={product.id}
        inputId={`${table.id}.${product.id}`}
        name={table.name}
        product={product}
        isSelected={product.id === selected}
        regions={table.regions}
        region={table.region}
        onChoose={(elsewhere) => table.onChoose(product, elsewhere)}
        onWait={() => table.onWait(product)}
      />
    ));
  return (
    <fieldset className={styles["frame"]}>
      <legend className="visually-hidden">{t`Product`}</legend>
      <table className={styles["table"]}>
        <thead>
          <tr>
            {columns.map(({ key, header }, at) => {
              const direction = sort?.key === key ? sort : null;
              return (
                <th
                  key={key}
                  scope="col"
                  className={classNames(at > 0 && styles["number"])}
                  aria-sort={
                    direction === null
                      ? undefined
                      : direction.descending
                        ? "descending"
                        : "ascending"
                  }
                >
                  <button
                    type="button"
                    data-sorted={direction !== null}
                    onClick={() => onSort(nextProductSort(sort, key))}
                  >
                    {at === 0 ? t`Product` : header}
                    <Icon name={direction?.descending === true ? "down" : "up"} size={12} />
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        {families === null ? (
          <tbody>{rows(sort === null ? products : sortProducts(products, sort))}</tbody>
        ) : (
          families.map((family) => {
            const unfolded = isUnfolded(family.key);
            return (
              <tbody key={family.key}>
                <FamilyRow
                  family={family}
                  unfolded={unfolded}
                  region={table.region}
                  onFold={() => table.onFold(family.key)}
                />
                {rows(visibleProducts(family, unfolded, selected))}
              </tbody>
            );
          })
        )}
      </table>
    </fieldset>
  );
}

/** The row that folds a family: its sizes, its lowest price, or why the region has none of it. */
function FamilyRow({
  family: { family, products },
  unfolded,
  region,
  onFold,
}: {
  family: ProductFamily;
  unfolded: boolean;
  region: ProductTableProps["region"];
  onFold: () => void;
}) {
  const { t, i18n } = useLingui();
  const localeSettings = useLocaleSettings();
  const [smallest] = products;
  const largest = products.at(-1);
  if (smallest === undefined || largest === undefined) return null;
  const obstacles = products.map((product) => productIncompatibility(product, region.handle, 1));
  const [obstacle] = obstacles;
  const reason =
    obstacle !== undefined && obstacle !== null && obstacles.every((each) => each !== null)
      ? incompatibilityMessage(i18n, localeSettings, obstacle, region.name)
      : null;
  const isGpu = smallest.gpuCount > 0;
  const range = (from: string, to: string) => (from === to ? from : `${from}–${to}`);
  const sizes = isGpu
    ? range(String(smallest.gpuCount), String(largest.gpuCount))
    : range(String(smallest.vcpu), String(largest.vcpu));
  const lowest = Math.min(...products.map(({ rateMicrosPerHour }) => rateMicrosPerHour));
  const perGpu = formatGigabytes(smallest.vramGb / Math.max(1, smallest.gpuCount), localeSettings);
  return (
    <tr className={styles["family"]}>
      <th colSpan={5} scope="rowgroup">
        <button type="button" aria-expanded={unfolded} onClick={onFold}>
          <Icon name={unfolded ? "down" : "right"} size={14} />
          <strong translate={isGpu ? "no" : undefined}>{isGpu ? family : t`CPU only`}</strong>
          {smallest.variant === "bare_metal" && <Badge>{t`Bare metal`}</Badge>}
          <span>{isGpu ? t`${sizes} GPUs, ${perGpu} each` : t`${sizes} vCPU, no GPU`}</span>
          {reason !== null && !unfolded && <span className={styles["reason"]}>{reason}</span>}
        </button>
      </th>
      <td colSpan={2} className={styles["number"]}>
        {unfolded ? (
          <span className="visually-hidden">
            <Plural value={products.length} one="# product" other="# products" />
          </span>
        ) : (
          <Trans>
            from <span translate="no">{formatHourlyRate(lowest)}</span>/hour
          </Trans>
        )}
      </td>
    </tr>
  );
}
