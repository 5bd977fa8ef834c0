/** English messages of the field errors, for readers of the API. The console does not load them: it has its own. */
import type { z } from "zod";
import { jsonParams } from "./error-params.ts";
import type {
  FieldErrorCode,
  FieldErrorParams,
  FormatParams,
  formatRules,
} from "./field-errors.ts";
import type { FieldError, FieldProblem } from "./field-problem.ts";
import { formatMoney, usd } from "./money.ts";
import { toFieldErrors } from "./validation-issues.ts";

interface NumberRange {
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}
const sizeMessage = (n: number, unit: "characters" | "entries"): string => {
  if (unit === "characters") return `${n} ${n === 1 ? "character" : "characters"}`;
  return `${n} ${n === 1 ? "entry" : "entries"}`;
};
const english = (n: number) => n.toLocaleString("en-US");
const countedLimits = {
  instances: "instances",
  gpus: "GPUs",
  bare_metal: "bare-metal instances",
} as const;

const wholeNumber = ({ minimum, maximum }: NumberRange): string =>
  minimum === undefined || maximum === undefined
    ? "Enter a whole number"
    : `Enter a whole number from ${english(minimum)} to ${english(maximum)}`;

const expectedTypes: Record<FieldErrorParams["invalid_type"]["expected"], string> = {
  string: "Enter text",
  number: "Enter a number",
  integer: "Enter a whole number",
  boolean: "Enter true or false",
  array: "Enter a list",
  object: "Enter an object",
};

const formats: Record<FieldErrorParams["invalid_format"]["format"], string> = {
  id: "Enter an ID",
  date: "Enter a date such as 2026-05-15",
  timestamp: "Enter a timestamp such as 2026-05-15T09:00:00Z",
  integer: "Enter a whole number",
};

const formatMessages: Record<(typeof formatRules)[number], string> = {
  handle: "Use 3 to 32 lowercase letters, digits, and single hyphens, starting with a letter",
  hostname_ends: "Must start and end with a letter or digit",
  hostname_letter: "Must contain at least one letter",
  hostname_reserved: "This name is reserved",
  time_zone: "Unknown time zone",
  timestamp: "Enter a timestamp such as 2026-05-15T09:00:00Z",
  ip_range: "Enter an IP address or a range such as 203.0.113.0/24",
  idempotency_key: "Must be 16 to 64 printable characters",
  cursor: "Invalid cursor",
  invalid_characters: "Contains invalid characters",
  key_too_long: "Too long for a public key",
  key_not_openssh: "This isn't in OpenSSH format. Convert it with: ssh-keygen -i -f key-file",
  key_without_type: "A public key starts with its type, such as ssh-ed25519",
  key_without_data: "The key data is missing after the key type",
  key_comment_characters: "The comment contains invisible or control characters",
  key_comment_space: "There's no space between the key and its comment",
  key_base64: "The key is incomplete or damaged (invalid Base64)",
  key_damaged: "The key is damaged or cut off",
  user_data_start: "Must start with #cloud-config, or with #! and the path of an interpreter",
  user_data_base64: "This is Base64. Paste the text itself: it's encoded for you",
  user_data_gzip: "This is compressed. Paste the text itself",
  vat_id: "This isn't a VAT ID of the chosen country, such as DE123456789",
  webhook_url: "Enter a URL that starts with https://, without a user name, password, or fragment",
  webhook_host: "This address isn't public. Webhooks are sent to public hosts only",
  webhook_port: "Webhooks are sent to port 443 or 8443 only",
};

function formatMessage(params: FormatParams): string {
  if (params.rule === "hostname_length") return `At most ${params.maximum} characters`;
  if (params.rule === "rsa_too_long")
    return `RSA keys have at most ${params.maximum} bits. This key has ${params.bits}`;
  if (params.rule !== "hostname_characters") return formatMessages[params.rule];
  const shown = params.characters.map((one) => (one === " " ? "a space" : `“${one}”`));
  return `Use only lowercase letters, digits, and hyphens. Not allowed: ${shown.join(", ")}`;
}

/** An hourly rate in micro-dollars; four digits below one cent. */
const dollars = (micros: number) =>
  `US$${(micros / 1_000_000).toFixed(micros > 0 && micros < 10_000 ? 4 : 2)}`;

const takenMessages: Record<FieldErrorParams["taken"]["resource"], string> = {
  instance: "This name is already used by another instance in this workspace",
  workspace: "This handle is taken",
  project: "A project with this name already exists",
  credential: "A key with this name already exists",
  item_serial: "Another item has this serial number",
  item_host: "Another item of this region has this host",
  image_name: "Another image has this name",
  image_version: "The family has another image of this version",
};

const unknownMessages: Record<FieldErrorParams["unknown"]["resource"], string> = {
  project: "This project doesn't exist in this workspace",
  region: "This region doesn't exist",
  product: "This product doesn't exist or is no longer available",
  image: "This operating system doesn't exist",
  glance_image: "The region has no usable image with this ID",
  credential: "This SSH key doesn't exist in this workspace",
  card: "This card doesn't exist in this workspace",
  card_setup: "This setup doesn't exist in this workspace",
  invoice: "This invoice doesn't exist in this workspace",
  disk: "This instance has no such disk",
  user: "This user doesn't exist",
  workspace: "This workspace doesn't exist",
};

const messages: {
  [C in FieldErrorCode]: (params: FieldErrorParams[C]) => string;
} = {
  required: () => "Field is required",
  email: () => "Invalid email",
  choice: () => "Choose one of the listed values",
  unknown_field: () => "Unknown field",
  invalid: () => "Invalid value",
  invalid_type: ({ expected, ...ends }) =>
    expected === "integer" ? wholeNumber(ends) : expectedTypes[expected],
  invalid_format: ({ format, ...ends }) =>
    format === "integer" ? wholeNumber(ends) : formats[format],
  too_small: ({ unit, minimum, maximum }) => {
    if (unit === "number")
      return maximum === undefined
        ? `Enter ${english(minimum)} or more`
        : wholeNumber({ minimum, maximum });
    return `At least ${sizeMessage(minimum, unit)}`;
  },
  too_big: ({ unit, minimum, maximum }) => {
    if (unit === "number")
      return minimum === undefined
        ? `Enter ${english(maximum)} or less`
        : wholeNumber({ minimum, maximum });
    return `At most ${sizeMessage(maximum, unit)}`;
  },
  format: formatMessage,
  hidden_characters: () => "Contains invisible or control characters",
  id_shape: () => "Can't have the form of an ID",
  reserved: () => "This word is reserved",

  taken: ({ resource }) => takenMessages[resource],
  already_added: () => "This key has already been added",
  unknown: ({ resource }) => unknownMessages[resource],
  duplicate: ({ resource }) =>
    resource === "instance"
      ? "This name is used more than once"
      : "This key is selected more than once",
  mismatch: () => "This doesn't match the workspace's handle",
  same: () => "Choose a different project than the one being deleted",
  too_many: ({ maximum }) => `A workspace can have up to ${maximum} tokens`,
  too_many_webhooks: ({ maximum }) => `A workspace can have up to ${maximum} webhooks`,
  too_many_waiting: ({ maximum }) =>
    `A workspace can have up to ${maximum} waiting orders. Cancel one first`,
  expiry_range: ({ days }) => `Choose a time between now and ${days} days ahead`,
  period: ({ days }) => `Choose a period of at most ${days} days that ends after it starts`,
  not_with_projects: () =>
    "A token limited to selected projects can't create or delete projects or change SSH keys",
  not_possible: ({ from, to }) => `An account that is ${from} can't be set to ${to}`,
  under_age: () => "You must be 18 or older to create an account",
  not_accepted: ({ document }) =>
    document === "terms" ? "Accept the terms to continue" : "Accept the privacy policy to continue",
  passkey: () => "The passkey response from the device is invalid",

  quantity_mismatch: () => "Enter one name for each instance",
  price_changed: ({ old, new: current }) =>
    `The price is now ${dollars(current)} per hour${old === undefined ? "" : ` (was ${dollars(old)})`}`,
  not_offered: () => "Not offered in this region",
  out_of_stock: ({ left }) =>
    left === 0 ? "Sold out in this region" : `Only ${left} left in this region`,
  too_expensive: ({ rateMicrosPerHour }) =>
    `Costs ${dollars(rateMicrosPerHour)} per hour, more than the order accepts`,
  limit_reached: ({ limit, value, used, needed }) =>
    limit === "monthly_spend"
      ? `This workspace can spend ${formatMoney(usd(value))} per month. This order would bring the month to ${formatMoney(usd(used + needed))}`
      : `This workspace can have ${english(value)} ${countedLimits[limit]}. It has ${english(used)}, and this order adds ${english(needed)}`,
  alert_threshold_reached: ({ amount, spent }) =>
    `This month has cost ${formatMoney(usd(spent))}. New orders are blocked from ${formatMoney(usd(amount))} on, as the alert threshold says`,
  already_requested: () => "A request to change this limit is open",
  card_declined: () => "The card was declined. Use another card, or ask your bank",
  authentication_required: () => "Confirm the card with your bank first",
  payment_in_progress: () => "Another payment of this invoice is still being processed",
  nothing_owed: () => "Nothing is owed for this invoice",
  below_card_minimum: ({ minimum }) =>
    `Card payments start at ${formatMoney(usd(minimum))}. This amount joins the next invoice`,
  card_needed: () => "Save a card first",
  too_many_cards: ({ maximum }) => `A workspace can have up to ${maximum} cards`,
  not_higher: () => "Enter more than the current limit",
  unreachable: () => "This region isn't accepting new instances right now",
  unusable: (params) =>
    params.reason === "region"
      ? "Not available in this region"
      : `Needs ${params.diskGb} GB disk and ${params.memoryMb} MB memory`,
  system_disk: () => "A reinstallation always erases the system disk",
  too_large: ({ characters, maximum }) =>
    `These keys need ${characters} of at most ${maximum} characters. Choose fewer, or keys with shorter comments`,
  user_data_too_large: ({ characters, maximum }) =>
    `User data and keys need ${characters} of at most ${maximum} characters once encoded. Shorten the user data, for example by downloading parts of it`,

  private_key: () =>
    "This is a private key. It wasn't saved. Replace it with a new key pair, then paste the new public key (the file ending in .pub)",
  utf16: () => "This file is UTF-16. Save it as UTF-8",
  several_keys: () => "This contains more than one key. Add keys one at a time",
  line_breaks: () => "The key contains line breaks. Paste it as a single line",
  options: () =>
    "There are options before the key. Paste only the part that starts with the key type",
  unsupported_type: ({ type }) =>
    `Keys of type ${type} aren't supported. Use Ed25519, ECDSA, or RSA`,
  too_weak: ({ minimum, bits }) =>
    `RSA keys must be at least ${minimum} bits. This key has ${bits}`,
  comment_too_long: ({ maximum }) =>
    `The comment has more than ${maximum} characters. Shorten it or leave it out`,

  already_exists: () => "There is one already. Change it instead",
  promo_code_invalid: () => "This code doesn't exist",
  promo_code_expired: () => "This code has expired",
  promo_code_not_started: () => "This code isn't valid yet",
  promo_code_exhausted: () => "This code has been used up",
  promo_code_already_used: () => "This workspace has already used this code",
  promo_code_not_combinable: () => "Another discount is active, and percentages can't be combined",
  promo_code_not_eligible: () => "This code isn't for this workspace",
  invoice_already_reversed: () => "This invoice is reversed already",
  invoice_not_reversible: () => "Only an issued invoice can be reversed",
  nothing_refundable: () => "Nothing of this invoice was paid, or everything was given back",
  not_a_draft: () => "Only a draft that staff wrote can be issued or discarded",
  payment_already_recorded: () => "A bank payment with this reference is recorded already",
  not_paid_by_card: () => "This was not paid by card",
  charge_already_refunded: () => "The payment provider has already refunded this payment",
  charge_disputed: () => "The customer disputes this payment at their bank",
  unknown_record: () => "This isn't a line of the invoice",
  below_zero: () => "The total would be below zero",
  refund_too_large: ({ maximumCents }) =>
    `At most ${formatMoney(usd(maximumCents))} can be given back`,
};

/** A field error as it is in a response. */
export function toFieldProblem<C extends FieldErrorCode>(
  error: FieldError<C>,
  existing?: FieldProblem["existing"],
): FieldProblem {
  const params = jsonParams(error.params);
  return {
    code: error.code,
    message: messages[error.code](error.params),
    ...(params === undefined ? {} : { params }),
    ...(existing === undefined ? {} : { existing }),
  };
}

/** Field paths and problems of a zod issue about `input`. */
export const toFieldProblems = (
  issue: z.core.$ZodIssue,
  input: unknown,
): [path: string, problem: FieldProblem][] =>
  toFieldErrors(issue, input).map(([path, error]) => [path, toFieldProblem(error)]);
