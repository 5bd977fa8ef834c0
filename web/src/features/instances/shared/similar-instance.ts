import type { Instance } from "#contracts/instances.ts";
import type { OrderSearch } from "../order-search.ts";

/** The order form with what an instance has. Its user data is in no response, so it isn't part of the form either. */
export const similarTo = ({
  hostname,
  variant,
  region,
  product,
  image,
  project,
  credential,
}: Instance): OrderSearch => ({
  variant: variant === "bare_metal" ? variant : undefined,
  region: region.handle,
  product: product.id,
  image: image.id,
  project: project?.id,
  keys: credential?.id,
  pattern: `${hostname
    .replace(/(?<!\d)\d+$/, "")
    .replace(/-$/, "")
    .slice(0, 50)}-{n}`,
});
