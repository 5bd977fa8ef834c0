/** Removes a card at the payment provider after it was removed here; it is repeated while the provider is down. */
import { z } from "zod";
import { defineJob, job } from "../../../core/jobs/jobs.ts";
import type { PaymentsProvider } from "../../../ports/payments.ts";

export const cardRemoval = defineJob(
  "payments.removeCard",
  z.object({ providerId: z.string().min(1).max(255) }),
);

export const cardRemovalJob = job(
  cardRemoval,
  async ({ payments }: { readonly payments: PaymentsProvider | null }, { providerId }) => {
    await payments?.removeCard(providerId);
  },
);
