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
  /** Alternatives of the product. */
  readonly otherwise?: string | undefined;
  /** Their highest price per hour in dollars. */
  readonly most?: string | undefined;
  /** Where this tab keeps the user data, which no URL contains. */
  readonly data?: string | undefined;
}

/** The page of the order form: a line, beside the other lines of the cart. */
export interface CartSearch extends OrderSearch {
  /** How products are listed; `list` when it is left out. */
  readonly layout?: string | undefined;
  /** The lines of the cart, as `stringifyCartLines` writes them. */
  readonly lines?: string | undefined;
  /** Number of the line that the form changes, counted from 1; a new line when it is left out. */
  readonly edit?: string | undefined;
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
  "otherwise",
  "most",
  "data",
] as const;
export type SearchParamName = (typeof searchParamNames)[number];

export type ProductType = "gpu" | "cpu" | "bare_metal";
export const isProductType = (text: string | undefined): text is ProductType =>
  text === "gpu" || text === "cpu" || text === "bare_metal";

const maxSearchParamLength = 1_400;
/** Servers and browsers accept URLs of this length with what else a request carries. */
export const maxCartLength = 6_000;

const kept = <K extends string>(
  search: Record<string, unknown>,
  names: readonly K[],
  maximum: number,
): Partial<Record<K, string>> => {
  const stored: Partial<Record<K, string>> = {};
  for (const key of names) {
    const value = search[key];
    if (typeof value === "string" && value !== "" && value.length <= maximum) stored[key] = value;
  }
  return stored;
};

/** Keeps text of limited length; its meaning is checked against the catalog later. */
export const validateOrderSearch = (search: Record<string, unknown>): OrderSearch =>
  kept(search, searchParamNames, maxSearchParamLength);

export const validateCartSearch = (search: Record<string, unknown>): CartSearch => ({
  ...validateOrderSearch(search),
  ...kept(search, ["lines"], maxCartLength),
  ...(search["layout"] === "grid" ? { layout: "grid" } : {}),
  ...(typeof search["edit"] === "string" && /^\d{1,2}$/.test(search["edit"])
    ? { edit: search["edit"] }
    : {}),
});

/** The overview of the cart, or the result of an order. */
export interface CartOverviewSearch {
  readonly lines?: string | undefined;
  /** Id of a placed order. */
  readonly order?: string | undefined;
}

export const validateCartOverviewSearch = (
  search: Record<string, unknown>,
): CartOverviewSearch => ({
  ...kept(search, ["lines"], maxCartLength),
  ...kept(search, ["order"], 64),
});

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
