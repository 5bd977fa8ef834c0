/** Action cases of saved cards, and of paying invoices with them. */
import { invoiceActions } from "#contracts/actions/invoices.ts";
import { paymentMethodActions } from "#contracts/actions/payment-methods.ts";
import { api } from "#contracts/api.ts";
import { sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import { createInvoice } from "../modules/billing/admin-invoices.ts";
import { type ActionCase, actionCase, type ObjectPath, shown } from "./action-case.ts";
import type { AuthorizationFixture } from "./actors.ts";
import type { TestClient } from "./client.ts";
import { fixture as cardFixture } from "./fixtures/payment-methods.ts";
import type { TestEnvironment } from "./test-environment.ts";

export function billingActionCases(
  env: TestEnvironment,
  { workspace, actors }: AuthorizationFixture,
): ActionCase[] {
  const define = actionCase(env, workspace.handle);
  const path = { workspace: workspace.handle };
  const owner = { id: actors.find(({ name }) => name === "owner")?.userId ?? "" };
  const asSystem = (query: ReturnType<typeof sql>) =>
    env.db.withSystemRole("a card for a test", (tx) => tx.execute(query));
  /** Each case begins without the cards of earlier ones. */
  async function insert(options: { others: boolean; isDefault: boolean; isExpired?: boolean }) {
    await asSystem(sql`DELETE FROM payment_method WHERE workspace_id = ${workspace.id}`);
    if (options.others) await cardFixture.insert(env, workspace, owner);
    const paymentMethod = await cardFixture.insert(env, workspace, owner);
    await asSystem(sql`
      UPDATE payment_method SET is_default = ${options.isDefault}, exp_year = ${options.isExpired === true ? 2020 : 2034} WHERE id = ${paymentMethod}`);
    return { paymentMethod };
  }
  const view = async (client: TestClient, { paymentMethod }: ObjectPath) => {
    const list = shown(await client.call(api.payments.listPaymentMethods, { path }));
    return list?.data.find(({ id }) => id === paymentMethod) ?? null;
  };
  const missing = () => Promise.resolve({ paymentMethod: uuidv7(env.clock.now()) });
  const insertInvoice = (amountCents: number) =>
    env.db.withSystemRole("an invoice for a test", (tx) =>
      createInvoice(
        tx,
        {
          workspaceId: workspace.id,
          reason: "Test of actions",
          by: owner.id,
          lines: [{ description: "Line", amountCents }],
          discountCents: 0,
          isDraft: false,
        },
        env.clock.now(),
      ),
    );
  /** With a card that can pay it. */
  async function payable(cents: number) {
    await insert({ others: false, isDefault: true });
    if (env.payments === null) throw new Error("The environment has no payments");
    const customer = await env.payments.createCustomer({
      workspaceId: workspace.id,
      name: workspace.handle,
      key: `cu:${workspace.id}`,
    });
    await asSystem(sql`
      INSERT INTO payment_customer (workspace_id, provider, customer_id, created_at) VALUES (${workspace.id}, 'stripe', ${customer}, ${env.clock.now()})
      ON CONFLICT (workspace_id) DO UPDATE SET customer_id = excluded.customer_id`);
    return { invoice: await insertInvoice(cents) };
  }
  async function withPayment(isOffSession: boolean) {
    const { invoice } = await payable(2_000);
    const now = env.clock.now();
    // Without a customer who has to confirm it, the charge is on its way.
    await asSystem(
      sql`UPDATE invoice SET has_payment_in_flight = ${isOffSession} WHERE id = ${invoice}`,
    );
    await asSystem(sql`
      INSERT INTO payment (id, workspace_id, invoice_id, amount_cents, status, is_off_session, is_automatic_top_up, card_id, created_at, updated_at, checked_at)
      SELECT ${uuidv7(now)}, workspace_id, id, total_cents, 'created', ${isOffSession}, false, 'pm_test', ${now}, ${now}, ${now}
        FROM invoice WHERE id = ${invoice}`);
    return { invoice };
  }
  async function settled() {
    const { invoice } = await payable(2_000);
    await asSystem(
      sql`UPDATE invoice SET status = 'paid', paid_cents = total_cents WHERE id = ${invoice}`,
    );
    return { invoice };
  }
  return [
    define("invoices.pay", invoiceActions.pay, {
      objects: {
        unpaid: () => payable(2_000),
        "with a payment that is not confirmed": () => withPayment(false),
        "with a payment in progress": () => withPayment(true),
        "too small for a card": () => payable(30),
        paid: settled,
      },
      view: async (client, { invoice = "" }) =>
        shown(await client.call(api.billingInvoices.invoice, { path: { ...path, invoice } })),
      body: ({ invoice }) => ({ purpose: "payment", invoiceId: invoice }),
      // A workspace may start few payments per hour.
      undo: () =>
        asSystem(
          sql`UPDATE payment SET created_at = created_at - interval '2 hours' WHERE workspace_id = ${workspace.id}`,
        ),
    }),
    define("paymentMethods.setDefault", paymentMethodActions.setDefault, {
      objects: {
        "not the default": () => insert({ others: true, isDefault: false }),
        "the default": () => insert({ others: true, isDefault: true }),
        expired: () => insert({ others: true, isDefault: false, isExpired: true }),
        missing,
      },
      view,
    }),
    define("paymentMethods.remove", paymentMethodActions.remove, {
      objects: {
        "not the default": () => insert({ others: true, isDefault: false }),
        "the default beside others": () => insert({ others: true, isDefault: true }),
        "the only one, with instances": () => insert({ others: false, isDefault: true }),
        missing,
      },
      view,
    }),
  ];
}
