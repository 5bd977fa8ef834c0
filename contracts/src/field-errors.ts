/**
 * All codes of field errors with their parameters. Their English messages are in field-error-messages.ts, those of the
 * console in web/src/lib/i18n/field-error-messages.ts.
 */
import { z } from "zod";
import { noParams } from "./error-params.ts";
import { limitNames } from "./limit-names.ts";

const count = z.int();

/** Rules of the code `format` whose message has no parameters. */
export const formatRules = [
  "handle",
  "hostname_ends",
  "hostname_letter",
  "hostname_reserved",
  "time_zone",
  "timestamp",
  "ip_range",
  "idempotency_key",
  "cursor",
  "invalid_characters",
  "key_too_long",
  "key_not_openssh",
  "key_without_type",
  "key_without_data",
  "key_comment_characters",
  "key_comment_space",
  "key_base64",
  "key_damaged",
  "user_data_start",
  "user_data_base64",
  "user_data_gzip",
  "vat_id",
  "webhook_url",
  "webhook_host",
  "webhook_port",
] as const;
const FormatParams = z.discriminatedUnion("rule", [
  z.object({ rule: z.enum(formatRules) }),
  z.object({ rule: z.literal("hostname_length"), maximum: count }),
  /** The invalid characters without duplicates, at most four. */
  z.object({ rule: z.literal("hostname_characters"), characters: z.array(z.string()) }),
  z.object({ rule: z.literal("rsa_too_long"), maximum: count, bits: count }),
]);
export type FormatParams = z.infer<typeof FormatParams>;

/** The unit of a limit. */
export const sizeUnits = ["characters", "entries", "number"] as const;
/** Both limits when both are known. */
const range = { minimum: count.optional(), maximum: count.optional() };

const UserStatus = z.enum(["unverified", "active", "frozen", "deactivated", "deleted"]);

const paramShapes = {
  /** The field is missing, null or empty. */
  required: noParams,
  email: noParams,
  /** Not one of the values of an enumeration. */
  choice: noParams,
  unknown_field: noParams,
  invalid: noParams,
  invalid_type: z.object({
    expected: z.enum(["string", "number", "integer", "boolean", "array", "object"]),
    ...range,
  }),
  invalid_format: z.object({ format: z.enum(["id", "date", "timestamp", "integer"]), ...range }),
  too_small: z.object({ ...range, minimum: z.number(), unit: z.enum(sizeUnits) }),
  too_big: z.object({ ...range, maximum: z.number(), unit: z.enum(sizeUnits) }),
  format: FormatParams,
  hidden_characters: noParams,
  id_shape: noParams,
  reserved: noParams,

  taken: z.object({
    resource: z.enum([
      "instance",
      "workspace",
      "project",
      "credential",
      "item_serial",
      "item_host",
      "image_name",
      "image_version",
    ]),
  }),
  /** The key exists already; a name in use is `taken`. */
  already_added: noParams,
  unknown: z.object({
    resource: z.enum([
      "project",
      "region",
      "product",
      "image",
      "glance_image",
      "credential",
      "card",
      "card_setup",
      "invoice",
      "disk",
      "user",
      "workspace",
    ]),
  }),
  duplicate: z.object({ resource: z.enum(["instance", "credential"]) }),
  mismatch: noParams,
  same: noParams,
  /** The workspace has the maximum number of access tokens. */
  too_many: z.object({ maximum: count }),
  /** The workspace has the maximum number of webhook endpoints. */
  too_many_webhooks: z.object({ maximum: count }),
  /** The workspace has the maximum number of waiting orders. */
  too_many_waiting: z.object({ maximum: count }),
  /** The end of a waiting order is not between now and that many days ahead. */
  expiry_range: z.object({ days: count }),
  /** A period ends before it starts, or has more than that many days. */
  period: z.object({ days: count }),
  not_with_projects: noParams,
  /** A status change of a user account that is not possible. */
  not_possible: z.object({ from: UserStatus, to: UserStatus }),
  under_age: noParams,
  not_accepted: z.object({ document: z.enum(["terms", "privacy_policy"]) }),
  passkey: noParams,

  quantity_mismatch: noParams,
  /**
   * The price of an order is not the one the buyer was shown. `old` and `new` are micro-dollars per hour; `old` is absent
   * when the price that the order names is none of the product. `priceSnapshotId` is the one to order with now.
   */
  price_changed: z.object({ old: count.optional(), new: count, priceSnapshotId: z.string() }),
  not_offered: z.object({ reason: z.enum(["region"]) }),
  /** `left`: number of instances that can be ordered now. */
  out_of_stock: z.object({ left: count }),
  /** The product costs more than the highest price that the order accepts. */
  too_expensive: z.object({ rateMicrosPerHour: count }),
  /** The order exceeds a limit of the workspace. `monthly_spend` is in cents; `used` does not include the order. */
  limit_reached: z.object({ limit: z.enum(limitNames), value: count, used: count, needed: count }),
  /** The month's cost has reached the alert threshold, which rejects orders; in cents. */
  alert_threshold_reached: z.object({ amount: count, spent: count }),
  /** A request to change this limit is open. */
  already_requested: noParams,
  /** A requested limit is not higher than the present one. */
  not_higher: noParams,
  /** The bank declined the card; `reason` is its code, such as `insufficient_funds`. */
  card_declined: z.object({ reason: z.string() }),
  authentication_required: noParams,
  /** Another payment of the invoice has no result yet. */
  payment_in_progress: noParams,
  nothing_owed: noParams,
  /** The invoice is smaller than the least amount of a card payment, in cents. */
  below_card_minimum: z.object({ minimum: count }),
  /** It needs a default card that has not expired. */
  card_needed: noParams,
  too_many_cards: z.object({ maximum: count }),
  unreachable: noParams,
  unusable: z.discriminatedUnion("reason", [
    z.object({ reason: z.literal("region") }),
    /** The image requires a larger product. */
    z.object({ reason: z.literal("size"), diskGb: count, memoryMb: count }),
  ]),
  /** The disk of the operating system, which a reinstallation erases. */
  system_disk: noParams,
  /** All SSH keys together exceed the first-boot data; sizes in characters. */
  too_large: z.object({ characters: count, maximum: count }),
  /** SSH keys and user data together exceed the first-boot data; sizes in characters after encoding. */
  user_data_too_large: z.object({ characters: count, maximum: count }),

  private_key: noParams,
  utf16: noParams,
  several_keys: noParams,
  line_breaks: noParams,
  options: noParams,
  unsupported_type: z.object({ type: z.string() }),
  too_weak: z.object({ minimum: count, bits: count }),
  comment_too_long: z.object({ maximum: count }),

  /** There is one already; it can be changed. */
  already_exists: noParams,

  promo_code_invalid: noParams,
  promo_code_expired: noParams,
  promo_code_not_started: noParams,
  promo_code_exhausted: noParams,
  promo_code_already_used: noParams,
  /** Another percentage is active. */
  promo_code_not_combinable: noParams,
  promo_code_not_eligible: noParams,
  invoice_already_reversed: noParams,
  /** A draft or discarded invoice, or a credit note. */
  invoice_not_reversible: noParams,
  /** At most that many cents can be given back. */
  refund_too_large: z.object({ maximumCents: count }),
  nothing_refundable: noParams,
  /** Only a draft that staff wrote can be issued or discarded. */
  not_a_draft: noParams,
  /** A bank payment with this reference is recorded already. */
  payment_already_recorded: noParams,
  /** A refund to a card of what was paid otherwise. */
  not_paid_by_card: noParams,
  /** The payment provider has refunded the payment completely. */
  charge_already_refunded: noParams,
  /** The customer disputes the payment at their bank. */
  charge_disputed: noParams,
  /** A line that is not one of the invoice. */
  unknown_record: noParams,
  below_zero: noParams,
};

export type FieldErrorCode = keyof typeof paramShapes;
export type FieldErrorParams = { [C in FieldErrorCode]: z.infer<(typeof paramShapes)[C]> };

export const fieldErrorShapes: { [C in FieldErrorCode]: z.ZodType<FieldErrorParams[C]> } =
  paramShapes;
