/** What every test of the payments contract needs. */
import { randomUUID } from "node:crypto";
import type { PaymentsError, PaymentsProvider } from "../ports/payments.ts";

/** A customer's browser at the provider, and faults of its network. */
export interface PaymentsHarness {
  readonly provider: () => PaymentsProvider;
  /** Cards by what they do. */
  readonly cards: {
    readonly plain: string;
    readonly authenticatedOnce: string;
    readonly authenticatedAlways: string;
    readonly declined: string;
    readonly declinedWhenCharged: string;
    readonly disputed: string;
  };
  readonly confirm: (
    clientSecret: string,
    card: string,
    challenge?: "complete" | "fail" | "leave",
  ) => Promise<{ status: string; errorCode: string | null }>;
  /** The id of the dispute of a payment. */
  readonly disputeOf: (paymentId: string) => string;
  /** Begins an hour in which nothing has happened at the provider, and returns its bounds. */
  readonly nextHour: () => readonly [from: Date, until: Date];
  /** Until it ends, the provider does the work and its responses are lost. */
  readonly loseResponses: () => () => void;
  readonly goDown: () => () => void;
}

export const kindOf = async (promise: Promise<unknown>): Promise<string> =>
  await promise.then(
    () => "no error",
    (error: PaymentsError) => error.kind,
  );

export function contractSteps({ provider, confirm }: PaymentsHarness) {
  const workspaceId = randomUUID();
  const newKey = () => `test:${randomUUID()}`;
  const newCustomer = () =>
    provider().createCustomer({ workspaceId, name: "Aurora", key: newKey() });

  async function saveCard(customerId: string, number: string): Promise<string> {
    const { id, clientSecret } = await provider().startSetup({
      customerId,
      workspaceId,
      key: newKey(),
    });
    await confirm(clientSecret, number);
    const { cardId } = await provider().setup(id);
    if (cardId === null) throw new Error("The setup has no card");
    return cardId;
  }
  const newPayment = (customerId: string, amountCents = 2_000) => ({
    customerId,
    workspaceId,
    reference: randomUUID(),
    amountCents,
    description: "Top-up",
    key: newKey(),
  });
  return { workspaceId, newKey, newCustomer, saveCard, newPayment };
}
