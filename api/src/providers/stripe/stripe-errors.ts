/** Errors of the `stripe` package in the terms of the port. */
import Stripe from "stripe";
import { PaymentsError } from "../../ports/payments.ts";

/** A change whose response is lost may have taken effect; a read has none. */
export type RequestKind = "read" | "change";

const { errors } = Stripe;

export function asPaymentsError(error: unknown, kind: RequestKind): PaymentsError {
  if (error instanceof PaymentsError) return error;
  if (!(error instanceof errors.StripeError))
    return new PaymentsError("unavailable", describe(error), { cause: error });
  const message = `${error.type} ${error.code ?? ""} (${error.statusCode ?? "no response"}, request ${error.requestId ?? "none"})`;
  // The original error is no cause: it holds the response, which may contain a client secret.
  if (error.code === "resource_missing") return new PaymentsError("not_found", message);
  if (error instanceof errors.StripeRateLimitError)
    return new PaymentsError("unavailable", message);
  const isLost =
    error instanceof errors.StripeConnectionError ||
    error.statusCode === 409 ||
    (error.statusCode ?? 0) >= 500;
  if (isLost)
    return new PaymentsError(kind === "change" ? "unknown_outcome" : "unavailable", message);
  return new PaymentsError("rejected", message);
}

export const isMissing = ({ kind }: PaymentsError): boolean => kind === "not_found";

const describe = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
