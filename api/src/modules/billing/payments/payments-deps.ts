/** What card payments need, and how a failure of the payment provider is answered. */
import type { FastifyBaseLogger } from "fastify";
import { createReason } from "#contracts/problem-reasons.ts";
import type { Clock } from "../../../core/lib/clock.ts";
import type { Database } from "../../../core/db/db.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import { PaymentsError, type PaymentsProvider } from "../../../ports/payments.ts";

export interface PaymentsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  /** Null if the server has no payment provider. */
  readonly payments: PaymentsProvider | null;
  /** The console's URL; a bank sends the customer back there. */
  readonly publicUrl: URL;
}

export function requirePayments({ payments }: Pick<PaymentsDeps, "payments">): PaymentsProvider {
  if (payments === null)
    throw new ProblemError("unavailable", { reason: createReason("payments_not_configured") });
  return payments;
}

/** Answers 503 where the provider fails; `not_found` is the caller's to answer. */
export async function askPayments<T>(
  { logger }: Pick<PaymentsDeps, "logger">,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentsError) || error.kind === "not_found") throw error;
    logger.warn({ err: error, kind: error.kind }, "the payment provider did not answer a request");
    throw new ProblemError("unavailable", {
      reason: createReason("payment_provider_unavailable"),
    });
  }
}

export const isNotFound = (error: unknown): boolean =>
  error instanceof PaymentsError && error.kind === "not_found";

/** Whether the provider may answer no other request either, so that a job asks again in its next run. */
export const isOutage = ({ kind }: PaymentsError): boolean =>
  kind === "unavailable" || kind === "unknown_outcome";

/** `boreal_system`, because row-level security ends with the transaction that authorized the request. */
export const outsideRequest = "the payment provider is asked between two transactions";
