/** Invoices that customers pay by card: with the bank's confirmation given, refused, and left open. */
import type { Locator, Page } from "@playwright/test";
import pg from "pg";
import { api } from "#contracts/api.ts";
import { type Customer, signInAs } from "../support/api-client.ts";
import { answerBank, bankButton } from "../support/bank.ts";
import { expect, expectAccessible, type StackUrls, test } from "../support/fixtures.ts";

const confirmedAlways = "4000002760003184";

/** The card of a page, by its heading. */
const cardOf = (page: Page, name: string | RegExp): Locator =>
  page.locator("section").filter({ has: page.getByRole("heading", { level: 2, name }) });

/** Enters a card into the form of a part of the page, and submits it. */
async function enterCard(part: Locator, number: string, submit: string): Promise<void> {
  const frame = part.frameLocator('iframe[title="Secure card payment input frame"]');
  await frame.getByLabel("Card number").fill(number);
  await frame.getByLabel("Expiration date").fill("1234");
  await frame.getByLabel("Security code").fill("123");
  await part.getByRole("button", { name: submit }).click();
}

async function saveCard(page: Page, customer: Customer, number: string): Promise<void> {
  await page.goto(`/${customer.handle}/billing/balance-payments`);
  const cards = cardOf(page, "Cards");
  const add = cards.getByRole("button", { name: "Add card" });
  await expect(add.or(cards.getByRole("button", { name: "Save card" }))).toBeVisible();
  if (await add.isVisible()) await add.click();
  await enterCard(cards, number, "Save card");
  if (number === confirmedAlways) await answerBank(page, "Complete");
  await expect(cards.getByRole("listitem").filter({ hasText: number.slice(-4) })).toBeVisible();
}

interface IssuedInvoice {
  readonly id: string;
  readonly number: string;
  readonly page: string;
  /** What is owed, such as `US$149.38`. */
  readonly amount: string;
}

async function issueInvoice(
  stack: StackUrls,
  customer: Customer,
  amountCents: number,
): Promise<IssuedInvoice> {
  const path = { workspace: customer.handle };
  const { id: workspaceId } = await customer.call(api.workspaces.view, { path });
  const staff = await signInAs(stack.url, "business-admin@demo.test");
  await staff.call(api.adminBilling.createInvoice, {
    body: {
      workspaceId,
      reason: "A story",
      lines: [{ description: "Migration help", amountCents }],
    },
  });
  const { data } = await customer.call(api.billingInvoices.invoices, { path, query: {} });
  const [invoice] = data;
  if (invoice === undefined || invoice.number === null) throw new Error("No invoice was issued");
  const { id, number, outstanding } = invoice;
  return {
    id,
    number,
    page: `/${customer.handle}/billing/invoice/${id}`,
    amount: `US$${(outstanding.cents / 100).toFixed(2)}`,
  };
}

/** Reads and changes rows as no page can. */
async function query(
  stack: StackUrls,
  ...statements: readonly (readonly [text: string, values?: string[]])[]
): Promise<readonly unknown[]> {
  const client = new pg.Client(stack.databaseUrl);
  await client.connect();
  try {
    let rows: readonly unknown[] = [];
    for (const [text, values] of statements) ({ rows } = await client.query(text, values));
    return rows;
  } finally {
    await client.end();
  }
}

test("an unpaid invoice is paid with a new card that the bank confirms", { tag: "@phone" }, async ({
  page,
  customer,
  stack,
}) => {
  const invoice = await issueInvoice(stack, customer, 12_000);
  await page.goto(invoice.page);
  await page.getByRole("link", { name: `Pay ${invoice.amount}` }).click();
  const card = cardOf(page, `Pay ${invoice.number}`);
  await expect(card).toContainText(invoice.amount);
  // The form of the invoice is the only one that asks for a card.
  await expect(page.getByRole("button", { name: "Save card", exact: true })).toHaveCount(0);
  await expect(
    card.getByRole("button", { name: `Save card and pay ${invoice.amount}` }),
  ).toBeVisible();
  await expectAccessible(page);
  await enterCard(card, confirmedAlways, `Save card and pay ${invoice.amount}`);
  // The bank confirms the card, then the payment.
  await answerBank(page, "Complete");
  await expect(card.getByLabel("Card", { exact: true })).toContainText("Visa •••• 3184");
  await answerBank(page, "Complete");
  await expect(page.getByText(`${invoice.number} paid`)).toBeVisible();
  await expect(card).toContainText("This invoice is paid.");
  await expectAccessible(page);
  await card.getByRole("link", { name: invoice.number }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(invoice.number);
  await expect(page.getByRole("main")).toContainText("Paid");
  await expect(page.getByRole("link", { name: `Pay ${invoice.amount}` })).toHaveCount(0);
});

test("a payment that the bank doesn't confirm, or that is left open, charges nothing and can be repeated", async ({
  page,
  customer,
  stack,
}) => {
  // The job that charges the default card runs once a minute.
  test.slow();
  await saveCard(page, customer, confirmedAlways);
  const invoice = await issueInvoice(stack, customer, 12_000);
  const failedCharges = () =>
    query(stack, [
      "SELECT 1 FROM payment WHERE invoice_id = $1 AND failure_code = 'authentication_required'",
      [invoice.id],
    ]);
  await expect.poll(failedCharges, { timeout: 120_000 }).toHaveLength(1);
  await page.goto(invoice.page);
  await page.getByRole("link", { name: `Pay ${invoice.amount}` }).click();
  const card = cardOf(page, `Pay ${invoice.number}`);
  const pay = card.getByRole("button", { name: `Pay ${invoice.amount}` });

  await pay.click();
  await answerBank(page, "Fail");
  await expect(card.getByRole("alert")).toContainText("Your bank didn't confirm this");
  await expect(card.getByRole("alert")).toContainText("Nothing was charged.");
  await expectAccessible(page);

  await pay.click();
  await expect(bankButton(page, "Complete")).toBeVisible();
  await expect(card.getByRole("alert")).toHaveCount(0);
  await page.getByRole("dialog", { name: "3-D Secure" }).press("Escape");
  await expect(card.getByRole("alert")).toContainText("Nothing was charged.");

  await pay.click();
  await expect(bankButton(page, "Complete")).toBeVisible();
  await page.reload();
  await expect(card).toContainText("A payment of this invoice was started and not completed.");
  await pay.click();
  await answerBank(page, "Complete");
  await expect(card).toContainText("This invoice is paid.");

  await page.goto(`/${customer.handle}/billing/billing-history`);
  // One payment, and the invoice itself.
  await expect(page.getByRole("button", { name: "Actions for Payment" })).toHaveCount(1);
  await expect(page.getByRole("row").filter({ hasText: invoice.number })).toHaveCount(2);
});

test("another card pays when the default card is declined", async ({ page, customer, stack }) => {
  await saveCard(page, customer, "4242424242424242");
  await saveCard(page, customer, "4000000000000341");
  const invoice = await issueInvoice(stack, customer, 12_000);
  await page.goto(`/${customer.handle}/billing/invoice`);
  await page
    .getByRole("row")
    .filter({ hasText: invoice.number })
    .getByRole("button", { name: /^Actions/ })
    .click();
  await page.getByRole("menuitem", { name: `Pay ${invoice.amount}` }).click();
  const card = cardOf(page, `Pay ${invoice.number}`);
  const pay = card.getByRole("button", { name: `Pay ${invoice.amount}` });
  const chosen = card.getByLabel("Card", { exact: true });
  await expect(chosen.locator("option:checked")).toHaveText("Visa •••• 0341");
  // The job may be charging the default card at this moment.
  await expect(async () => {
    await pay.click();
    await expect(card.getByRole("alert")).toContainText("Your bank declined the card");
  }).toPass();
  await chosen.selectOption("Visa •••• 4242");
  await pay.click();
  await expect(card).toContainText("This invoice is paid.");
});

test("an invoice that no card can pay now says why", async ({ page, customer, stack }) => {
  const small = await issueInvoice(stack, customer, 30);
  await page.goto(small.page);
  await expect(page.getByRole("main")).toContainText(
    "Card payments start at US$0.50. This amount joins the next invoice.",
  );
  await expect(page.getByRole("link", { name: `Pay ${small.amount}` })).toHaveCount(0);

  await saveCard(page, customer, confirmedAlways);
  const invoice = await issueInvoice(stack, customer, 12_000);
  await expect(async () => {
    await customer.call(api.payments.initialize3ds, {
      path: { workspace: customer.handle },
      body: { purpose: "payment", invoiceId: invoice.id },
    });
  }).toPass();
  await query(stack, [
    "UPDATE payment SET status = 'processing' WHERE invoice_id = $1",
    [invoice.id],
  ]);
  const notice = "Your bank is processing a payment of this invoice.";
  await page.goto(invoice.page);
  await expect(page.getByRole("main")).toContainText(notice);
  await expect(page.getByRole("link", { name: `Pay ${invoice.amount}` })).toHaveCount(0);
  await page.goto(`/${customer.handle}/billing/balance-payments?invoice=${invoice.id}`);
  const card = cardOf(page, `Pay ${invoice.number}`);
  await expect(card).toContainText(notice);
  await expect(card.getByRole("button")).toHaveCount(0);
});

test("a suspended workspace leads to the overdue invoice, and its payment ends the suspension", async ({
  page,
  customer,
  stack,
}) => {
  // The job that ends suspensions runs twice a minute.
  test.slow();
  const invoice = await issueInvoice(stack, customer, 12_000);
  await query(
    stack,
    ["BEGIN"],
    ["ALTER TABLE invoice DISABLE TRIGGER invoice_final"],
    [
      "UPDATE invoice SET status = 'overdue', due_at = due_at - interval '40 days' WHERE id = $1",
      [invoice.id],
    ],
    ["ALTER TABLE invoice ENABLE TRIGGER invoice_final"],
    [
      "UPDATE workspace SET status = 'suspended', suspension_reason = 'overdue', suspended_at = updated_at WHERE handle = $1",
      [customer.handle],
    ],
    ["COMMIT"],
  );
  await page.goto(`/${customer.handle}/billing/usage`);
  const links = page.getByRole("link", { name: "View and pay invoices" });
  await links.click();
  await page.getByRole("link", { name: invoice.number }).click();
  await page.getByRole("link", { name: `Pay ${invoice.amount}` }).click();
  const card = cardOf(page, `Pay ${invoice.number}`);
  // The banner and the callout of the page.
  await expect(links).toHaveCount(2);
  await expectAccessible(page);
  await enterCard(card, "4242424242424242", `Save card and pay ${invoice.amount}`);
  await expect(card).toContainText("This invoice is paid.");
  await expect(page.getByText("Invoices are overdue.")).toHaveCount(0);
  await expect(page.getByText("This workspace is suspended")).toHaveCount(0, { timeout: 90_000 });
});
