/** Localized messages of problems, by code and reason. Role names too. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ProblemCode } from "#contracts/problems.ts";
import type { StaffRoleId, WorkspaceRoleId } from "#contracts/roles.ts";
import { idForSupport, ProblemError } from "../api/problem-error.ts";

/** Codes that the console itself raises; the server never sends them. */
type ConsoleCode =
  | "unreachable"
  | "unreadable"
  | "not_confirmed"
  | "no_default_role"
  | "no_session_available"
  | "provider_refused"
  | "provider_address_taken"
  | "another_user";

/** One message per problem code; that of 429 states how long to wait. */
const problemMessages: Record<
  Exclude<ProblemCode, "too_many_requests"> | ConsoleCode,
  MessageDescriptor
> = {
  unreachable: msg`Can't reach the server. Check your connection and try again.`,
  unreadable: msg`Unexpected response from the server. Try again in a moment.`,
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
  no_session: msg`Sign in to continue.`,
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
  not_found: msg`Not found. It may have been deleted.`,
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
  not_confirmed: msg`You didn't confirm it's you, so nothing was changed.`,
  // Raised by the console, not by the server.
  no_default_role: msg`No default role: you don't have a default workspace.`,
  no_session_available: msg`No session available. Allow cookies for this site, then sign in again.`,
  provider_refused: msg`You weren't signed in. Try again or choose another way to sign in.`,
  provider_address_taken: msg`An account with this email address already exists. Sign in with your password, then link the other account under Account > Security.`,
  another_user: msg`Someone else signed in with this browser. Reloading the page.`,
};

const isKnownCode = (code: string): code is keyof typeof problemMessages =>
  Object.hasOwn(problemMessages, code);

/** The message of a problem code; null for an unknown code. */
export const problemCodeMessage = (i18n: I18n, code: string): string | null =>
  isKnownCode(code) ? i18n._(problemMessages[code]) : null;

/** A problem as one sentence. */
export function problemSentence(i18n: I18n, error: unknown): string {
  if (!(error instanceof ProblemError))
    return i18n._(msg`Something went wrong in the console. Reload the page.`);
  if (error.status === 429) {
    const seconds = error.retryAfterSeconds ?? 30;
    const minutes = Math.ceil(seconds / 60);
    if (minutes > 2) return i18n._(msg`Too many requests. Try again in ${minutes} minutes.`);
    return i18n._(msg`Too many requests. Try again in ${seconds} seconds.`);
  }
  const { code, message } = error;
  return error.reasonMessage(i18n) ?? problemCodeMessage(i18n, code) ?? message;
}

/** Like `problemSentence`, and for a server error with the request id that support asks for. */
export function problemMessage(i18n: I18n, error: unknown): string {
  const message = problemSentence(i18n, error);
  const requestId = idForSupport(error);
  return requestId === null ? message : `${message} ${i18n._(msg`Request ${requestId}`)}`;
}

const roles: Record<WorkspaceRoleId, MessageDescriptor> = {
  owner: msg`Owner`,
  administrator: msg`Administrator`,
  team_member: msg`Team member`,
  limited_team_member: msg`Limited team member`,
  billing_administrator: msg`Billing administrator`,
};

export const workspaceRoleLabel = (i18n: I18n, role: WorkspaceRoleId): string =>
  i18n._(roles[role]);

const staffRoleNames: Record<StaffRoleId, MessageDescriptor> = {
  Admin: msg`IT Admin`,
  BusinessAdmin: msg`Business Admin`,
  Support: msg`Support`,
};

export const staffRoleLabel = (i18n: I18n, role: StaffRoleId): string =>
  i18n._(staffRoleNames[role]);
