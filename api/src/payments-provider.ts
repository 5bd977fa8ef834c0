/** Creates the payment provider that is configured. */
import type { PaymentsConfig } from "./config.ts";
import type { PaymentsProvider } from "./ports/payments.ts";
import { createStripeProvider } from "./providers/stripe/stripe-provider.ts";

/** Null if none is configured: cards can then not be saved, and nothing is charged. */
export const createPaymentsProvider = (config: PaymentsConfig | null): PaymentsProvider | null =>
  config === null ? null : createStripeProvider(config);
