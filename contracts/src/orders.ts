/** An order: one line as the fields of the body, or several lines. */
import { z } from "zod";
import { Variant } from "./catalogue.ts";
import { Id } from "./endpoint.ts";
import { createFieldError, fieldIssue, wholeNumber } from "./field-problem.ts";
import { hostname } from "./text.ts";
import { UserData } from "./user-data.ts";

export const maxQuantity = 20;
export const maxOrderLines = 10;
/** Size of an order with the longest user data in every line. */
export const maxOrderBytes = 1_000_000;

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

export const orderLines = (order: CartOrder): readonly OrderLine[] =>
  "lines" in order ? order.lines : [order];

/** Path of a line's field in the body of its order, such as `lines.1.region`; `number` counts from 0. */
export const orderLinePath = (order: CartOrder, number: number, field: string): string =>
  "lines" in order ? `lines.${number}.${field}` : field;
