/** The order form as query parameters. The route reads them, so this file is part of the first chunk. */
export interface OrderSearch {
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
