/** The lines of a cart as text of a URL, and what they leave of the stock and the names for another line. */
import type { Product } from "#contracts/catalogue.ts";
import type { ListedCredential } from "#contracts/credentials.ts";
import { maxOrderLines } from "#contracts/orders.ts";
import { parseSearch } from "../../lib/api/search-params.ts";
import { lineSeparator } from "../../lib/browser/kept-cart.ts";
import { type Offer, type OrderDraft, parseQuantity, searchFromDraft } from "./order-form-state.ts";
import { maxCartLength, type OrderSearch, validateOrderSearch } from "./order-search.ts";

/** At most as many lines as an order has; a link with more keeps the first ones. */
export const parseCartLines = (text: string | undefined): OrderSearch[] =>
  text === undefined
    ? []
    : text
        .split(lineSeparator)
        .slice(0, maxOrderLines)
        .map((line) => validateOrderSearch(parseSearch(line)));

/** Undefined for an empty cart. */
export function stringifyCartLines(lines: readonly OrderSearch[]): string | undefined {
  const texts = lines.map((line) =>
    new URLSearchParams(
      Object.entries(line).flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value]] : [],
      ),
    ).toString(),
  );
  return texts.length === 0 ? undefined : texts.join(lineSeparator);
}

/** A draft as a line. It has every name, so that the line stays the same when another instance takes one of them. */
export const toCartLine = (
  draft: OrderDraft,
  keys: readonly ListedCredential[],
  data: string | undefined,
): OrderSearch => ({
  ...searchFromDraft(draft, keys),
  names: draft.hostname.join(","),
  data,
});

export type CartChange =
  | { readonly lines: string | undefined; readonly error?: never }
  | { readonly lines?: never; readonly error: "too_many_lines" | "too_long" | "name_taken" };

/** Puts a line at the position, or at the end for null. The cart stays within one order and one URL. */
export function putCartLine(
  lines: readonly OrderSearch[],
  at: number | null,
  line: OrderSearch,
): CartChange {
  const next = at === null ? [...lines, line] : lines.with(at, line);
  if (next.length > maxOrderLines) return { error: "too_many_lines" };
  const text = stringifyCartLines(next);
  if ((text ?? "").length > maxCartLength) return { error: "too_long" };
  const others = new Set(next.filter((each) => each !== line).flatMap(namesOfLine));
  return namesOfLine(line).some((name) => others.has(name))
    ? { error: "name_taken" }
    : { lines: text };
}

export const namesOfLine = ({ names }: OrderSearch): string[] => names?.split(",") ?? [];

/** The offer with the stock that these lines leave. */
export function offerBeside(offer: Offer, lines: readonly OrderSearch[]): Offer {
  const used = (product: Product, regionHandle: string) =>
    lines
      .filter((line) => line.product === product.id && line.region === regionHandle)
      .reduce((sum, { quantity }) => sum + (parseQuantity(quantity ?? "1") ?? 1), 0);
  return {
    ...offer,
    products: offer.products.map((product) => ({
      ...product,
      stock: product.stock.map((stock) => ({
        ...stock,
        free:
          stock.free === null ? null : Math.max(0, stock.free - used(product, stock.regionHandle)),
      })),
    })),
  };
}
