/** A line of the cart with what the catalog says about it now. */
import type { Image, Product, Region } from "#contracts/catalogue.ts";
import { offerBeside } from "./cart-lines.ts";
import {
  draftFromSearch,
  imageIncompatibility,
  type Incompatibility,
  type OrderDraft,
  type OrderFormData,
  parseQuantity,
  productIncompatibility,
} from "./order-form-state.ts";
import type { OrderSearch } from "./order-search.ts";

export interface CartLine {
  readonly draft: OrderDraft;
  readonly region: Region | undefined;
  readonly product: Product | undefined;
  readonly image: Image | undefined;
  readonly quantity: number;
  /** Why the region cannot deliver the line, beside the lines before it; null if it can. */
  readonly obstacle: Incompatibility | null;
  /** Why the image cannot be installed on it; null if it can. */
  readonly imageObstacle: Incompatibility | null;
  readonly isUserDataLost: boolean;
}

/** Lines keep what is sold out or no longer fits, so that the page can say so. */
export const cartLines = (lines: readonly OrderSearch[], data: OrderFormData): CartLine[] =>
  lines.map((line, position) => {
    const offer = offerBeside(data.offer, lines.slice(0, position));
    const { draft, isUserDataLost } = draftFromSearch(line, { ...data, offer });
    const product = offer.products.find(({ id }) => id === line.product);
    const image = offer.images.find(({ id }) => id === line.image);
    const region = offer.regions.find(({ handle }) => handle === (line.region ?? draft.region));
    const handle = region?.handle ?? "";
    const quantity = parseQuantity(draft.quantity) ?? 1;
    return {
      draft: {
        ...draft,
        region: handle,
        virtualProduct: product?.id ?? "",
        operatingsystem: image?.id ?? "",
      },
      region,
      product,
      image,
      quantity,
      obstacle: product === undefined ? null : productIncompatibility(product, handle, quantity),
      imageObstacle: image === undefined ? null : imageIncompatibility(image, handle, product),
      isUserDataLost,
    };
  });

export interface CartTotals {
  readonly quantity: number;
  /** Micro-dollars an hour; null while a line has no product. */
  readonly rateMicrosPerHour: number | null;
}

export const cartTotals = (lines: readonly CartLine[]): CartTotals =>
  lines.reduce<CartTotals>(
    (sum, { product, quantity }) => ({
      quantity: sum.quantity + quantity,
      rateMicrosPerHour:
        sum.rateMicrosPerHour === null || product === undefined
          ? null
          : sum.rateMicrosPerHour + product.rateMicrosPerHour * quantity,
    }),
    { quantity: 0, rateMicrosPerHour: 0 },
  );
