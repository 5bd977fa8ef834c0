/** What every implementation of the payments port guarantees. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { contractSteps, kindOf, type PaymentsHarness } from "./payments-contract-steps.ts";
import { movementsContract } from "./payments-movements-contract.ts";

export function paymentsContract(harness: PaymentsHarness): void {
  const { provider, cards, confirm, ...faults } = harness;
  const { workspaceId, newKey, newCustomer, saveCard, newPayment } = contractSteps(harness);

  test("a request with the same key creates one customer", async () => {
    const customer = { workspaceId, name: "Aurora", key: newKey() };
    const first = await provider().createCustomer(customer);
    expect(await provider().createCustomer(customer)).toBe(first);
  });

  test("a setup without authentication saves the card with its facts", async () => {
    const customerId = await newCustomer();
    const cardId = await saveCard(customerId, cards.plain);
    expect(await provider().card(cardId)).toEqual({
      cardId,
      customerId,
      brand: "visa",
      last4: cards.plain.slice(-4),
      expMonth: 12,
      expYear: 2034,
      fingerprint: expect.any(String),
    });
  });

  test("the same card number has the same fingerprint", async () => {
    const customerId = await newCustomer();
    const saved = [
      await saveCard(customerId, cards.plain),
      await saveCard(customerId, cards.plain),
    ];
    const found = await Promise.all(saved.map((id) => provider().card(id)));
    expect(found[0]?.fingerprint).toBe(found[1]?.fingerprint);
    expect(saved[0]).not.toBe(saved[1]);
  });

  test("a setup that waits for authentication names no failure, and a failed one does", async () => {
    const customerId = await newCustomer();
    const start = () => provider().startSetup({ customerId, workspaceId, key: newKey() });
    const [left, failed] = [await start(), await start()];
    await confirm(left.clientSecret, cards.authenticatedOnce, "leave");
    expect(await provider().setup(left.id)).toMatchObject({
      status: "requires_action",
      customerId,
      workspaceId,
      failure: null,
    });
    await confirm(failed.clientSecret, cards.authenticatedOnce, "fail");
    expect(await provider().setup(failed.id)).toMatchObject({
      status: "requires_payment_method",
      failure: { kind: "authentication_required" },
    });
  });

  test("a card that is declined at the setup is not saved", async () => {
    const customerId = await newCustomer();
    const { id, clientSecret } = await provider().startSetup({
      customerId,
      workspaceId,
      key: newKey(),
    });
    expect(await confirm(clientSecret, cards.declined)).toMatchObject({
      errorCode: "card_declined",
    });
    expect(await provider().setup(id)).toMatchObject({
      cardId: null,
      failure: { kind: "declined", code: "generic_decline" },
    });
  });

  test("a removed card is unknown, and removing it again succeeds", async () => {
    const cardId = await saveCard(await newCustomer(), cards.plain);
    await provider().removeCard(cardId);
    await provider().removeCard(cardId);
    expect(await provider().card(cardId)).toBeNull();
    expect(await provider().card("pm_unknown")).toBeNull();
  });

  test("a charge of a saved card receives the whole amount", async () => {
    const customerId = await newCustomer();
    const cardId = await saveCard(customerId, cards.authenticatedOnce);
    const payment = newPayment(customerId);
    const charged = await provider().charge({ ...payment, cardId });
    expect(charged).toMatchObject({
      status: "succeeded",
      customerId,
      workspaceId,
      reference: payment.reference,
      amountCents: 2_000,
      receivedCents: 2_000,
      cardId,
      failure: null,
    });
    expect(await provider().payment(charged.paymentId)).toEqual(charged);
  });

  test("a repeated charge with the same key takes the money once", async () => {
    const customerId = await newCustomer();
    const cardId = await saveCard(customerId, cards.plain);
    const payment = { ...newPayment(customerId), cardId };
    const first = await provider().charge(payment);
    expect(await provider().charge(payment)).toEqual(first);
  });

  test("a declined charge is a result with the reason, and receives nothing", async () => {
    const customerId = await newCustomer();
    const cardId = await saveCard(customerId, cards.declinedWhenCharged);
    expect(await provider().charge({ ...newPayment(customerId), cardId })).toMatchObject({
      status: "requires_payment_method",
      receivedCents: 0,
      failure: { kind: "declined", code: "generic_decline" },
    });
  });

  test("a charge that needs authentication can be confirmed by the customer later", async () => {
    const customerId = await newCustomer();
    const cardId = await saveCard(customerId, cards.authenticatedAlways);
    expect(await provider().charge({ ...newPayment(customerId), cardId })).toMatchObject({
      status: "requires_payment_method",
      cardId,
      failure: { kind: "authentication_required" },
    });
    const started = await provider().startPayment(newPayment(customerId));
    expect(await confirm(started.clientSecret, cardId)).toMatchObject({ status: "succeeded" });
    expect(await provider().payment(started.id)).toMatchObject({ receivedCents: 2_000, cardId });
  });

  test("a charge whose response is lost is found by its reference", async () => {
    const customerId = await newCustomer();
    const cardId = await saveCard(customerId, cards.plain);
    const payment = { ...newPayment(customerId), cardId };
    const restore = faults.loseResponses();
    expect(await kindOf(provider().charge(payment))).toBe("unknown_outcome");
    restore();
    expect(await provider().findPayment(customerId, payment.reference)).toMatchObject({
      status: "succeeded",
      receivedCents: 2_000,
    });
    expect(await provider().findPayment(customerId, randomUUID())).toBeNull();
  });

  test("a cancelled payment ends, and one that succeeded cannot be cancelled", async () => {
    const customerId = await newCustomer();
    const started = await provider().startPayment(newPayment(customerId));
    expect(await provider().cancelPayment(started.id)).toMatchObject({ status: "canceled" });
    const cardId = await saveCard(customerId, cards.plain);
    const { paymentId } = await provider().charge({ ...newPayment(customerId), cardId });
    expect(await kindOf(provider().cancelPayment(paymentId))).toBe("rejected");
  });

  test("a refund gives back a part, once per key, and never more than was paid", async () => {
    const customerId = await newCustomer();
    const cardId = await saveCard(customerId, cards.plain);
    const { paymentId } = await provider().charge({ ...newPayment(customerId), cardId });
    const part = { paymentId, amountCents: 500, reference: randomUUID(), key: newKey() };
    const first = await provider().refund(part);
    expect(first).toMatchObject({
      status: "succeeded",
      paymentId,
      reference: part.reference,
      amountCents: 500,
      failureCode: null,
    });
    expect(await provider().refund(part)).toEqual(first);
    expect(await provider().refundsOf(paymentId)).toEqual([first]);
    expect((await provider().refundsSince(new Date(0))).at(0)).toEqual(first);
    expect(await provider().refundsSince(new Date("2100-01-01T00:00:00Z"))).toEqual([]);
    const rest = { paymentId, amountCents: 1_500, reference: randomUUID(), key: newKey() };
    await provider().refund(rest);
    expect(await provider().refund({ ...rest, key: newKey() })).toEqual({
      rejected: "charge_already_refunded",
    });
  });

  test("a refund whose response is lost is among the refunds of its payment", async () => {
    const customerId = await newCustomer();
    const cardId = await saveCard(customerId, cards.plain);
    const { paymentId } = await provider().charge({ ...newPayment(customerId), cardId });
    const refund = { paymentId, amountCents: 500, reference: randomUUID(), key: newKey() };
    const restore = faults.loseResponses();
    expect(await kindOf(provider().refund(refund))).toBe("unknown_outcome");
    restore();
    const [found] = await provider().refundsOf(paymentId);
    expect(found).toMatchObject({ reference: refund.reference, status: "succeeded" });
    expect(await provider().findRefund(found?.refundId ?? "")).toEqual(found);
  });

  test("a disputed payment says what the bank took back, and cannot be refunded", async () => {
    const customerId = await newCustomer();
    const cardId = await saveCard(customerId, cards.disputed);
    const { paymentId } = await provider().charge({ ...newPayment(customerId), cardId });
    expect(await provider().dispute(faults.disputeOf(paymentId))).toMatchObject({
      paymentId,
      amountCents: 2_000,
      status: "open",
      withdrawnCents: 2_000,
      reinstatedCents: 0,
    });
    const refund = { paymentId, amountCents: 500, reference: randomUUID(), key: newKey() };
    expect(await provider().refund(refund)).toEqual({ rejected: "charge_disputed" });
    const [newest] = await provider().disputesSince(new Date(0));
    expect(newest).toEqual(await provider().dispute(faults.disputeOf(paymentId)));
  });

  movementsContract(harness);

  test("an unknown setup and payment are not found, and a provider that is down is unavailable", async () => {
    expect(await kindOf(provider().setup("seti_unknown"))).toBe("not_found");
    expect(await kindOf(provider().payment("pi_unknown"))).toBe("not_found");
    expect(await kindOf(provider().findRefund("re_unknown"))).toBe("not_found");
    expect(await kindOf(provider().dispute("dp_unknown"))).toBe("not_found");
    const restore = faults.goDown();
    expect(await kindOf(provider().payment("pi_unknown"))).toBe("unavailable");
    restore();
  });
}
