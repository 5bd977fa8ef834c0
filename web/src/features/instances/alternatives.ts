/** What else would do if the product of a line is sold out, in the form and in its link. */
import type { Product } from "#contracts/catalogue.ts";
import { maxAlternatives } from "#contracts/orders.ts";
import { formatHourlyRate } from "../../lib/i18n/format.ts";
import { choiceKey, parseChoice } from "../queue/shared/choices.ts";
import { parseRate, rateText } from "../queue/shared/parse-rate.ts";

export interface Alternatives {
  /** As `choiceKey` writes them, in order of preference. */
  readonly alternatives: readonly string[];
  /** The highest price per hour in dollars, as typed; "" without alternatives. */
  readonly maxRateMicrosPerHour: string;
}

export const noAlternatives: Alternatives = { alternatives: [], maxRateMicrosPerHour: "" };

/** With a first alternative, the highest price is that of the product until the user changes it. */
export const withAlternatives = (
  alternatives: readonly string[],
  { maxRateMicrosPerHour }: Alternatives,
  product: Product,
): Alternatives => ({
  alternatives,
  maxRateMicrosPerHour:
    alternatives.length === 0
      ? ""
      : maxRateMicrosPerHour === ""
        ? rateText(product.rateMicrosPerHour)
        : maxRateMicrosPerHour,
});

/**
 * The alternatives after another product was chosen: those of another variant and the new product itself are removed,
 * and a highest price that was the price of the product follows it.
 */
export function followProduct(
  { alternatives, maxRateMicrosPerHour }: Alternatives,
  before: Product | undefined,
  after: Product,
  region: string,
  products: readonly Product[],
): Alternatives {
  const variantOf = (key: string) =>
    products.find(({ id }) => id === parseChoice(key).product)?.variant;
  const left = alternatives.filter(
    (key) => key !== choiceKey(after.id, region) && variantOf(key) === after.variant,
  );
  const isPrice =
    before !== undefined && maxRateMicrosPerHour === rateText(before.rateMicrosPerHour);
  return withAlternatives(
    left,
    { alternatives: left, maxRateMicrosPerHour: isPrice ? "" : maxRateMicrosPerHour },
    after,
  );
}

/** `region:product` for each, separated by commas. */
export const alternativesToLink = (alternatives: readonly string[]): string =>
  alternatives.map((key) => key.replace(" ", ":")).join(",");

/** Null if one of them is none of the products in a region. */
export function alternativesFromLink(
  text: string,
  products: readonly Product[],
): readonly string[] | null {
  const keys = text.split(",").map((each) => each.replace(":", " "));
  const isOffered = (key: string) => {
    const { region, product } = parseChoice(key);
    return products.some(
      ({ id, stock }) =>
        id === product && stock.some(({ regionHandle }) => regionHandle === region),
    );
  };
  return keys.length <= maxAlternatives && keys.every(isOffered) ? keys : null;
}

/** The fields of an order line. */
export const alternativesBody = ({ alternatives, maxRateMicrosPerHour }: Alternatives): object =>
  alternatives.length === 0
    ? {}
    : {
        alternatives: alternatives.map(parseChoice),
        // Anything but an amount is sent as typed, so that the validation rejects it.
        maxRateMicrosPerHour: parseRate(maxRateMicrosPerHour),
      };

/** A typed amount as a price; as typed while it is none. */
export function formatTypedRate(text: string): string {
  const rate = parseRate(text);
  return typeof rate === "number" ? formatHourlyRate(rate) : text;
}
