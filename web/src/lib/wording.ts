/** The sentences of contracts and server in the reader's language: their English text is the key. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { FieldProblem, Reason } from "#contracts/kit.ts";
import type { StaffRoleId, WorkspaceRoleId } from "#contracts/permissions.ts";
import { idForSupport, ProblemError } from "./problem.ts";

const fieldSentences: Record<string, MessageDescriptor> = {
  "Field is required": msg`Field is required`,
  "Invalid email": msg`Invalid email`,
  "12 to 128 characters": msg`12 to 128 characters`,
  "Contains invisible or control characters": msg`Contains invisible or control characters`,
  "This word is reserved": msg`This word is reserved`,
  "3 to 32 lower-case letters, digits and single dashes, beginning with a letter": msg`3 to 32 lower-case letters, digits and single dashes, beginning with a letter`,
  "Begins and ends with a letter or a digit": msg`Begins and ends with a letter or a digit`,
  "Needs a letter": msg`Needs a letter`,
  "This name is reserved": msg`This name is reserved`,
  "This name is used twice": msg`This name is used twice`,
  "As many names as machines": msg`As many names as machines`,
  "A whole number from 1 to 20": msg`A whole number from 1 to 20`,
  "Not a time zone": msg`Not a time zone`,
  "Only people of 18 or older can sign up": msg`Only people of 18 or older can sign up`,
  "The terms have to be accepted": msg`The terms have to be accepted`,
  "The privacy policy has to be accepted": msg`The privacy policy has to be accepted`,
  "Email already in use": msg`Email already in use`,
  "Email invalid": msg`Email invalid`,
  "Password invalid": msg`Password invalid`,
  "This is a private key. It was not saved. Replace it with a new key pair, then paste the new public key, the file that ends in .pub": msg`This is a private key. It was not saved. Replace it with a new key pair, then paste the new public key, the file that ends in .pub`,
  "This file is UTF-16. Save it as UTF-8": msg`This file is UTF-16. Save it as UTF-8`,
  "Can't have the form of an ID": msg`Can't have the form of an ID`,
  "These are several keys. Add them one at a time": msg`These are several keys. Add them one at a time`,
  "The key contains line breaks. Paste it as one line": msg`The key contains line breaks. Paste it as one line`,
  "The key has options before it. Paste only the part that begins with its type": msg`The key has options before it. Paste only the part that begins with its type`,
  "A public key begins with its type, such as ssh-ed25519": msg`A public key begins with its type, such as ssh-ed25519`,
  "The key itself is missing after its type": msg`The key itself is missing after its type`,
  "The comment is glued to the key: a blank is missing between them": msg`The comment is glued to the key: a blank is missing between them`,
  "The key is damaged: it is not complete base64": msg`The key is damaged: it is not complete base64`,
  "The key is damaged or was cut": msg`The key is damaged or was cut`,
  "The comment contains invisible or control characters": msg`The comment contains invisible or control characters`,
  "Too long for a public key": msg`Too long for a public key`,
  "This is not the OpenSSH format. Convert it with: ssh-keygen -i -f the-file": msg`This is not the OpenSSH format. Convert it with: ssh-keygen -i -f the-file`,
  "This key was added before": msg`This key was added before`,
  "This is not the workspace's handle": msg`This is not the workspace's handle`,
  "Sold out in this region": msg`Sold out in this region`,
  "Not sold in this region": msg`Not sold in this region`,
  "This region takes no orders at the moment": msg`This region takes no orders at the moment`,
  "Not available in this region": msg`Not available in this region`,
  "A whole number of days from 1 to 365": msg`A whole number of days from 1 to 365`,
  "At most 20 ranges": msg`At most 20 ranges`,
};

/** Codes whose sentence the server makes itself. */
const fieldCodes: Record<string, MessageDescriptor> = {
  required: msg`Field is required`,
  email: msg`Invalid email`,
  taken: msg`Already taken; choose another`,
  duplicate: msg`Already in use here; choose another`,
  unknown: msg`It does not exist any more; choose another`,
};

const charactersAtMost = /^At most (\d+) characters$/;
const atOnce = /^At most (\d+) at once$/;
const tokensAtMost = /^A workspace has at most (\d+) tokens$/;
const onlyLeft = /^Only (\d+) left in this region$/;
const weakKey = /^RSA keys need (\d+) bits or more; this one has (\d+)$/;
const longKey = /^RSA keys have at most (\d+) bits; this one has (\d+)$/;
const tooManyKeys = /^These keys need (\d+) of at most (\d+) characters/;
const longComment = /^The comment has more than (\d+) characters/;
const refusedKey = /^Keys of type (\S+) are not accepted/;
const oddCharacters = /^Lower-case letters, digits and dashes; (.+) (?:is|are) not allowed$/;

/** What is wrong with a field, in the reader's language where its sentence is known. */
export function wordField(
  i18n: I18n,
  problem: Pick<FieldProblem, "code" | "message" | "existing">,
): string {
  if (problem.code === "already_added" && problem.existing !== undefined) {
    const { name } = problem.existing;
    return i18n._(msg`This key was added before, as ${name}`);
  }
  const known = fieldSentences[problem.message] ?? fieldCodes[problem.code];
  if (known !== undefined) return i18n._(known);
  const most = charactersAtMost.exec(problem.message)?.[1];
  if (most !== undefined) return i18n._(msg`At most ${most} characters`);
  const together = atOnce.exec(problem.message)?.[1];
  if (together !== undefined) return i18n._(msg`At most ${together} at once`);
  const tokens = tokensAtMost.exec(problem.message)?.[1];
  if (tokens !== undefined)
    return i18n._(msg`A workspace has at most ${tokens} tokens. Revoke one first.`);
  const left = onlyLeft.exec(problem.message)?.[1];
  if (left !== undefined) return i18n._(msg`Only ${left} left in this region`);
  const [, needed = "", has] = weakKey.exec(problem.message) ?? [];
  if (has !== undefined)
    return i18n._(msg`RSA keys need ${needed} bits or more; this one has ${has}`);
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
  const type = refusedKey.exec(problem.message)?.[1];
  if (type !== undefined)
    return i18n._(msg`Keys of type ${type} are not accepted. Use ed25519, ecdsa or rsa`);
  const odd = oddCharacters.exec(problem.message)?.[1];
  if (odd !== undefined) {
    const characters = odd.replaceAll("a blank", i18n._(msg`a blank`)).replaceAll(" and ", ", ");
    return i18n._(msg`Lower-case letters, digits and dashes only; not allowed: ${characters}`);
  }
  return problem.message;
}

const problemSentences: Record<string, MessageDescriptor> = {
  unreachable: msg`No answer from the server. Check the connection and try again.`,
  internal: msg`Something broke on our side. Try again in a moment.`,
  unavailable: msg`The service is not available right now. Try again in a moment.`,
  invalid_credentials: msg`E-mail or password is not right.`,
  account_decativated: msg`This account is deactivated.`,
  email_not_verified: msg`This address is not verified yet.`,
  registration_invalid_email: msg`Email invalid`,
  registration_invalid_password: msg`Password invalid: it is too common, or it is your name or e-mail. Choose another`,
  registration_email_already_in_use: msg`Email already in use`,
  email_already_in_use: msg`Email already in use`,
  registration_invalid_otp_token: msg`This code is not right. Codes change every 30 seconds; enter the newest.`,
  invalid_otp_token: msg`This code is not right. Codes change every 30 seconds; enter the newest.`,
  invalid_otp_code_provided: msg`This code is not right, or was used already.`,
  invalid_one_time_password: msg`This code is not right.`,
  one_time_password_expired: msg`This code has expired.`,
  no_tfa_code_param_provided: msg`Enter the code.`,
  no_tfa_secret_set_for_user: msg`This account has no authenticator app.`,
  no_intermediate_session: msg`The second step was tried too often, or took too long. Sign in again.`,
  no_session: msg`Sign in first.`,
  authentication_failed_no_session_found_ch: msg`Sign in first.`,
  authentication_error_invalid_csrf: msg`This tab belongs to a session that ended. Reload the page.`,
  authentication_error_no_csrf_header: msg`This tab belongs to a session that ended. Reload the page.`,
  invalid_google_authorization_code: msg`Signing in with Google did not work. Try again.`,
  invalid_github_authorization_code: msg`Signing in with GitHub did not work. Try again.`,
  confirmation_required: msg`Confirm that it is you first.`,
  passkey_copied: msg`This passkey seems to be a copy. Sign in another way, then remove it and add it again.`,
  password_required: msg`Set a password to confirm this email.`,
  sign_in_required: msg`Sign in to the account that asked for this change.`,
  terms_not_accepted: msg`The terms have to be accepted first.`,
  no_access_for_jwt: msg`Access tokens do not work here.`,
  request_context_not_allowed: msg`This address answers only to the console, not to a plain link.`,
  missing_attribute: msg`Say which attribute to change.`,
  file_type_not_allowed: msg`Files of this type are not accepted.`,
  maximum_file_size_exceeded: msg`The file is too large.`,
  cannot_reassign_only_admin: msg`This would leave nobody in charge.`,
  token_action_executed: msg`This link was used already.`,
  token_action_expired: msg`This link has expired.`,
  missing_email_field: msg`Email is missing`,
  missing_password_field: msg`Password is missing`,
  cannot_delete_default: msg`Make another one the default first.`,
  permission_denied_missing_permission: msg`Your role does not allow this.`,
  permission_denied_missing_role: msg`You have no role here.`,
  permission_denied_cannot_do_on_self: msg`You cannot do this to yourself.`,
  two_factor_required: msg`Staff need a second factor first.`,
  active_user_cannot_be_deleted_permanently: msg`Only deactivated accounts can be deleted for good.`,
  cannot_expire_only_admin: msg`This would leave nobody in charge.`,
  not_found: msg`It no longer exists.`,
  price_changed: msg`The price has changed since this order was shown.`,
  action_not_possible: msg`This is not possible now.`,
  request_in_progress: msg`The same request is still being worked on.`,
  maintenance: msg`We're doing maintenance. Running instances are not affected.`,
  body_too_large: msg`The request is too large.`,
  validation_failed: msg`Some fields need another value.`,
  bad_request: msg`We couldn't process that request.`,
  method_not_allowed: msg`This page and the server are of different releases. Reload the page.`,
  not_acceptable: msg`This page and the server are of different releases. Reload the page.`,
  unsupported_media_type: msg`This page and the server are of different releases. Reload the page.`,
  uri_too_long: msg`The address is too long.`,
  request_timeout: msg`The request took too long to arrive. Check the connection and try again.`,
  headers_too_large: msg`The browser sent too many or too large cookies. Delete the cookies of this site and try again.`,
  idempotency_key_reused: msg`This was sent before with other values. Reload the page and try again.`,
  not_confirmed: msg`It was not confirmed that it is you, so nothing was changed.`,
  // Raised here, not by the server.
  no_default_role: msg`No default role: none of your workspaces is the default one.`,
  no_session_available: msg`No session available. Cookies are needed to stay signed in: allow them for this site, and sign in again.`,
  provider_refused: msg`You were not signed in there. Try again, or sign in another way.`,
  provider_address_taken: msg`An account here has this address already. Sign in with your password, and link the other one under Account > Security.`,
  another_user: msg`Another user signed in in this browser; the page reloads.`,
};

/** The sentence of a code; null for one that has none here. */
export function wordCode(i18n: I18n, code: string): string | null {
  const known = problemSentences[code];
  return known === undefined ? null : i18n._(known);
}

/** A problem as one sentence. */
export function problemSentence(i18n: I18n, error: unknown): string {
  if (!(error instanceof ProblemError))
    return i18n._(msg`Something broke in the console. Reload the page.`);
  if (error.status === 429) {
    const seconds = error.retryAfterSeconds ?? 30;
    const minutes = Math.ceil(seconds / 60);
    if (minutes > 2) return i18n._(msg`Too many requests. Try again in ${minutes} minutes.`);
    return i18n._(msg`Too many requests. Try again in ${seconds} s.`);
  }
  return wordCode(i18n, error.code) ?? error.message;
}

/** The same, and for an error on the server's side the request id that support asks for. */
export function wordProblem(i18n: I18n, error: unknown): string {
  const words = problemSentence(i18n, error);
  const requestId = idForSupport(error);
  return requestId === null ? words : `${words} ${i18n._(msg`Request ${requestId}`)}`;
}

const reasons: Record<string, MessageDescriptor> = {
  instance_is_pending: msg`Not possible while the instance is waiting to be built`,
  instance_is_building: msg`Not possible while the instance is being built`,
  instance_is_active: msg`The instance is running`,
  instance_is_rebooting: msg`Not possible while the instance reboots`,
  instance_is_stopped: msg`Not possible while the instance is off`,
  instance_is_suspended: msg`Not possible while the instance is suspended`,
  instance_is_terminating: msg`The instance is being terminated`,
  instance_is_terminated: msg`The instance is terminated`,
  instance_is_error: msg`Not possible while the instance is in error`,
  instance_is_unknown: msg`Not possible while the instance does not answer`,
  instance_is_starting: msg`Not possible while the instance is powering on`,
  instance_is_stopping: msg`Not possible while the instance is powering off`,
  instance_is_moving: msg`Not possible while the operator is moving the instance`,
  instance_is_provider_busy: msg`Not possible while the operator is working on the instance`,
  token_is_revoked: msg`It is revoked already`,
  token_is_expired: msg`It has expired`,
  token_is_replaced: msg`Another one has taken its place already`,
  instance_never_ran: msg`Not possible: the instance was never ready`,
};

/** Why an action is not possible now. */
export function wordReason(i18n: I18n, reason: Reason): string {
  const known = reasons[reason.code];
  return known === undefined ? reason.message : i18n._(known);
}

const roles: Record<WorkspaceRoleId, MessageDescriptor> = {
  owner: msg`Owner`,
  administrator: msg`Administrator`,
  team_member: msg`Team member`,
  limited_team_member: msg`Limited team member`,
  billing_administrator: msg`Billing administrator`,
};

export const wordRole = (i18n: I18n, role: WorkspaceRoleId): string => i18n._(roles[role]);

const staffRoleNames: Record<StaffRoleId, MessageDescriptor> = {
  Admin: msg`IT Admin`,
  BusinessAdmin: msg`Business Admin`,
  Support: msg`Support`,
};

export const wordStaffRole = (i18n: I18n, role: StaffRoleId): string =>
  i18n._(staffRoleNames[role]);
