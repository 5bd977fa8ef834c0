/** State of the order form: selection, its link and compatibility rules. */
import type { Image, Product, Region } from "#contracts/catalogue.ts";
import type { ListedCredential } from "#contracts/credentials.ts";
import { maxQuantity } from "#contracts/orders.ts";
import type { Project } from "#contracts/projects.ts";
import { isSecurityKeyType } from "#contracts/ssh-key.ts";
import {
  type Alternatives,
  alternativesBody,
  alternativesFromLink,
  alternativesToLink,
} from "./alternatives.ts";
import { generateHostnames, isGenerated } from "./order-hostnames.ts";
import {
  defaultPattern,
  isProductType,
  type OrderSearch,
  type SearchParamName,
} from "./order-search.ts";

export interface Offer {
  readonly regions: readonly Region[];
  readonly products: readonly Product[];
  readonly images: readonly Image[];
}

/**
 * Field names match the order's body; `quantity` is text, as typed. `virtualProduct` is the product of either variant.
 */
export interface OrderDraft extends Alternatives {
  readonly region: string;
  readonly virtualProduct: string;
  readonly operatingsystem: string;
  readonly workspaceCredential: readonly string[];
  /** "" for the default project. */
  readonly projectId: string;
  readonly quantity: string;
  readonly pattern: string;
  readonly hostname: readonly string[];
  /** "" for none. */
  readonly userData: string;
}

/** An integer from 1 to the maximum of one order; null for anything else. */
export function parseQuantity(text: string): number | null {
  if (!/^\d{1,2}$/.test(text)) return null;
  const quantity = Number(text);
  return quantity >= 1 && quantity <= maxQuantity ? quantity : null;
}

export type Incompatibility =
  | { readonly code: "not_sold" | "sold_out" }
  | { readonly code: "few"; readonly free: number }
  | { readonly code: "not_in_region" }
  | { readonly code: "disk"; readonly needsGb: number }
  | { readonly code: "memory"; readonly needsMb: number };

/** Available instances of a product in a region; null when the region does not report it. */
export const availableIn = (product: Product, region: string): number | null =>
  product.stock.find(({ regionHandle }) => regionHandle === region)?.free ?? null;

/** Why a product is not available in a region; null when it is. */
export function productIncompatibility(
  product: Product,
  region: string,
  quantity: number,
): Incompatibility | null {
  const stock = product.stock.find(({ regionHandle }) => regionHandle === region);
  if (stock === undefined) return { code: "not_sold" };
  if (stock.free === 0) return { code: "sold_out" };
  return stock.free !== null && stock.free < quantity ? { code: "few", free: stock.free } : null;
}

/** Why an operating system is incompatible with region and product; null when it is compatible. */
export function imageIncompatibility(
  image: Image,
  region: string,
  product: Product | undefined,
): Incompatibility | null {
  const regions =
    product?.variant === "bare_metal" ? image.bareMetalRegionHandles : image.regionHandles;
  if (!regions.includes(region)) return { code: "not_in_region" };
  if (product === undefined) return null;
  if (product.diskGb < image.minDiskGb) return { code: "disk", needsGb: image.minDiskGb };
  return product.memoryGb * 1_024 < image.minMemoryMb
    ? { code: "memory", needsMb: image.minMemoryMb }
    : null;
}

export const isEndOfLife = (image: Image, today: string): boolean =>
  image.endOfLife !== null && image.endOfLife < today;

/**
 * Whether all selected keys are stored on security keys and the image's OpenSSH does not support them: no user could
 * sign in.
 */
export function isLockedOut(
  image: Image | undefined,
  selected: readonly string[],
  keys: readonly Pick<ListedCredential, "id" | "type">[],
): boolean {
  if (image === undefined || image.supportsSecurityKeys) return false;
  const types = keys.filter(({ id }) => selected.includes(id)).map(({ type }) => type);
  return types.length > 0 && types.every(isSecurityKeyType);
}

/** A compatible image that is still maintained: the first default of a family, else the first. */
function defaultImage(
  offer: Offer,
  region: string,
  product: Product | undefined,
  today: string,
): string {
  const usable = offer.images.filter(
    (image) => imageIncompatibility(image, region, product) === null && !isEndOfLife(image, today),
  );
  return (usable.find(({ isDefault }) => isDefault) ?? usable[0])?.id ?? "";
}

export interface DroppedChoice {
  readonly field: "virtualProduct" | "operatingsystem";
  readonly name: string;
  readonly obstacle: Incompatibility;
}

/** After a change of region or product: removes incompatible selections and lists them. */
export function dropIncompatibleChoices<D extends OrderDraft>(
  draft: D,
  offer: Offer,
): { draft: D; dropped: DroppedChoice[] } {
  const dropped: DroppedChoice[] = [];
  let { virtualProduct, operatingsystem } = draft;
  const product = offer.products.find(({ id }) => id === virtualProduct);
  const obstacle = product === undefined ? null : productIncompatibility(product, draft.region, 1);
  if (product !== undefined && obstacle !== null) {
    dropped.push({ field: "virtualProduct", name: product.name, obstacle });
    virtualProduct = "";
  }
  const image = offer.images.find(({ id }) => id === operatingsystem);
  const clash =
    image === undefined
      ? null
      : imageIncompatibility(image, draft.region, virtualProduct === "" ? undefined : product);
  if (image !== undefined && clash !== null) {
    dropped.push({ field: "operatingsystem", name: image.name, obstacle: clash });
    operatingsystem = "";
  }
  return { draft: { ...draft, virtualProduct, operatingsystem }, dropped };
}

export interface OrderFormData {
  readonly offer: Offer;
  readonly keys: readonly ListedCredential[];
  readonly projects: readonly Project[];
  /** Today's date, `2026-11-27`. */
  readonly today: string;
  /** Hostnames that instances of the workspace use. */
  readonly takenNames: ReadonlySet<string>;
  /** The user data that this tab keeps under the name in a link; null if it keeps none. */
  readonly userDataOf: (name: string) => string | null;
}

export interface DraftFromSearch {
  readonly draft: OrderDraft;
  readonly ignored: readonly string[];
  /** The link is of another tab or browser, which alone has its user data. */
  readonly isUserDataLost: boolean;
}

/** The draft described by a link, and the parts of the link that are invalid. */
export function draftFromSearch(
  link: OrderSearch,
  { offer, keys, projects, today, takenNames, userDataOf }: OrderFormData,
): DraftFromSearch {
  const ignored: string[] = [];
  const known = <T>(
    key: SearchParamName,
    find: (value: string) => T | null | undefined,
  ): T | null => {
    const value = link[key];
    if (value === undefined) return null;
    const found = find(value) ?? null;
    if (found === null) ignored.push(`${key}=${value.slice(0, 40)}`);
    return found;
  };
  known("variant", (value) =>
    value === "virtual_machine" || value === "bare_metal" ? value : null,
  );
  known("type", (value) => (isProductType(value) ? value : null));
  const open = offer.regions.filter(({ status }) => status === "active");
  const region =
    known("region", (value) => open.find(({ handle }) => handle === value))?.handle ??
    open[0]?.handle ??
    "";
  // A sold-out product stays: the form offers to wait for it.
  const sold = (product: Product | undefined) =>
    product !== undefined && productIncompatibility(product, region, 1)?.code !== "not_sold"
      ? product
      : null;
  const product =
    known("product", (value) => sold(offer.products.find(({ id }) => id === value))) ?? undefined;
  const usable = (image: Image | undefined) =>
    image !== undefined && imageIncompatibility(image, region, product) === null ? image : null;
  const image = known("image", (value) => usable(offer.images.find(({ id }) => id === value)));
  const selected = known("keys", (value) => {
    const ids = value.split(",").filter((id) => keys.some((key) => key.id === id));
    return ids.length === 0 ? null : ids;
  });
  const project = known("project", (value) => projects.find(({ id }) => id === value));
  const quantity = known("quantity", parseQuantity) ?? 1;
  const pattern = known("pattern", (value) => value.slice(0, 63).toLowerCase()) ?? defaultPattern;
  const names = known("names", (value) => {
    const list = value.toLowerCase().split(",");
    return list.length === quantity ? list : null;
  });
  const alternatives =
    known("otherwise", (value) => alternativesFromLink(value, offer.products)) ?? [];
  const userData = link.data === undefined ? "" : userDataOf(link.data);
  const preset = keys.filter(({ isDefault }) => isDefault).map(({ id }) => id);
  return {
    draft: {
      region,
      virtualProduct: product?.id ?? "",
      operatingsystem: image?.id ?? defaultImage(offer, region, product, today),
      workspaceCredential: selected ?? preset,
      // An order omits the default project, so that roles without access to it can also order into it.
      projectId: project === null || project.isDefault ? "" : project.id,
      quantity: String(quantity),
      pattern,
      hostname: names ?? generateHostnames(pattern, quantity, takenNames),
      userData: userData ?? "",
      alternatives,
      maxRateMicrosPerHour: alternatives.length === 0 ? "" : (link.most ?? ""),
    },
    ignored,
    isUserDataLost: userData === null,
  };
}

/** Query parameters that restore this draft; values equal to an untouched form are omitted. */
export function searchFromDraft(
  draft: OrderDraft,
  keys: readonly ListedCredential[],
  takenNames?: ReadonlySet<string>,
): OrderSearch {
  const quantity = parseQuantity(draft.quantity) ?? 1;
  const isPreset = draft.workspaceCredential.every((id) =>
    keys.some((key) => key.id === id && key.isDefault),
  );
  const stored = (text: string) => (text === "" ? undefined : text);
  return {
    region: stored(draft.region),
    product: stored(draft.virtualProduct),
    image: stored(draft.operatingsystem),
    keys: isPreset ? undefined : stored(draft.workspaceCredential.join(",")),
    project: stored(draft.projectId),
    quantity: quantity === 1 ? undefined : String(quantity),
    pattern: draft.pattern === defaultPattern ? undefined : stored(draft.pattern),
    names:
      isGenerated(draft.pattern, draft.hostname, takenNames) || draft.hostname.length !== quantity
        ? undefined
        : stored(draft.hostname.join(",")),
    otherwise: stored(alternativesToLink(draft.alternatives)),
    most: draft.alternatives.length === 0 ? undefined : stored(draft.maxRateMicrosPerHour),
  };
}

/** Placeholder for an order without a product and price; validation rejects it before it is sent. */
const nilSnapshotId = "00000000-0000-0000-0000-000000000000";

/** The body of an order of one line. */
export function toOrderBody(
  draft: OrderDraft,
  product: Pick<Product, "variant" | "priceSnapshotId"> | undefined,
): object {
  return {
    region: draft.region,
    ...(product?.variant === "bare_metal"
      ? { selectedInstanceVariant: "bare_metal", bareMetalProduct: draft.virtualProduct }
      : { selectedInstanceVariant: "virtual_machine", virtualProduct: draft.virtualProduct }),
    operatingsystem: draft.operatingsystem,
    // Anything but digits is sent as typed, so that the server rejects it.
    quantity: /^\d+$/.test(draft.quantity) ? Number(draft.quantity) : draft.quantity,
    hostname: draft.hostname,
    authType: "ssh",
    workspaceCredential: draft.workspaceCredential,
    ...(draft.projectId === "" ? {} : { projectId: draft.projectId }),
    ...(draft.userData === "" ? {} : { userData: draft.userData }),
    priceSnapshotId: product?.priceSnapshotId ?? nilSnapshotId,
    ...alternativesBody(draft),
  };
}
