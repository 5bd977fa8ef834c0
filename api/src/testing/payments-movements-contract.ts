/** What every implementation of the payments port guarantees about its list of movements. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { ProviderMovement } from "../ports/payments.ts";
import { contractSteps, kindOf, type PaymentsHarness } from "./payments-contract-steps.ts";

export function movementsContract(harness: PaymentsHarness): void {
  const { provider, cards, confirm: _, ...faults } = harness;
  const { workspaceId, newKey, newCustomer, saveCard, newPayment } = contractSteps(harness);

  test("the movements of a period are charges, refunds and disputes, on as many pages as they take", async () => {
    const customerId = await newCustomer();
    const [from, until] = faults.nextHour();
    const read = async () => {
      const pages: (readonly ProviderMovement[])[] = [];
      for await (const page of provider().movements(from, until)) pages.push(page);
      return pages;
    };
    expect((await read()).flat()).toEqual([]);
    const cardId = await saveCard(customerId, cards.plain);
    const payments: string[] = [];
    for (let made = 0; made < 101; made += 1)
      payments.push(
        (await provider().charge({ ...newPayment(customerId, 1_000 + made), cardId })).paymentId,
      );
    const [paymentId = ""] = payments;
    const refund = { paymentId, amountCents: 300, reference: randomUUID(), key: newKey() };
    await provider().refund(refund);
    const [refunded] = await provider().refundsOf(paymentId);
    const disputedCard = await saveCard(customerId, cards.disputed);
    const disputed = await provider().charge({ ...newPayment(customerId), cardId: disputedCard });
    const declined = await saveCard(customerId, cards.declinedWhenCharged);
    await provider().charge({ ...newPayment(customerId), cardId: declined });
    const pages = await read();
    expect(pages.map((page) => page.length)).toEqual([100, 4]);
    const moved = new Map(
      pages.flat().map(({ subject, cents }) => [`${subject.kind} ${subject.id}`, cents]),
    );
    expect(pages.flat().find(({ subject }) => subject.kind === "refund")?.paymentId).toBe(
      paymentId,
    );
    expect(pages.flat().map((each) => each.workspaceId)).toEqual(
      pages.flat().map(({ subject }) => (subject.kind === "payment" ? workspaceId : null)),
    );
    expect(moved).toEqual(
      new Map<string, number>([
        ...payments.map((id, made) => [`payment ${id}`, 1_000 + made] as const),
        [`refund ${refunded?.refundId ?? ""}`, -300],
        [`payment ${disputed.paymentId}`, 2_000],
        [`dispute ${faults.disputeOf(disputed.paymentId)}`, -2_000],
      ]),
    );
    const restore = faults.goDown();
    expect(await kindOf(read())).toBe("unavailable");
    restore();
  });
}
