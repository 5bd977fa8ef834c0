/** Localized messages of field errors, by code and parameters alone. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import type { FieldErrorCode, FieldErrorParams } from "#contracts/field-errors.ts";
import {
  type FieldError,
  type FieldProblem,
  isFieldErrorCode,
  parseFieldErrorParams,
} from "#contracts/field-problem.ts";
import { usd } from "#contracts/money.ts";
import { formatHourlyRate, formatInteger, formatMoneyAmount } from "./format.ts";
import { formatMessage, maxCharacters } from "./format-rule-messages.ts";

interface NumberRange {
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

const wholeNumber = (i18n: I18n, { minimum, maximum }: NumberRange): MessageDescriptor => {
  if (minimum === undefined || maximum === undefined) return msg`Enter a whole number`;
  const [from, to] = [formatInteger(minimum, i18n), formatInteger(maximum, i18n)];
  return msg`Enter a whole number from ${from} to ${to}`;
};

const expectedTypes: Record<FieldErrorParams["invalid_type"]["expected"], MessageDescriptor> = {
  string: msg`Enter text`,
  number: msg`Enter a number`,
  integer: msg`Enter a whole number`,
  boolean: msg`Enter true or false`,
  array: msg`Enter a list`,
  object: msg`Enter an object`,
};

const formats: Record<FieldErrorParams["invalid_format"]["format"], MessageDescriptor> = {
  id: msg`Enter an ID`,
  date: msg`Enter a date such as 2026-05-15`,
  timestamp: msg`Enter a timestamp such as 2026-05-15T09:00:00Z`,
  integer: msg`Enter a whole number`,
};

const takenMessages: Record<FieldErrorParams["taken"]["resource"], MessageDescriptor> = {
  instance: msg`This name is already used by another instance in this workspace`,
  workspace: msg`This handle is already taken. Choose another.`,
  project: msg`A project with this name already exists`,
  credential: msg`A key with this name already exists`,
  item_serial: msg`Another item has this serial number`,
  item_host: msg`Another item of this region has this host`,
  image_name: msg`Another image has this name`,
  image_version: msg`The family has another image of this version`,
};

const unknownMessages: Record<FieldErrorParams["unknown"]["resource"], MessageDescriptor> = {
  project: msg`This project no longer exists. Choose another.`,
  region: msg`This region no longer exists. Choose another.`,
  product: msg`This product is no longer available. Choose another.`,
  image: msg`This operating system is no longer available. Choose another.`,
  glance_image: msg`The region has no usable image with this ID`,
  card: msg`This card was removed. Choose another.`,
  card_setup: msg`This card can't be saved any more. Enter it again.`,
  invoice: msg`This invoice doesn't exist`,
  credential: msg`This SSH key no longer exists. Choose another.`,
  disk: msg`This instance has no such disk`,
  user: msg`This user no longer exists. Choose another.`,
  workspace: msg`This workspace no longer exists. Choose another.`,
};

const userStatuses: Record<FieldErrorParams["not_possible"]["from"], MessageDescriptor> = {
  unverified: msg`Unverified`,
  active: msg`Active`,
  frozen: msg`Locked`,
  deactivated: msg`Deactivated`,
  deleted: msg`Deleted`,
};

/** One message per code: a new code does not compile without a message here. */
const messages: {
  [C in FieldErrorCode]: (params: FieldErrorParams[C], i18n: I18n) => MessageDescriptor;
} = {
  required: () => msg`Field is required`,
  email: () => msg`Invalid email`,
  choice: () => msg`Choose one of the listed values`,
  unknown_field: () => msg`Unknown field`,
  invalid: () => msg`Invalid value`,
  invalid_type: ({ expected, ...ends }, i18n) =>
    expected === "integer" ? wholeNumber(i18n, ends) : expectedTypes[expected],
  invalid_format: ({ format, ...ends }, i18n) =>
    format === "integer" ? wholeNumber(i18n, ends) : formats[format],
  too_small: ({ unit, minimum, maximum }, i18n) => {
    if (unit === "characters")
      return msg`${plural(minimum, { one: "Use at least # character", other: "Use at least # characters" })}`;
    if (unit === "entries")
      return msg`${plural(minimum, { one: "Add at least # entry", other: "Add at least # entries" })}`;
    if (maximum !== undefined) return wholeNumber(i18n, { minimum, maximum });
    const number = formatInteger(minimum, i18n);
    return msg`Enter ${number} or more`;
  },
  too_big: ({ unit, minimum, maximum }, i18n) => {
    if (unit === "characters") return maxCharacters(maximum);
    if (unit === "entries")
      return msg`${plural(maximum, { one: "Add up to # entry", other: "Add up to # entries" })}`;
    if (minimum !== undefined) return wholeNumber(i18n, { minimum, maximum });
    const number = formatInteger(maximum, i18n);
    return msg`Enter ${number} or less`;
  },
  format: (params, i18n) => formatMessage(i18n, params),
  hidden_characters: () => msg`Contains invisible or control characters`,
  id_shape: () => msg`Can't have the form of an ID`,
  reserved: () => msg`This word is reserved`,

  taken: ({ resource }) => takenMessages[resource],
  already_added: () => msg`This key has already been added`,
  unknown: ({ resource }) => unknownMessages[resource],
  duplicate: ({ resource }) =>
    resource === "instance"
      ? msg`This name is used more than once`
      : msg`This key is selected more than once`,
  mismatch: () => msg`This doesn't match the workspace's handle`,
  same: () => msg`Choose a different project than the one being deleted`,
  too_many: ({ maximum }) =>
    msg`${plural(maximum, { one: "A workspace can have # token. Revoke it first.", other: "A workspace can have up to # tokens. Revoke one first." })}`,
  too_many_webhooks: ({ maximum }) =>
    msg`${plural(maximum, { one: "A workspace can have # webhook. Delete it first.", other: "A workspace can have up to # webhooks. Delete one first." })}`,
  too_many_waiting: ({ maximum }) =>
    msg`A workspace can have up to ${maximum} waiting orders. Cancel one first.`,
  expiry_range: ({ days }) => msg`Choose a time between now and ${days} days ahead`,
  period: ({ days }) => msg`Choose a period of at most ${days} days that ends after it starts`,
  not_with_projects: () =>
    msg`A token limited to selected projects can't create or delete projects or change SSH keys`,
  not_possible: ({ from, to }, i18n) => {
    const [before, after] = [i18n._(userStatuses[from]), i18n._(userStatuses[to])];
    return msg`The status can't change from ${before} to ${after}`;
  },
  under_age: () => msg`You must be 18 or older to create an account`,
  not_accepted: ({ document }) =>
    document === "terms"
      ? msg`Accept the terms to continue`
      : msg`Accept the privacy policy to continue`,
  passkey: () => msg`The passkey response from the device is invalid`,

  quantity_mismatch: () => msg`Enter one name for each instance`,
  price_changed: ({ old, new: current }) => {
    const price = formatHourlyRate(current);
    if (old === undefined) return msg`The price is now ${price}/hour`;
    const earlier = formatHourlyRate(old);
    return msg`The price is now ${price}/hour (was ${earlier})`;
  },
  not_offered: () => msg`Not offered in this region`,
  out_of_stock: ({ left }) =>
    msg`${plural(left, { 0: "Sold out in this region", one: "Only # left in this region", other: "Only # left in this region" })}`,
  too_expensive: ({ rateMicrosPerHour }) => {
    const rate = formatHourlyRate(rateMicrosPerHour);
    return msg`Costs ${rate}/hour, more than your limit`;
  },
  limit_reached: ({ limit, value, used, needed }, i18n) => {
    if (limit === "monthly_spend") {
      const [maximum, total] = [
        formatMoneyAmount(usd(value)),
        formatMoneyAmount(usd(used + needed)),
      ];
      return msg`This workspace can spend ${maximum} per month. This order would bring the month to ${total}`;
    }
    const maximum = formatInteger(value, i18n);
    const now = formatInteger(used, i18n);
    const added = formatInteger(needed, i18n);
    if (limit === "gpus")
      return msg`This workspace can have ${maximum} GPUs. It has ${now}, and this order adds ${added}`;
    return limit === "bare_metal"
      ? msg`This workspace can have ${maximum} bare-metal instances. It has ${now}, and this order adds ${added}`
      : msg`This workspace can have ${maximum} instances. It has ${now}, and this order adds ${added}`;
  },
  alert_threshold_reached: ({ amount, spent }) => {
    const [maximum, cost] = [formatMoneyAmount(usd(amount)), formatMoneyAmount(usd(spent))];
    return msg`This month has cost ${cost}. The alert threshold blocks new orders from ${maximum} on`;
  },
  already_requested: () => msg`A request to change this limit is open`,
  card_declined: () => msg`Your bank declined the card. Use another card, or ask your bank.`,
  authentication_required: () => msg`Confirm the card with your bank first`,
  payment_in_progress: () => msg`Another payment of this invoice is still being processed`,
  nothing_owed: () => msg`Nothing is owed for this invoice`,
  below_card_minimum: ({ minimum }) => {
    const amount = formatMoneyAmount(usd(minimum));
    return msg`Card payments start at ${amount}. This amount joins the next invoice.`;
  },
  card_needed: () => msg`Save a card first`,
  too_many_cards: ({ maximum }) => msg`A workspace can have up to ${maximum} cards`,
  not_higher: () => msg`Enter more than the current limit`,
  unreachable: () => msg`This region isn't accepting new instances right now`,
  unusable: (params, i18n) => {
    if (params.reason === "region") return msg`Not available in this region`;
    const disk = formatInteger(params.diskGb, i18n);
    const memory = formatInteger(params.memoryMb, i18n);
    return msg`Needs a product with at least ${disk} GB disk and ${memory} MB memory`;
  },
  system_disk: () => msg`A reinstallation always erases the system disk`,
  too_large: (params, i18n) => {
    const characters = formatInteger(params.characters, i18n);
    const maximum = formatInteger(params.maximum, i18n);
    return msg`These keys need ${characters} of at most ${maximum} characters. Choose fewer, or keys with shorter comments`;
  },
  user_data_too_large: (params, i18n) => {
    const characters = formatInteger(params.characters, i18n);
    const maximum = formatInteger(params.maximum, i18n);
    return msg`User data and keys need ${characters} of at most ${maximum} characters once encoded. Shorten the user data, for example by downloading parts of it.`;
  },

  private_key: () =>
    msg`This is a private key. It wasn't saved. Replace it with a new key pair, then paste the new public key (the file ending in .pub)`,
  utf16: () => msg`This file is UTF-16. Save it as UTF-8`,
  several_keys: () => msg`This contains more than one key. Add keys one at a time`,
  line_breaks: () => msg`The key contains line breaks. Paste it as a single line`,
  options: () =>
    msg`There are options before the key. Paste only the part that starts with the key type`,
  unsupported_type: ({ type }) =>
    msg`Keys of type ${type} aren't supported. Use Ed25519, ECDSA, or RSA.`,
  too_weak: ({ minimum, bits }) =>
    msg`RSA keys must be at least ${minimum} bits. This key has ${bits}.`,
  comment_too_long: ({ maximum }) =>
    msg`${plural(maximum, { one: "The comment has more than # character. Shorten it or leave it out", other: "The comment has more than # characters. Shorten it or leave it out" })}`,

  already_exists: () => msg`There is one already. Change it instead`,
  promo_code_invalid: () => msg`This code doesn't exist`,
  promo_code_expired: () => msg`This code has expired`,
  promo_code_not_started: () => msg`This code isn't valid yet`,
  promo_code_exhausted: () => msg`This code has been used up`,
  promo_code_already_used: () => msg`This workspace has already used this code`,
  promo_code_not_combinable: () =>
    msg`Another discount is active, and percentages can't be combined`,
  promo_code_not_eligible: () => msg`This code isn't for this workspace`,
  invoice_already_reversed: () => msg`This invoice is reversed already`,
  invoice_not_reversible: () => msg`Only an issued invoice can be reversed`,
  nothing_refundable: () => msg`Nothing of this invoice was paid, or everything was given back`,
  not_a_draft: () => msg`Only a draft that staff wrote can be issued or discarded`,
  payment_already_recorded: () => msg`A bank payment with this reference is recorded already`,
  not_paid_by_card: () => msg`This was not paid by card`,
  charge_already_refunded: () => msg`The payment provider has already refunded this payment`,
  charge_disputed: () => msg`The customer disputes this payment at their bank`,
  unknown_record: () => msg`This isn't a line of the invoice`,
  below_zero: () => msg`The total would be below zero`,
  refund_too_large: ({ maximumCents }) => {
    const amount = formatMoneyAmount(usd(maximumCents));
    return msg`At most ${amount} can be given back`;
  },
};

/** The message of a field error. */
export const fieldErrorMessage = <C extends FieldErrorCode>(
  i18n: I18n,
  { code, params }: FieldError<C>,
): string => i18n._(messages[code](params, i18n));

/** The message of a field error in a response. An unknown code, from a newer server, shows the server's message. */
export function fieldProblemMessage(i18n: I18n, problem: FieldProblem): string {
  const { code, params, existing } = problem;
  if (code === "already_added" && existing !== undefined) {
    const { name } = existing;
    return i18n._(msg`This key has already been added as ${name}`);
  }
  return (isFieldErrorCode(code) ? registryMessage(i18n, code, params) : null) ?? problem.message;
}

function registryMessage<C extends FieldErrorCode>(
  i18n: I18n,
  code: C,
  given: unknown,
): string | null {
  const params = parseFieldErrorParams(code, given);
  return params === null ? null : i18n._(messages[code](params, i18n));
}
