/** Valid bodies and expected problems of billing for the test that calls every endpoint. */
import { billingAddress } from "./billing.ts";

let codes = 0;
function newCode() {
  codes += 1;
  return { code: `MATRIX-${codes}`, kind: "credit", amountCents: 100 };
}
const reason = "Matrix test";

/** Functions that return a new valid body, by endpoint. */
export const billingBodies = (workspaceId: () => string): Record<string, () => object> => ({
  "billing.createInfo": () => billingAddress,
  "billing.updateInfo": () => billingAddress,
  "billing.redeemPromoCode": () => ({ code: "MATRIX" }),
  "billing.saveAutomaticTopUp": () => ({
    isEnabled: false,
    thresholdCents: 1_000,
    amountCents: 5_000,
    ceilingCents: 20_000,
  }),
  "billing.setAlertThreshold": () => ({ amountCents: 10_000 }),
  "projects.setBudget": () => ({ amountCents: 10_000 }),
  "promoCodes.create": newCode,
  "promoCodes.update": newCode,
  "adminBilling.addBalance": () => ({ amountCents: 100, reason }),
  "adminBilling.createInvoice": () => ({
    workspaceId: workspaceId(),
    reason,
    lines: [{ description: "Matrix", amountCents: 100 }],
  }),
  "adminBilling.refund": () => ({ reason }),
  "adminBilling.writeOff": () => ({ reason }),
  "adminBilling.recordBankPayment": () => ({ amountCents: 100, reference: reason }),
  "balanceApprovals.reject": () => ({ note: reason }),
  "adminBilling.reverse": () => ({ reason }),
  "adminBilling.reverseAndCreateNew": () => ({ reason, modifiedRecords: [] }),
});

/** Problems that authorized callers get because of missing data in the test environment. */
export const billingProblems: Record<string, readonly number[]> = {
  // No document with that id exists.
  "billing.invoice": [404],
  "billing.invoicePdf": [404],
  "billing.invoiceXml": [404],
  "billing.historyNotice": [404],
  "adminBilling.invoice": [404],
  "adminBilling.invoicePdf": [404],
  "adminBilling.invoiceXml": [404],
  "balanceApprovals.approve": [404],
  "balanceApprovals.reject": [404],
  "adminBilling.refund": [404],
  "adminBilling.refundOptions": [404],
  "adminBilling.issueDraft": [404],
  "adminBilling.discardDraft": [404],
  "adminBilling.writeOff": [404],
  "adminBilling.recordBankPayment": [404],
  "adminBilling.reverse": [404],
  "adminBilling.reverseAndCreateNew": [404],
  // Nor a code.
  "promoCodes.update": [404],
  "promoCodes.remove": [404],
  "promoCodes.restore": [404],
  "billing.redeemPromoCode": [422],
  // An earlier caller has set it.
  "billing.createInfo": [422],
};
