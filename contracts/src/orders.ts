/** An order: one line as the fields of the body, or several lines. */
import { z } from "zod";
import { Variant } from "./catalogue.ts";
import { Id } from "./endpoint.ts";
import { createFieldError, fieldIssue, wholeNumber } from "./field-problem.ts";
import { RateMicros } from "./money.ts";
import { hostname } from "./text.ts";
import { UserData } from "./user-data.ts";

export const maxQuantity = 20;
export const maxOrderLines = 10;
/** Size of an order with the longest user data in every line. */
export const maxOrderBytes = 1_000_000;

/** Alternatives of a line, beside its product. */
export const maxAlternatives = 3;

/** A product in a region. */
export const ProductChoice = z.strictObject({ region: z.string().min(1).max(64), product: Id });
export type ProductChoice = z.infer<typeof ProductChoice>;

/** The highest price of one instance per hour that a customer accepts, in micro-dollars. */
export const MaxRate = wholeNumber(1, 1_000_000_000);

/** Instances of one product, image and region, one for each hostname. */
export const OrderLine = z
  .strictObject({
    region: z.string().min(1).max(64),
    selectedInstanceVariant: Variant.default("virtual_machine"),
    virtualProduct: Id.optional(),
    bareMetalProduct: Id.optional(),
    operatingsystem: Id,
    quantity: wholeNumber(1, maxQuantity).default(1),
    hostname: z.array(hostname).min(1).max(maxQuantity),
    authType: z.literal("ssh").default("ssh"),
    workspaceCredential: z.array(Id).min(1).max(10),
    projectId: Id.optional(),
    /** A cloud-init document in plain text, which each instance executes when it starts for the first time. */
    userData: UserData.optional(),
    /** The price the buyer was shown. If it has changed since, the response has both prices. */
    priceSnapshotId: Id,
    /**
     * What is created instead, in order of preference, while too few of the product are free or its region does not
     * respond. All instances of the line are of one choice.
     */
    alternatives: z.array(ProductChoice).max(maxAlternatives).optional(),
    /** No choice that costs more is taken. Without it, no alternative costs more than the price the buyer was shown. */
    maxRateMicrosPerHour: MaxRate.optional(),
  })
  .superRefine((line, context) => {
    const product = productField(line);
    if (line[product] === undefined)
      context.addIssue(fieldIssue(createFieldError("required"), [product]));
    if (line.hostname.length !== line.quantity)
      context.addIssue(fieldIssue(createFieldError("quantity_mismatch"), ["hostname"]));
    line.hostname.forEach((text, position) => {
      if (line.hostname.indexOf(text) < position)
        context.addIssue(fieldIssue(duplicateName, ["hostname", position]));
    });
  });
export type OrderLine = z.infer<typeof OrderLine>;

/** The field that names the product of a line. */
export const productField = ({
  selectedInstanceVariant,
}: {
  selectedInstanceVariant: Variant;
}): "virtualProduct" | "bareMetalProduct" =>
  selectedInstanceVariant === "bare_metal" ? "bareMetalProduct" : "virtualProduct";

const duplicateName = createFieldError("duplicate", { resource: "instance" });

/** Several lines. No hostname occurs twice. */
export const OrderLines = z
  .strictObject({ lines: z.array(OrderLine).min(1).max(maxOrderLines) })
  .superRefine(({ lines }, context) => {
    const names = new Set<string>();
    lines.forEach((line, number) => {
      line.hostname.forEach((text, position) => {
        // A duplicate within the line is reported by the line.
        if (names.has(text))
          context.addIssue(fieldIssue(duplicateName, ["lines", number, "hostname", position]));
      });
      for (const text of line.hostname) names.add(text);
    });
  });

/** The fields of one line, or `lines`, never both. */
export const CartOrder = z.union([OrderLine, OrderLines]);
export type CartOrder = z.infer<typeof CartOrder>;

/** What was taken for a line, in the order of the lines. */
export const PlacedLine = z.object({
  /** 0 for the product of the line, 1 for its first alternative. */
  choice: z.int(),
  region: z.string(),
  product: z.object({ id: Id, name: z.string() }),
  quantity: z.int(),
  /** Of one instance. */
  rateMicrosPerHour: RateMicros,
});

export const orderLines = (order: CartOrder): readonly OrderLine[] =>
  "lines" in order ? order.lines : [order];

/** Path of a line's field in the body of its order, such as `lines.1.region`; `number` counts from 0. */
export const orderLinePath = (order: CartOrder, number: number, field: string): string =>
  "lines" in order ? `lines.${number}.${field}` : field;
