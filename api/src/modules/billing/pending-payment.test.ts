/** What an invoice says about a card payment that has no result yet. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { createPayer, paymentsDeps, requireStripe } from "../../testing/card-payments.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createInvoice } from "./admin-invoices.ts";
import { chargeInvoice } from "./payments/charge-invoice.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment({ payments: true });
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

async function payerWithInvoice(name: string) {
  const payer = await createPayer(env, name);
  await payer.saveCard("4000002500003155");
  const written = {
    workspaceId: payer.workspace.id,
    reason: "Test",
    by: payer.owner.id,
    lines: [{ description: "Line", amountCents: 2_000 }],
    discountCents: 0,
    isDraft: false,
  };
  const invoice = await env.db.withSystemRole("a test", (tx) =>
    createInvoice(tx, written, env.clock.now()),
  );
  const read = async () =>
    (
      await payer.owner.client.call(api.billingInvoices.invoice, {
        path: { ...payer.path, invoice },
      })
    ).data;
  return { payer, invoice, read };
}

test("a payment that the customer started is unconfirmed until the bank confirms it", async () => {
  const { payer, invoice, read } = await payerWithInvoice("unconfirmed");
  expect((await read()).pendingPayment).toBeNull();
  const started = (await payer.startPayment({ invoiceId: invoice })).data;
  expect((await read()).pendingPayment).toBe("unconfirmed");
  await payer.browser.confirm(started.clientSecret, started.cardId ?? "", "leave");
  await payer.check(started.paymentId ?? "");
  expect((await read()).pendingPayment).toBe("unconfirmed");
  await payer.browser.confirm(started.clientSecret, started.cardId ?? "", "complete");
  await payer.check(started.paymentId ?? "");
  expect(await read()).toMatchObject({ pendingPayment: null, status: "paid" });
});

test("a charge whose response was lost is processing", async () => {
  const { payer, invoice, read } = await payerWithInvoice("processing");
  const { faults, log } = requireStripe(env);
  log.rules = { ...log.rules, drops: () => true };
  faults.add({ kind: "lost-answer", times: 2, match: { method: "POST" } });
  await chargeInvoice(paymentsDeps(env), { workspaceId: payer.workspace.id, invoiceId: invoice });
  expect((await read()).pendingPayment).toBe("processing");
});
