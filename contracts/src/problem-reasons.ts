/**
 * Reasons of problems, for codes that are not specific enough: each with its parameters and its English message. The
 * console has its own messages (web/src/lib/i18n/reason-messages.ts).
 */
import { catalogueReasonMessages, catalogueReasonParams } from "./catalogue-reasons.ts";
import { type ErrorParams, jsonParams, type ParamsArgument } from "./error-params.ts";
import { staffBillingReasonParams, staffBillingReasons } from "./staff-billing-reasons.ts";

/**
 * The type of each parameter. It is not a zod schema, because the console explains disabled buttons on every page and
 * loads zod only for forms.
 */
interface ParamTypes {
  readonly integer: number;
  readonly string: string;
  readonly strings: readonly string[];
}
type ParamType = keyof ParamTypes;

const isType: { readonly [T in ParamType]: (value: unknown) => boolean } = {
  integer: Number.isInteger,
  string: (value) => typeof value === "string",
  strings: (value) => Array.isArray(value) && value.every((entry) => typeof entry === "string"),
};

const noParams = {};

const reasonParamTypes = {
  instance_is_pending: noParams,
  instance_is_building: noParams,
  instance_is_active: noParams,
  instance_is_rebooting: noParams,
  instance_is_stopped: noParams,
  instance_is_suspended: noParams,
  instance_is_terminating: noParams,
  instance_is_terminated: noParams,
  instance_is_error: noParams,
  instance_is_unknown: noParams,
  instance_is_starting: noParams,
  instance_is_stopping: noParams,
  instance_is_moving: noParams,
  instance_is_provider_busy: noParams,
  instance_never_ran: noParams,
  instance_is_protected: noParams,
  no_console: noParams,
  /** With `unavailable`. */
  region_unavailable: noParams,
  operation_in_progress: noParams,
  command_has_started: noParams,
  command_is_over: noParams,
  command_is_cancelled: noParams,
  termination_cannot_be_cancelled: noParams,
  restore_cannot_be_cancelled: noParams,
  reinstall_cannot_be_cancelled: noParams,
  instance_is_restoring: noParams,
  termination_cannot_be_undone: noParams,
  termination_can_be_undone_no_more: noParams,
  instance_not_kept: noParams,
  hostname_is_taken: { hostname: "string" },
  /** Taking an instance back would exceed a limit of the workspace. */
  workspace_limit_reached: noParams,
  alert_threshold_passed: noParams,
  step_not_waiting: noParams,
  termination_cannot_fail: noParams,
  /** Names of the terminated instances. */
  instances_terminated: { names: "strings" },
  key_is_default: noParams,
  project_not_empty: { instances: "integer" },
  queued_order_ended: noParams,

  card_is_default: noParams,
  card_is_expired: noParams,
  /** With `cannot_delete_default`. */
  default_card_needed: noParams,
  card_is_needed: noParams,
  /** With `unavailable`. */
  payments_not_configured: noParams,
  payment_provider_unavailable: noParams,
  /** With `bad_request`. */
  signature_invalid: noParams,

  token_is_revoked: noParams,
  token_is_expired: noParams,
  token_is_replaced: noParams,
  too_many_tokens: { maximum: "integer" },

  webhook_is_disabled: noParams,
  webhook_is_pending: noParams,

  workspace_not_empty: { instances: "integer" },
  workspace_has_unpaid_invoices: { invoices: "integer" },
  workspace_is_default: noParams,
  workspace_is_deactivated: noParams,
  workspace_not_deactivated: noParams,
  workspace_deactivated_too_long: { days: "integer" },
  workspace_without_owner: noParams,
  workspace_is_suspended: noParams,
  workspace_not_suspended: noParams,
  member_owns_workspace: noParams,
  limit_request_answered: noParams,
  ...staffBillingReasonParams,

  ...catalogueReasonParams,

  invite_accepted: noParams,
  invite_not_valid: noParams,
  invite_is_replaced: noParams,
  invite_is_revoked: noParams,
  /** With `email_already_in_use`: who is in the workspace already, as the caller wrote it. */
  already_members: { emails: "strings" },
  /** With `permission_denied_missing_permission`. */
  invite_for_other_email: noParams,

  two_factor_is_on: noParams,
  two_factor_is_off: noParams,
  only_sign_in_method: noParams,
  staff_sign_in_with_password: noParams,
  provider_already_linked: noParams,
  user_not_verified: noParams,
  user_is_not_deactivated: noParams,
  export_not_failed: noParams,
  export_in_progress: noParams,

  /** With `maintenance`: the message of the staff. */
  maintenance_message: { text: "string" },
  /** With `unavailable`. */
  disk_full: noParams,
  too_many_streams: noParams,
  /** With `bad_request`. */
  body_too_deep: { maximum: "integer" },
  body_too_many_values: { maximum: "integer" },
  body_duplicate_key: { key: "string" },
} as const;

type ParamsOf<T> = keyof T extends never
  ? Record<string, never>
  : { readonly [K in keyof T]: ValueOf<T[K]> };
type ValueOf<T> = T extends ParamType ? ParamTypes[T] : never;

export type ReasonCode = keyof typeof reasonParamTypes;
export type ReasonParams = { [C in ReasonCode]: ParamsOf<(typeof reasonParamTypes)[C]> };

function hasParamsOf<C extends ReasonCode>(code: C, given: object): given is ReasonParams[C] {
  const types: Readonly<Record<string, ParamType>> = reasonParamTypes[code];
  return Object.entries(types).every(([name, type]) => isType[type](Reflect.get(given, name)));
}

const instances = (n: number) => (n === 1 ? "1 instance" : `${n} instances`);
const whileInstance = (state: string) => () => `Not available while the instance is ${state}`;

const reasonMessages: { [C in ReasonCode]: (params: ReasonParams[C]) => string } = {
  instance_is_pending: whileInstance("pending"),
  instance_is_building: whileInstance("building"),
  instance_is_active: whileInstance("active"),
  instance_is_rebooting: whileInstance("rebooting"),
  instance_is_stopped: whileInstance("stopped"),
  instance_is_suspended: whileInstance("suspended"),
  instance_is_terminating: whileInstance("terminating"),
  instance_is_terminated: whileInstance("terminated"),
  instance_is_error: whileInstance("error"),
  instance_is_unknown: whileInstance("unknown"),
  instance_is_starting: whileInstance("starting"),
  instance_is_stopping: whileInstance("stopping"),
  instance_is_moving: whileInstance("being moved by the operator"),
  instance_is_provider_busy: () => "Not available while the operator is working on the instance",
  instance_never_ran: () => "Not available: the instance was never active",
  no_console: () => "A bare-metal instance has no console here",
  region_unavailable: () => "The region isn't responding. Try again in a moment",
  instance_is_protected: () => "Delete protection is on. Turn it off first",
  operation_in_progress: () =>
    "Not available while another operation on this instance is in progress",
  command_has_started: () => "The operation has already started. Only a queued one can be canceled",
  command_is_over: () => "The operation has already ended",
  command_is_cancelled: () => "The operation is already canceled",
  termination_cannot_be_cancelled: () =>
    "A termination can't be canceled. Undo it instead, if that is offered",
  reinstall_cannot_be_cancelled: () => "A reinstallation can't be canceled",
  restore_cannot_be_cancelled: () => "An undo can't be canceled. Terminate the instance instead",
  instance_is_restoring: whileInstance("being restored"),
  termination_cannot_be_undone: () => "This termination can't be undone",
  termination_can_be_undone_no_more: () => "The time to undo this termination is over",
  instance_not_kept: () => "The instance is already permanently deleted",
  workspace_limit_reached: () => "With this instance the workspace would exceed its limits",
  alert_threshold_passed: () => "The month's cost has reached the alert threshold",
  hostname_is_taken: ({ hostname }) =>
    `Another instance is called ${hostname} now. Terminate it first, which can be undone too`,
  step_not_waiting: () => "This step isn't waiting for Support",
  queued_order_ended: () => "This order isn't waiting any more",

  card_is_default: () => "This card is the default",
  card_is_expired: () => "This card has expired",
  default_card_needed: () => "Make another card the default first",
  card_is_needed: () =>
    "The workspace needs a card while it has instances or open invoices. Add another card first",
  payments_not_configured: () => "Card payments aren't set up on this server",
  payment_provider_unavailable: () =>
    "The payment provider isn't responding. Try again in a moment",
  signature_invalid: () => "The signature isn't valid or is too old",
  termination_cannot_fail: () =>
    "A termination can't be stopped. Release the resources, then complete the step",
  instances_terminated: ({ names }) => `Already terminated: ${names.join(", ")}`,
  key_is_default: () => "This is already the default key",
  project_not_empty: ({ instances: n }) =>
    `The project contains ${instances(n)}. Move ${n === 1 ? "it" : "them"} first, or specify where to move ${n === 1 ? "it" : "them"}`,

  token_is_revoked: () => "The token is already revoked",
  token_is_expired: () => "The token has expired",
  token_is_replaced: () => "The token has already been replaced",
  too_many_tokens: ({ maximum }) =>
    `A workspace can have up to ${maximum} working tokens, including rotated ones`,

  webhook_is_disabled: () => "The webhook is disabled. Enable it first",
  webhook_is_pending: () => "This delivery is still being sent",

  workspace_not_empty: ({ instances: n }) => `The workspace still contains ${instances(n)}`,
  workspace_has_unpaid_invoices: ({ invoices }) =>
    `The workspace has ${invoices} unpaid ${invoices === 1 ? "invoice" : "invoices"}`,
  workspace_is_default: () => "This is already your default workspace",
  workspace_is_deactivated: () => "The workspace is already deactivated",
  workspace_not_deactivated: () => "The workspace isn't deactivated",
  workspace_deactivated_too_long: ({ days }) =>
    `The workspace was deactivated more than ${days} days ago`,
  workspace_without_owner: () => "The workspace has no owner anymore",
  workspace_is_suspended: () => "The workspace is already suspended",
  workspace_not_suspended: () => "The workspace isn't suspended",
  member_owns_workspace: () => "This member already owns the workspace",
  limit_request_answered: () => "This request is no longer open",
  ...staffBillingReasons,

  ...catalogueReasonMessages,

  invite_accepted: () => "This invitation has already been accepted",
  invite_not_valid: () => "This invitation is no longer valid",
  invite_is_replaced: () => "A newer invitation to this email address is pending",
  invite_is_revoked: () => "This invitation has already been revoked",
  already_members: ({ emails }) => `Already in this workspace: ${emails.join(", ")}`,
  invite_for_other_email: () => "This invitation was sent to a different email address",

  two_factor_is_on: () => "Two-factor authentication is already on",
  two_factor_is_off: () => "Two-factor authentication is off",
  only_sign_in_method: () => "This is your only way to sign in",
  staff_sign_in_with_password: () => "Staff accounts must sign in with a password",
  provider_already_linked: () =>
    "Another account from this provider is already linked. Unlink it first",
  user_not_verified: () => "The user hasn't verified their email address yet",
  user_is_not_deactivated: () => "Only deactivated accounts can be restored",
  export_not_failed: () => "Only failed exports can be retried",
  export_in_progress: () => "Another export for this user is in progress",

  maintenance_message: ({ text }) => text,
  disk_full: () =>
    "The database has run out of disk space. Nothing was changed. Try again in a moment",
  too_many_streams: () => "Too many pages are listening for changes. Try again in a moment",
  body_too_deep: ({ maximum }) => `A body can be nested up to ${maximum} levels deep`,
  body_too_many_values: ({ maximum }) => `A body can hold up to ${maximum} values`,
  body_duplicate_key: ({ key }) => `The key ${key} occurs twice in one object`,
};

/** The English message, which the console has no use for: its build leaves it out (web/build/contract-parts.ts). */
const englishMessage = <C extends ReasonCode>(code: C, params: ReasonParams[C]): string =>
  reasonMessages[code](params);

/** A reason with its English message. */
export interface Reason<C extends ReasonCode = ReasonCode> {
  readonly code: C;
  readonly message: string;
  /** Parameters of the message; absent when it has none. */
  readonly params?: ErrorParams;
}

export const isReasonCode = (code: string): code is ReasonCode =>
  Object.hasOwn(reasonParamTypes, code);

/** Checks parameters of the program itself. The build of the console leaves the check out, with the list of all types. */
function ownParams<C extends ReasonCode>(code: C, given: object | undefined): ReasonParams[C] {
  const params = parseReasonParams(code, given);
  if (params === null) throw new Error(`The parameters of ${code} have another type`);
  return params;
}

export function createReason<C extends ReasonCode>(
  code: C,
  ...[given]: ParamsArgument<ReasonParams[C]>
): Reason<C> {
  const params = ownParams(code, given);
  const json = jsonParams(params);
  const message = englishMessage(code, params);
  return json === undefined ? { code, message } : { code, message, params: json };
}

/** Parses parameters of `code` from JSON; null when they do not match the code. */
export function parseReasonParams<C extends ReasonCode>(
  code: C,
  given: unknown,
): ReasonParams[C] | null {
  const params = given ?? {};
  return typeof params === "object" && hasParamsOf(code, params) ? params : null;
}
