/** Card payments of a test workspace: its owner's requests and browser. */
import { api } from "#contracts/api.ts";
import { type ChallengeAnswer, StripeBrowser } from "#emulators/stripe/browser.ts";
import type { StripeEmulator } from "#emulators/stripe/emulator.ts";
import { sql, type Tx } from "../core/db/db.ts";
import { readBalances } from "../modules/billing/ledger.ts";
import type { PaymentsDeps } from "../modules/billing/payments/payments-deps.ts";
import { issueTestInvoice } from "./issued-invoices.ts";
import type { TestEnvironment } from "./test-environment.ts";
import { createNewWorkspace, createUser } from "./users.ts";

export function requireStripe({ stripe }: TestEnvironment): StripeEmulator {
  if (stripe === null) throw new Error("The environment has no payments");
  return stripe;
}

/** What jobs and charges get. */
export const paymentsDeps = (env: TestEnvironment): PaymentsDeps => ({
  db: env.db,
  clock: env.clock,
  logger: env.app.log,
  payments: env.payments,
  publicUrl: env.publicUrl,
});

export async function createPayer(env: TestEnvironment, name: string) {
  const owner = await createUser(env, `${name}@payments.test`);
  const { workspace } = await createNewWorkspace(env, owner, name);
  const stripe = requireStripe(env);
  const browser = new StripeBrowser(stripe);
  const path = { workspace: workspace.handle };
  const { client } = owner;
  const asSystem = <T>(work: (tx: Tx) => Promise<T>) => env.db.withSystemRole("a test", work);

  const startSetup = async () =>
    (await client.call(api.payments.initialize3ds, { path, body: {} })).data;
  const addCard = (setupIntentId: string) =>
    client.call(api.payments.addPaymentMethod, { path, body: { setupIntentId } });

  return {
    owner,
    workspace,
    path,
    browser,
    startSetup,
    addCard,
    /** Enters a card and saves it. */
    saveCard: async (number: string, challenge?: ChallengeAnswer) => {
      const started = await startSetup();
      await browser.confirm(started.clientSecret, number, challenge);
      return (await addCard(started.intentId)).data;
    },
    cards: async () => (await client.call(api.payments.listPaymentMethods, { path })).data.data,
    startPayment: (body: { amountCents: number } | { invoiceId: string }) =>
      client.call(api.payments.initialize3ds, { path, body: { purpose: "payment", ...body } }),
    check: (payment: string) =>
      client.call(api.payments.checkPayment, { path: { ...path, payment } }),
    balances: () => asSystem((tx) => readBalances(tx, workspace.id)),
    /** An issued invoice, with its entries in the ledger. By default it is due at once. */
    issueInvoice: (cents: number, dueInDays = 0) =>
      asSystem((tx) => {
        const now = env.clock.now();
        const dueAt = new Date(now.getTime() + dueInDays * 86_400_000);
        return issueTestInvoice(tx, { workspaceId: workspace.id, cents, dueAt }, now);
      }),
    invoiceStatus: (id: string) =>
      asSystem(
        async (tx) =>
          (await tx.one<{ status: string }>(sql`SELECT status FROM invoice WHERE id = ${id}`))
            .status,
      ),
    history: () =>
      asSystem((tx) =>
        tx.many<{ type: string; status: string; cents: number }>(sql`
          SELECT type, status, amount_cents AS cents FROM billing_history_entry WHERE workspace_id = ${workspace.id} ORDER BY sequence, id`),
      ),
    /** Charges of the workspace at the provider that received money, in cents. */
    received: () =>
      [...stripe.account.paymentIntents.values()]
        .filter(({ metadata }) => metadata["workspace_id"] === workspace.id)
        .map(({ received }) => received)
        .filter((cents) => cents > 0),
  };
}

export type Payer = Awaited<ReturnType<typeof createPayer>>;
