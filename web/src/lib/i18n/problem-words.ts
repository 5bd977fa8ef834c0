/** Words the problems of the server. Loaded with the first problem, because no page shows one at first. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ErrorParams } from "#contracts/error-params.ts";
import type { ProblemCode } from "#contracts/problems.ts";
import { type ConsoleCode, consoleCodeMessage } from "./messages.ts";
import { reasonMessage } from "./reason-messages.ts";

export { reasonMessage };

/** One message per problem code; that of 429 states how long to wait. */
const problemMessages: Record<
  Exclude<ProblemCode, ConsoleCode | "too_many_requests">,
  MessageDescriptor
> = {
  internal: msg`Something broke on our side. Try again in a moment.`,
  unavailable: msg`The service is not available right now. Try again in a moment.`,
  invalid_credentials: msg`Incorrect email or password.`,
  account_decativated: msg`This account is deactivated.`,
  email_not_verified: msg`This email address hasn't been verified yet.`,
  registration_invalid_email: msg`Email invalid`,
  registration_invalid_password: msg`Password invalid: it's too common, or it matches your name or email. Choose another.`,
  registration_email_already_in_use: msg`Email already in use`,
  email_already_in_use: msg`Email already in use`,
  registration_invalid_otp_token: msg`Incorrect code. Codes change every 30 seconds, so enter the current one.`,
  invalid_otp_token: msg`Incorrect code. Codes change every 30 seconds, so enter the current one.`,
  invalid_otp_code_provided: msg`Incorrect code, or the code has already been used.`,
  invalid_one_time_password: msg`Incorrect code.`,
  one_time_password_expired: msg`This code has expired.`,
  no_tfa_code_param_provided: msg`Enter the code.`,
  no_tfa_secret_set_for_user: msg`Two-factor authentication isn't turned on for this account.`,
  no_intermediate_session: msg`Your sign-in took too long, or a code was entered incorrectly too many times. Sign in again.`,
  authentication_failed_no_session_found_ch: msg`Sign in to continue.`,
  authentication_error_invalid_csrf: msg`The session in this tab has ended. Reload the page.`,
  authentication_error_no_csrf_header: msg`The session in this tab has ended. Reload the page.`,
  invalid_google_authorization_code: msg`Couldn't sign you in with Google. Try again.`,
  invalid_github_authorization_code: msg`Couldn't sign you in with GitHub. Try again.`,
  confirmation_required: msg`Confirm it's you to continue.`,
  passkey_copied: msg`This passkey seems to be a copy. Sign in another way, then remove it and add it again.`,
  password_required: msg`Set a password to confirm this email.`,
  sign_in_required: msg`Sign in to the account that asked for this change.`,
  workspace_suspended: msg`The workspace is suspended: nothing new can be ordered, started, or invited.`,
  terms_not_accepted: msg`Accept the terms to continue.`,
  no_access_for_jwt: msg`Access tokens can't be used here.`,
  request_context_not_allowed: msg`This URL can only be used from the console.`,
  missing_attribute: msg`Specify which attribute to change.`,
  file_type_not_allowed: msg`This file type isn't supported.`,
  maximum_file_size_exceeded: msg`The file is too large.`,
  cannot_reassign_only_admin: msg`This would leave no one in charge. Assign someone else first.`,
  token_action_executed: msg`This link has already been used.`,
  token_action_expired: msg`This link has expired.`,
  missing_email_field: msg`Enter your email address.`,
  missing_password_field: msg`Enter your password.`,
  cannot_delete_default: msg`Make another key the default first.`,
  permission_denied_missing_permission: msg`Your role doesn't allow this.`,
  permission_denied_missing_role: msg`You don't have a role in this workspace.`,
  permission_denied_cannot_do_on_self: msg`You can't do this to your own account.`,
  two_factor_required: msg`Turn on two-factor authentication first. It's required for staff.`,
  active_user_cannot_be_deleted_permanently: msg`Only deactivated accounts can be permanently deleted.`,
  cannot_expire_only_admin: msg`This would leave no one in charge. Assign someone else first.`,
  action_not_possible: msg`This isn't possible right now.`,
  request_in_progress: msg`This request is still being processed.`,
  maintenance: msg`We're doing maintenance. Running instances are not affected.`,
  body_too_large: msg`The request is too large.`,
  upgrade_required: msg`This URL can only be opened as a WebSocket`,
  validation_failed: msg`Some fields have invalid values.`,
  bad_request: msg`We couldn't process that request.`,
  method_not_allowed: msg`This page is out of date. Reload it to continue.`,
  not_acceptable: msg`This page is out of date. Reload it to continue.`,
  unsupported_media_type: msg`This page is out of date. Reload it to continue.`,
  uri_too_long: msg`The URL is too long.`,
  request_timeout: msg`The request took too long to arrive. Check the connection and try again.`,
  headers_too_large: msg`The browser sent too many or too large cookies. Delete the cookies of this site and try again.`,
  idempotency_key_reused: msg`This request was already sent with different values. Reload the page and try again.`,
};

const isKnownCode = (code: string): code is keyof typeof problemMessages =>
  Object.hasOwn(problemMessages, code);

/** The message of a problem code; null for an unknown code. */
export const problemCodeMessage = (i18n: I18n, code: string): string | null =>
  isKnownCode(code) ? i18n._(problemMessages[code]) : consoleCodeMessage(i18n, code);

/** The message of the reason, else of the code; null when both are unknown. */
export const wordProblem = (
  i18n: I18n,
  code: string,
  reason?: string,
  params?: ErrorParams,
): string | null =>
  (reason === undefined ? null : reasonMessage(i18n, reason, params ?? {})) ??
  problemCodeMessage(i18n, code);
