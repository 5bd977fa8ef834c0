/** Every refusal there is: its status and its sentence. Codes are spelt as the specification spells them. */

export const problems = {
  bad_request: [400, "We couldn't process that request"],
  request_context_not_allowed: [
    400,
    "This address answers only to the console, not to a plain link",
  ],
  registration_invalid_email: [400, "Email invalid"],
  registration_invalid_password: [400, "Password invalid"],
  registration_email_already_in_use: [400, "Email already in use"],
  email_already_in_use: [400, "Email already in use"],
  token_action_executed: [400, "Action has been executed"],
  token_action_expired: [400, "Action expired"],
  missing_email_field: [400, "Email is missing"],
  missing_password_field: [400, "Password is missing"],
  cannot_delete_default: [400, "Make another one the default first"],

  account_decativated: [401, "Account deactivated"],
  email_not_verified: [401, "Email not verified"],
  invalid_credentials: [401, "Invalid credentials"],
  no_session: [401, "No Session"],
  authentication_error_invalid_csrf: [401, "Invalid CSRF"],
  authentication_error_no_csrf_header: [401, "Missing CSRF header"],
  authentication_failed_no_session_found_ch: [401, "Not logged in"],

  no_access_for_jwt: [403, "Access tokens do not work here"],
  permission_denied_missing_role: [403, "You have no role here"],
  permission_denied_missing_permission: [403, "Your role does not allow this"],
  permission_denied_cannot_do_on_self: [403, "You cannot do this to yourself"],

  not_found: [404, "We can't find that"],
  method_not_allowed: [405, "This address does not take that method"],
  not_acceptable: [406, "This address does not answer in a form you accept"],
  idempotency_key_reused: [409, "This Idempotency-Key was used for another request"],
  request_in_progress: [409, "The same request is still being worked on"],
  price_changed: [409, "The price has changed since this order was shown"],
  action_not_possible: [409, "This is not possible now"],
  body_too_large: [413, "The request is too large"],
  unsupported_media_type: [415, "Send JSON"],
  uri_too_long: [414, "The address is too long"],
  validation_failed: [422, "Some fields need another value"],
  maintenance: [423, "We're doing maintenance. Running instances are not affected"],
  too_many_requests: [429, "Too many requests"],
  internal: [500, "Something broke on our side"],
  unavailable: [503, "We're starting up or shutting down; try again in a moment"],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ProblemCode = keyof typeof problems;
