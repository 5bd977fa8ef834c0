/** The sentences of contracts and server in the reader's language: their English text is the key. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { FieldProblem, UnavailableReason } from "#contracts/endpoint.ts";
import type { StaffRoleId, WorkspaceRoleId } from "#contracts/roles.ts";
import { idForSupport, ProblemError } from "../api/problem-error.ts";

const fieldMessages: Record<string, MessageDescriptor> = {
  "Field is required": msg`Field is required`,
  "Invalid email": msg`Invalid email`,
  "12 to 128 characters": msg`12 to 128 characters`,
  "Contains invisible or control characters": msg`Contains invisible or control characters`,
  "This word is reserved": msg`This word is reserved`,
  "Use 3 to 32 lowercase letters, digits, and single hyphens, starting with a letter": msg`Use 3 to 32 lowercase letters, digits, and single hyphens, starting with a letter`,
  "Must start and end with a letter or digit": msg`Must start and end with a letter or digit`,
  "Must contain at least one letter": msg`Must contain at least one letter`,
  "This name is reserved": msg`This name is reserved`,
  "This name is used more than once": msg`This name is used more than once`,
  "Enter one name for each instance": msg`Enter one name for each instance`,
  "Enter a whole number from 1 to 20": msg`Enter a whole number from 1 to 20`,
  "Unknown time zone": msg`Unknown time zone`,
  "You must be 18 or older to create an account": msg`You must be 18 or older to create an account`,
  "Accept the terms to continue": msg`Accept the terms to continue`,
  "Accept the privacy policy to continue": msg`Accept the privacy policy to continue`,
  "Email already in use": msg`Email already in use`,
  "Email invalid": msg`Email invalid`,
  "Password invalid": msg`Password invalid`,
  "This is a private key. It wasn't saved. Replace it with a new key pair, then paste the new public key (the file ending in .pub)": msg`This is a private key. It wasn't saved. Replace it with a new key pair, then paste the new public key (the file ending in .pub)`,
  "This file is UTF-16. Save it as UTF-8": msg`This file is UTF-16. Save it as UTF-8`,
  "Can't have the form of an ID": msg`Can't have the form of an ID`,
  "This contains more than one key. Add keys one at a time": msg`This contains more than one key. Add keys one at a time`,
  "The key contains line breaks. Paste it as a single line": msg`The key contains line breaks. Paste it as a single line`,
  "There are options before the key. Paste only the part that starts with the key type": msg`There are options before the key. Paste only the part that starts with the key type`,
  "A public key starts with its type, such as ssh-ed25519": msg`A public key starts with its type, such as ssh-ed25519`,
  "The key data is missing after the key type": msg`The key data is missing after the key type`,
  "There's no space between the key and its comment": msg`There's no space between the key and its comment`,
  "The key is incomplete or damaged (invalid Base64)": msg`The key is incomplete or damaged (invalid Base64)`,
  "The key is damaged or cut off": msg`The key is damaged or cut off`,
  "The comment contains invisible or control characters": msg`The comment contains invisible or control characters`,
  "Too long for a public key": msg`Too long for a public key`,
  "This isn't in OpenSSH format. Convert it with: ssh-keygen -i -f key-file": msg`This isn't in OpenSSH format. Convert it with: ssh-keygen -i -f key-file`,
  "This key has already been added": msg`This key has already been added`,
  "This doesn't match the workspace's handle": msg`This doesn't match the workspace's handle`,
  "Sold out in this region": msg`Sold out in this region`,
  "Not offered in this region": msg`Not offered in this region`,
  "This region isn't accepting new instances right now": msg`This region isn't accepting new instances right now`,
  "Not available in this region": msg`Not available in this region`,
  "Enter a whole number of days from 1 to 365": msg`Enter a whole number of days from 1 to 365`,
  "Enter up to 20 IP addresses or ranges": msg`Enter up to 20 IP addresses or ranges`,
  "A token limited to selected projects can't create or delete projects or change SSH keys": msg`A token limited to selected projects can't create or delete projects or change SSH keys`,
  "Enter an IP address or a range such as 203.0.113.0/24": msg`Enter an IP address or a range such as 203.0.113.0/24`,
  "Choose a different project than the one being deleted": msg`Choose a different project than the one being deleted`,
  "The passkey response from the device is invalid": msg`The passkey response from the device is invalid`,
  "Unknown field": msg`Unknown field`,
};

/** Codes whose sentence the server makes itself. */
const fieldCodeMessages: Record<string, MessageDescriptor> = {
  required: msg`Field is required`,
  email: msg`Invalid email`,
  taken: msg`Already taken. Choose another.`,
  duplicate: msg`Already in use. Choose another.`,
  unknown: msg`No longer available. Choose another.`,
};

const maxCharactersPattern = /^At most (\d+) characters$/;
const maxAtOncePattern = /^You can invite up to (\d+) people at a time$/;
const maxTokensPattern = /^A workspace can have up to (\d+) (?:working )?tokens/;
const onlyLeftPattern = /^Only (\d+) left in this region$/;
const weakKeyPattern = /^RSA keys must be at least (\d+) bits\. This key has (\d+)$/;
const longKey = /^RSA keys have at most (\d+) bits; this one has (\d+)$/;
const tooManyKeys = /^These keys need (\d+) of at most (\d+) characters/;
const longComment = /^The comment has more than (\d+) characters/;
const rejectedKeyPattern = /^Keys of type (\S+) aren't supported/;
const invalidCharactersPattern =
  /^Use only lowercase letters, digits, and hyphens\. Not allowed: (.+)$/;

/** What is wrong with a field, in the reader's language where its sentence is known. */
export function fieldErrorMessage(
  i18n: I18n,
  problem: Pick<FieldProblem, "code" | "message" | "existing">,
): string {
  if (problem.code === "already_added" && problem.existing !== undefined) {
    const { name } = problem.existing;
    return i18n._(msg`This key has already been added as ${name}`);
  }
  const known = fieldMessages[problem.message] ?? fieldCodeMessages[problem.code];
  if (known !== undefined) return i18n._(known);
  const most = maxCharactersPattern.exec(problem.message)?.[1];
  if (most !== undefined) return i18n._(msg`Use ${most} characters or fewer`);
  const together = maxAtOncePattern.exec(problem.message)?.[1];
  if (together !== undefined) return i18n._(msg`You can add up to ${together} at a time`);
  const tokens = maxTokensPattern.exec(problem.message)?.[1];
  if (tokens !== undefined)
    return i18n._(msg`A workspace can have up to ${tokens} tokens. Revoke one first.`);
  const left = onlyLeftPattern.exec(problem.message)?.[1];
  if (left !== undefined) return i18n._(msg`Only ${left} left in this region`);
  const [, needed = "", has] = weakKeyPattern.exec(problem.message) ?? [];
  if (has !== undefined)
    return i18n._(msg`RSA keys must be at least ${needed} bits. This key has ${has}.`);
  const [, allowed = "", long] = longKey.exec(problem.message) ?? [];
  if (long !== undefined)
    return i18n._(msg`RSA keys have at most ${allowed} bits; this one has ${long}`);
  const [, needs = "", room] = tooManyKeys.exec(problem.message) ?? [];
  if (room !== undefined)
    return i18n._(
      msg`These keys need ${needs} of at most ${room} characters. Choose fewer, or keys with shorter comments`,
    );
  const commentLimit = longComment.exec(problem.message)?.[1];
  if (commentLimit !== undefined)
    return i18n._(
      msg`The comment has more than ${commentLimit} characters. Shorten it or leave it out`,
    );
  const type = rejectedKeyPattern.exec(problem.message)?.[1];
  if (type !== undefined)
    return i18n._(msg`Keys of type ${type} aren't supported. Use Ed25519, ECDSA, or RSA.`);
  const odd = invalidCharactersPattern.exec(problem.message)?.[1];
  if (odd !== undefined) {
    const characters = odd.replaceAll("a space", i18n._(msg`a space`));
    return i18n._(msg`Use only lowercase letters, digits, and hyphens. Not allowed: ${characters}`);
  }
  return problem.message;
}

const problemMessages: Record<string, MessageDescriptor> = {
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
  price_changed: msg`The price has changed since you opened this page.`,
  action_not_possible: msg`This isn't possible right now.`,
  request_in_progress: msg`This request is still being processed.`,
  maintenance: msg`We're doing maintenance. Running instances are not affected.`,
  body_too_large: msg`The request is too large.`,
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
  // Raised here, not by the server.
  no_default_role: msg`No default role: you don't have a default workspace.`,
  no_session_available: msg`No session available. Allow cookies for this site, then sign in again.`,
  provider_refused: msg`You weren't signed in. Try again or choose another way to sign in.`,
  provider_address_taken: msg`An account with this email address already exists. Sign in with your password, then link the other account under Account > Security.`,
  another_user: msg`Someone else signed in with this browser. Reloading the page.`,
};

/** The sentence of a code; null for one that has none here. */
export function problemCodeMessage(i18n: I18n, code: string): string | null {
  const known = problemMessages[code];
  return known === undefined ? null : i18n._(known);
}

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
  return problemCodeMessage(i18n, error.code) ?? error.message;
}

/** The same, and for an error on the server's side the request id that support asks for. */
export function problemMessage(i18n: I18n, error: unknown): string {
  const words = problemSentence(i18n, error);
  const requestId = idForSupport(error);
  return requestId === null ? words : `${words} ${i18n._(msg`Request ${requestId}`)}`;
}

const unavailableReasons: Record<string, MessageDescriptor> = {
  instance_is_pending: msg`Not available while the instance is pending`,
  instance_is_building: msg`Not available while the instance is being created`,
  instance_is_active: msg`The instance is already running`,
  instance_is_rebooting: msg`Not available while the instance is rebooting`,
  instance_is_stopped: msg`Not available while the instance is stopped`,
  instance_is_suspended: msg`Not available while the instance is suspended`,
  instance_is_terminating: msg`The instance is already being terminated`,
  instance_is_terminated: msg`The instance has been terminated`,
  instance_is_error: msg`Not available while the instance is in an error state`,
  instance_is_unknown: msg`Not available while the instance isn't responding`,
  instance_is_starting: msg`Not available while the instance is powering on`,
  instance_is_stopping: msg`Not available while the instance is powering off`,
  instance_is_moving: msg`Not available while the operator is moving the instance`,
  instance_is_provider_busy: msg`Not available while the operator is working on the instance`,
  token_is_revoked: msg`Already revoked`,
  token_is_expired: msg`Already expired`,
  token_is_replaced: msg`Already replaced by a new token`,
  instance_never_ran: msg`Not available: the instance was never active`,
};

/** Why an action is not possible now. */
export function unavailableReasonMessage(i18n: I18n, reason: UnavailableReason): string {
  const known = unavailableReasons[reason.code];
  return known === undefined ? reason.message : i18n._(known);
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
