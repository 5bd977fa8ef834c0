import { createFileRoute, redirect } from "@tanstack/react-router";
import { billingInfo } from "#contracts/billing-info.ts";
import { payments } from "#contracts/payments.ts";
import { findStepWorkspace, nextStep } from "../features/onboarding/onboarding.ts";
import { request } from "../lib/api/api-client.ts";

export const Route = createFileRoute("/onboarding/")({
  beforeLoad: async ({ context: { self } }) => {
    const payer = findStepWorkspace(self, "billing.payment_method_manage");
    const path = payer === undefined ? null : { workspace: payer.handle };
    const [billed, cards] =
      path === null
        ? [null, null]
        : await Promise.all([
            request(billingInfo.info, { path }),
            request(payments.listPaymentMethods, { path }),
          ]);
    const step = nextStep({
      workspace: self.userWorkspaceRoles.length > 0,
      "billing-information": billed === null || billed.info !== null,
      "payment-method": cards === null || cards.data.length > 0,
    });
    if (step === null) throw redirect({ to: "/", replace: true });
    throw redirect({ to: `/onboarding/${step}`, search: path ?? {}, replace: true });
  },
});
