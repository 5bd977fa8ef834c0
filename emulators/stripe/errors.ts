/** Error responses in Stripe's format. */

/** Thrown by the operations of the emulator and rendered once. */
export class StripeRejection extends Error {
  readonly status: number;
  readonly body: { error: Record<string, unknown> };
  constructor(status: number, error: Record<string, unknown> & { message: string }) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

export const invalidRequest = (
  message: string,
  details: { code?: string; param?: string; status?: number } = {},
): StripeRejection => {
  const { status = 400, ...fields } = details;
  return new StripeRejection(status, { type: "invalid_request_error", message, ...fields });
};

export const missing = (kind: string, id: string, param = "id"): StripeRejection =>
  invalidRequest(`No such ${kind}: '${id}'`, { code: "resource_missing", param, status: 404 });

/** The response of an injected fault. */
export function faultError(status: number): StripeRejection {
  if (status === 409)
    return new StripeRejection(409, {
      type: "idempotency_error",
      code: "idempotency_key_in_use",
      message: "There is currently another in-progress request using this Idempotent Key.",
    });
  if (status === 429)
    return new StripeRejection(429, {
      type: "invalid_request_error",
      code: "rate_limit",
      message: "Request rate limit exceeded.",
    });
  return new StripeRejection(status, { type: "api_error", message: "An unknown error occurred." });
}
