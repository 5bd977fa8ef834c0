/** Filter, sort and folding of the product table. */
import type { Product, Region } from "#contracts/catalogue.ts";
import { productIncompatibility } from "./order-form-state.ts";
import type { ProductType } from "./order-search.ts";

export interface ProductFilter {
  readonly type: ProductType | null;
  /** GPU memory of the whole instance; 0 for any. */
  readonly minVramGb: number;
  readonly search: string;
}

/** The value of each sortable column; null where a product has none, such as the GPUs of a CPU product. */
const sortValues = {
  gpus: ({ gpuCount }: Product) => (gpuCount === 0 ? null : gpuCount),
  vram: ({ vramGb }: Product) => (vramGb === 0 ? null : vramGb),
  vcpu: ({ vcpu }: Product) => vcpu,
  memory: ({ memoryGb }: Product) => memoryGb,
  disk: ({ diskGb }: Product) => diskGb,
  hour: ({ rateMicrosPerHour }: Product) => rateMicrosPerHour,
  month: ({ rateMicrosPerHour }: Product) => rateMicrosPerHour,
};
export type ProductSortKey = keyof typeof sortValues;

export interface ProductSort {
  readonly key: ProductSortKey;
  readonly descending: boolean;
}

/** The next sort when a column header is clicked: ascending, descending, none. */
export function nextProductSort(current: ProductSort | null, key: ProductSortKey) {
  if (current?.key !== key) return { key, descending: false };
  return current.descending ? null : { key, descending: true };
}

/** Sorts by number. Products without a value are last in both directions; equal ones are sorted by price. */
export function sortProducts(products: readonly Product[], { key, descending }: ProductSort) {
  const valueOf = sortValues[key];
  const direction = descending ? -1 : 1;
  return products.toSorted((one, other) => {
    const [first, second] = [valueOf(one), valueOf(other)];
    if (first === null || second === null)
      return Number(first === null) - Number(second === null) || byRate(one, other);
    return direction * (first - second) || byRate(one, other);
  });
}
const byRate = (one: Product, other: Product) => one.rateMicrosPerHour - other.rateMicrosPerHour;

/** A bare-metal product is found by its variant, whatever GPUs it has. */
export const productType = ({ variant, gpuCount }: Product): ProductType =>
  variant === "bare_metal" ? "bare_metal" : gpuCount > 0 ? "gpu" : "cpu";

const normalize = (text: string) => text.toLowerCase().replaceAll("×", "x");

/** Whether every word of the search is in the product's name or family; `8x h100` finds `8 × H100 SXM`. */
function matchesSearch(product: Product, search: string): boolean {
  const type = productType(product).replace("_", " ");
  const text = normalize(`${product.name} ${product.family} ${type}`);
  const compact = text.replaceAll(" ", "");
  return normalize(search)
    .split(/\s+/)
    .every((word) => text.includes(word) || compact.includes(word));
}

/** Without a type the virtual machines are listed; a search finds bare metal too. */
export const productsOfType = (
  products: readonly Product[],
  { type, search }: Pick<ProductFilter, "type" | "search">,
) =>
  products.filter((product) =>
    type === null
      ? productType(product) !== "bare_metal" || search.trim() !== ""
      : productType(product) === type,
  );

export const filterProducts = (products: readonly Product[], filter: ProductFilter) =>
  productsOfType(products, filter).filter(
    (product) => product.vramGb >= filter.minVramGb && matchesSearch(product, filter.search.trim()),
  );

/** GPU memory sizes to choose a minimum from, each of which leaves another set of products. */
export const vramChoices = (products: readonly Product[]): number[] =>
  [...new Set(products.map(({ vramGb }) => vramGb))]
    .filter((size) => size > 0)
    .toSorted((one, other) => one - other);

export interface ProductFamily {
  /** Identifies the family: virtual machines and bare metal can have families of one name. */
  readonly key: string;
  readonly family: string;
  readonly products: readonly Product[];
}

export const familyKey = ({ variant, family }: Product): string =>
  variant === "bare_metal" ? `${family} ${variant}` : family;

export const groupByFamily = (products: readonly Product[]): ProductFamily[] =>
  [...Map.groupBy(products, familyKey)].map(([key, members]) => ({
    key,
    family: members[0]?.family ?? key,
    products: members,
  }));

/**
 * Whether a sort or a filter compares products of all families: the table is then one list. A type alone keeps the
 * families.
 */
export const isFlat = ({ minVramGb, search }: ProductFilter, sort: ProductSort | null): boolean =>
  sort !== null || minVramGb > 0 || search.trim() !== "";

/** The family that is unfolded until the user unfolds another one: the first that can be ordered in the region. */
export const initialFamily = (families: readonly ProductFamily[], region: string): string | null =>
  families.find(({ products }) =>
    products.some((product) => productIncompatibility(product, region, 1) === null),
  )?.key ?? null;

/** A folded family still shows the selected product. */
export const visibleProducts = (
  { products }: ProductFamily,
  isUnfolded: boolean,
  selected: string,
): readonly Product[] => (isUnfolded ? products : products.filter(({ id }) => id === selected));

/** Another region in which the product can be ordered; null when there is none. */
export const regionWith = (
  product: Product,
  regions: readonly Region[],
  current: string,
  quantity = 1,
): Region | null =>
  regionsWith(product, regions, quantity).find(({ handle }) => handle !== current) ?? null;

/** The active regions that have so many of a product. */
export const regionsWith = (
  product: Product,
  regions: readonly Region[],
  quantity = 1,
): readonly Region[] =>
  regions.filter(
    ({ handle, status }) =>
      status === "active" && productIncompatibility(product, handle, quantity) === null,
  );
