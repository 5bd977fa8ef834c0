/** Products in regions that would do instead of another one, as values of selects. */
import { useLingui } from "@lingui/react/macro";
import type { Product, Region } from "#contracts/catalogue.ts";
import { formatHourlyRate } from "../../../lib/i18n/format.ts";

/** Neither ids nor handles contain the separator. */
export const choiceKey = (product: string, region: string): string => `${region} ${product}`;

export function parseChoice(key: string): { region: string; product: string } {
  const [region = "", product = ""] = key.split(" ");
  return { region, product };
}

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
}

/** All products of the same variant in all regions, those that are the most similar first. */
export function useChoiceOptions(
  product: Product,
  region: string,
  { products, regions }: { products: readonly Product[]; regions: readonly Region[] },
): readonly ChoiceOption[] {
  const { t } = useLingui();
  const regionName = (handle: string) =>
    regions.find((each) => each.handle === handle)?.name ?? handle;
  const own = choiceKey(product.id, region);
  return products
    .filter(({ variant }) => variant === product.variant)
    .flatMap((each) =>
      each.stock.map(({ regionHandle }) => ({
        value: choiceKey(each.id, regionHandle),
        label: t`${each.name} in ${regionName(regionHandle)}, ${formatHourlyRate(each.rateMicrosPerHour)}`,
        distance: Number(each.id !== product.id) + Number(each.family !== product.family),
      })),
    )
    .filter(({ value }) => value !== own)
    .toSorted((one, other) => one.distance - other.distance);
}

/** Names choices in order of preference: "4 vCPU in Kajaani, 2 vCPU in Luleå". */
export function useChoiceNames({
  products,
  regions,
}: {
  products: readonly Product[];
  regions: readonly Region[];
}): (keys: readonly string[]) => string {
  const { t } = useLingui();
  return (keys) =>
    keys
      .map((key) => {
        const { product, region } = parseChoice(key);
        const name = products.find(({ id }) => id === product)?.name ?? "?";
        const place = regions.find(({ handle }) => handle === region)?.name ?? region;
        return t`${name} in ${place}`;
      })
      .join(", ");
}
