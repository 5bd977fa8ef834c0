/** Localized messages of reasons, by code and parameters alone. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import type { UnavailableReason } from "#contracts/endpoint.ts";
import { usd } from "#contracts/money.ts";
import {
  isReasonCode,
  parseReasonParams,
  type ReasonCode,
  type ReasonParams,
} from "#contracts/problem-reasons.ts";
import { formatInteger, formatMoneyAmount } from "./format.ts";

/** One message per reason: a new reason does not compile without a message here. */
const messages: {
  [C in ReasonCode]: (params: ReasonParams[C], i18n: I18n) => MessageDescriptor | string;
} = {
  instance_is_pending: () => msg`Not available while the instance is pending`,
  instance_is_building: () => msg`Not available while the instance is being created`,
  instance_is_active: () => msg`The instance is already running`,
  instance_is_rebooting: () => msg`Not available while the instance is rebooting`,
  instance_is_stopped: () => msg`Not available while the instance is stopped`,
  instance_is_suspended: () => msg`Not available while the instance is suspended`,
  instance_is_terminating: () => msg`The instance is already being terminated`,
  instance_is_terminated: () => msg`The instance has been terminated`,
  instance_is_error: () => msg`Not available while the instance is in an error state`,
  instance_is_unknown: () => msg`Not available while the instance isn't responding`,
  instance_is_starting: () => msg`Not available while the instance is powering on`,
  instance_is_stopping: () => msg`Not available while the instance is powering off`,
  instance_is_moving: () => msg`Not available while the operator is moving the instance`,
  instance_is_provider_busy: () => msg`Not available while the operator is working on the instance`,
  instance_never_ran: () => msg`Not available: the instance was never active`,
  no_console: () => msg`A bare-metal instance has no console here`,
  region_unavailable: () => msg`The region isn't responding. Try again in a moment.`,
  instance_is_protected: () => msg`Delete protection is on. Turn it off in the instance's settings`,
  command_has_started: () =>
    msg`The operation has already started. Only a queued one can be canceled.`,
  command_is_over: () => msg`The operation has already ended`,
  command_is_cancelled: () => msg`The operation is already canceled`,
  termination_cannot_be_cancelled: () =>
    msg`A termination can't be canceled. Undo it instead, if that is offered.`,
  reinstall_cannot_be_cancelled: () => msg`A reinstallation can't be canceled`,
  restore_cannot_be_cancelled: () =>
    msg`An undo can't be canceled. Terminate the instance instead.`,
  instance_is_restoring: () => msg`Not available while the instance is being restored`,
  termination_cannot_be_undone: () => msg`This termination can't be undone`,
  termination_can_be_undone_no_more: () => msg`The time to undo this termination is over`,
  instance_not_kept: () => msg`The instance is already permanently deleted`,
  workspace_limit_reached: () =>
    msg`With this instance the workspace would exceed its limits. Request a higher limit, or terminate another instance.`,
  alert_threshold_passed: () =>
    msg`The month's cost has reached the alert threshold. Raise or remove the threshold first.`,
  hostname_is_taken: ({ hostname }) =>
    msg`Another instance is called ${hostname} now. Terminate it first, which can be undone too.`,
  step_not_waiting: () => msg`This step isn't waiting for Support`,
  card_is_default: () => msg`This card is the default`,
  card_is_expired: () => msg`This card has expired`,
  default_card_needed: () => msg`Make another card the default first`,
  card_is_needed: () =>
    msg`The workspace needs a card while it has instances or open invoices. Add another card first.`,
  invoice_below_card_minimum: ({ minimum }) => {
    const amount = formatMoneyAmount(usd(minimum));
    return msg`Card payments start at ${amount}. This amount joins the next invoice.`;
  },
  payments_not_configured: () => msg`Card payments aren't set up on this server`,
  payment_provider_unavailable: () =>
    msg`The payment provider isn't responding. Try again in a moment.`,
  signature_invalid: () => msg`The signature isn't valid or is too old`,
  queued_order_ended: () => msg`This order isn't waiting any more`,
  termination_cannot_fail: () =>
    msg`A termination can't be stopped. Release the resources, then complete the step`,
  operation_in_progress: () =>
    msg`Not available while another operation on this instance is in progress`,
  instances_terminated: (params) => {
    const names = params.names.join(", ");
    return msg`${plural(params.names.length, { one: "This instance has already been terminated:", other: "These instances have already been terminated:" })} ${names}`;
  },
  key_is_default: () => msg`Already the default key`,
  project_not_empty: ({ instances }) =>
    msg`${plural(instances, { one: "This project contains # instance. Choose where to move it.", other: "This project contains # instances. Choose where to move them." })}`,

  token_is_revoked: () => msg`Already revoked`,
  token_is_expired: () => msg`Already expired`,
  token_is_replaced: () => msg`Already replaced by a new token`,
  too_many_tokens: ({ maximum }) =>
    msg`${plural(maximum, { one: "A workspace can have # working token, including rotated ones. Revoke it first.", other: "A workspace can have up to # working tokens, including rotated ones. Revoke one first." })}`,

  webhook_is_disabled: () => msg`The webhook is disabled. Enable it first.`,
  webhook_is_pending: () => msg`Still being sent`,

  workspace_not_empty: ({ instances }) =>
    msg`${plural(instances, { one: "The workspace still contains # instance. Terminate it first.", other: "The workspace still contains # instances. Terminate them first." })}`,
  workspace_has_unpaid_invoices: ({ invoices }) =>
    msg`${plural(invoices, { one: "# invoice is unpaid. Pay it first.", other: "# invoices are unpaid. Pay them first." })}`,
  workspace_is_default: () => msg`Already your default workspace`,
  workspace_is_deactivated: () => msg`The workspace is already deactivated`,
  workspace_not_deactivated: () => msg`The workspace isn't deactivated`,
  workspace_deactivated_too_long: ({ days }) =>
    msg`${plural(days, { one: "The workspace was deactivated more than # day ago", other: "The workspace was deactivated more than # days ago" })}`,
  workspace_without_owner: () => msg`The workspace has no owner anymore`,
  workspace_is_suspended: () => msg`The workspace is already suspended`,
  workspace_not_suspended: () => msg`The workspace isn't suspended`,
  member_owns_workspace: () => msg`This member already owns the workspace`,
  limit_request_answered: () => msg`This request is no longer open`,
  not_a_staff_draft: () => msg`Only a draft that staff wrote can be issued or discarded`,
  invoice_is_not_owed: () => msg`Nothing is owed for this invoice`,
  invoice_is_not_issued: () => msg`Only an issued invoice can be paid`,
  invoice_payment_in_progress: () => msg`A payment of this invoice is still being processed`,
  invoice_is_reversed: () => msg`This invoice is reversed already`,
  invoice_is_not_reversible: () => msg`Only an issued invoice can be reversed`,
  invoice_refund_in_progress: () => msg`A refund of this invoice is still being processed`,
  nothing_can_be_refunded: () => msg`Nothing of it was paid, or everything was given back`,
  payment_is_disputed: () => msg`The customer disputes the payment at their bank`,
  approval_is_answered: () => msg`This request is no longer open`,
  approver_asked_for_it: () => msg`You asked for it yourself. Another person approves it`,
  promo_code_is_deleted: () => msg`The promo code is deleted`,
  promo_code_is_not_deleted: () => msg`The promo code is not deleted`,
  promo_code_is_taken: () => msg`Another promo code has this name now`,

  item_is_in_use: () => msg`An instance reserves or uses the item`,
  item_is_erasing: () => msg`The disks of the item are being erased`,
  item_is_retired: () => msg`The item is retired`,
  item_has_state: () => msg`The item already has this state`,
  item_not_erased: () => msg`The disks still hold data of a customer. Erase them first`,
  item_is_erased: () => msg`The disks hold no data of a customer`,
  product_is_deleted: () => msg`The product is deleted`,
  product_has_state: () => msg`The product already has this state`,
  product_no_price: () => msg`Set a price first`,
  price_holds_already: () => msg`Only a price that doesn't hold yet can be canceled`,

  image_is_deleted: () => msg`The image is deleted. Restore it first`,
  image_not_deleted: () => msg`The image isn't deleted`,
  image_has_state: () => msg`The image already has this state`,
  image_not_active: () => msg`Only an active image can be the default`,
  image_name_is_taken: () => msg`Another image has its name or its version now`,
  image_is_default: () =>
    msg`It is the default of its family. Make another image the default first`,
  volume_product_is_deleted: () => msg`The volume type is deleted. Restore it first`,
  volume_product_not_deleted: () => msg`The volume type isn't deleted`,
  volume_product_has_state: () => msg`The volume type already has this state`,
  volume_product_no_price: () => msg`Set a price first`,
  volume_type_missing: () => msg`The region no longer has this volume type`,

  invite_accepted: () => msg`This invitation has already been accepted`,
  invite_is_replaced: () => msg`A newer invitation to this email address is pending`,
  invite_is_revoked: () => msg`Already revoked`,
  invite_not_valid: () => msg`This invitation is no longer valid`,
  already_members: (params) => {
    const emails = params.emails.join(", ");
    return msg`Already in this workspace: ${emails}`;
  },
  invite_for_other_email: () => msg`This invitation was sent to a different email address`,

  two_factor_is_on: () => msg`Two-factor authentication is already on`,
  two_factor_is_off: () => msg`Two-factor authentication is off`,
  only_sign_in_method: () => msg`This is your only way to sign in`,
  staff_sign_in_with_password: () => msg`Staff accounts must sign in with a password`,
  provider_already_linked: () =>
    msg`Another account from this provider is already linked. Unlink it first.`,
  user_not_verified: () => msg`The user hasn't verified their email address yet`,
  user_is_not_deactivated: () => msg`Only deactivated accounts can be restored`,
  export_not_failed: () => msg`Only failed exports can be retried`,
  export_in_progress: () => msg`Another export for this user is in progress`,

  // Written by staff, in the language they chose.
  maintenance_message: ({ text }) => text,
  disk_full: () =>
    msg`The database has run out of disk space. Nothing was changed. Try again in a moment.`,
  too_many_streams: () => msg`Too many pages are listening for changes. Try again in a moment.`,
  body_too_deep: ({ maximum }) =>
    msg`${plural(maximum, { one: "A body can be nested up to # level deep", other: "A body can be nested up to # levels deep" })}`,
  body_too_many_values: (params, i18n) => {
    const maximum = formatInteger(params.maximum, i18n);
    return msg`A body can hold up to ${maximum} values`;
  },
  body_duplicate_key: ({ key }) => msg`The key ${key} occurs twice in one object`,
};

/** The message of a reason; null for an unknown code from a newer server. */
export const reasonMessage = (i18n: I18n, code: string, params?: unknown): string | null =>
  isReasonCode(code) ? registryMessage(i18n, code, params) : null;

/** The message of an unavailable reason. */
export const unavailableReasonMessage = (
  i18n: I18n,
  { code, params, message }: UnavailableReason,
): string => reasonMessage(i18n, code, params) ?? message;

function registryMessage<C extends ReasonCode>(i18n: I18n, code: C, given: unknown): string | null {
  const params = parseReasonParams(code, given);
  if (params === null) return null;
  const message = messages[code](params, i18n);
  return typeof message === "string" ? message : i18n._(message);
}
