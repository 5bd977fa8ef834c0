/** The order form as query parameters. The route reads them, so this file is part of the first chunk. */
export interface OrderSearch {
  /** The product type that the table shows; both when it is left out. */
  readonly type?: string | undefined;
  readonly variant?: string | undefined;
  readonly region?: string | undefined;
  readonly product?: string | undefined;
  readonly image?: string | undefined;
  readonly keys?: string | undefined;
  readonly project?: string | undefined;
  readonly quantity?: string | undefined;
  readonly pattern?: string | undefined;
  readonly names?: string | undefined;
}
const searchParamNames = [
  "type",
  "variant",
  "region",
  "product",
  "image",
  "keys",
  "project",
  "quantity",
  "pattern",
  "names",
] as const;
export type SearchParamName = (typeof searchParamNames)[number];

export type ProductType = "gpu" | "cpu";
export const isProductType = (text: string | undefined): text is ProductType =>
  text === "gpu" || text === "cpu";

const maxSearchParamLength = 1_400;

/** Keeps text of limited length; its meaning is checked against the catalog later. */
export function validateOrderSearch(search: Record<string, unknown>): OrderSearch {
  const stored: Partial<Record<SearchParamName, string>> = {};
  for (const key of searchParamNames) {
    const value = search[key];
    if (typeof value === "string" && value !== "" && value.length <= maxSearchParamLength)
      stored[key] = value;
  }
  return stored;
}

/** Replaced by the number of each instance in a hostname pattern. */
export const numberPlaceholder = "{n}";
export const defaultPattern = `gpu-${numberPlaceholder}`;

/** What all names begin with, without the number at its end: it finds the instances that may have one of the names. */
export function commonPrefix(names: readonly string[]): string {
  let prefix = names[0] ?? "";
  for (const name of names) while (!name.startsWith(prefix)) prefix = prefix.slice(0, -1);
  return prefix.replace(/(?<!\d)\d+$/, "");
}

/** The prefix of the names that a link begins with. */
export const linkedNamePrefix = ({ pattern = defaultPattern, names }: OrderSearch): string =>
  commonPrefix((names ?? pattern.split(numberPlaceholder)[0] ?? "").toLowerCase().split(","));
