/** Billing by staff: balances with a second person, invoices from draft to refund, and promo codes. */
import pg from "pg";
import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { createCustomer, type Customer, signInAs } from "../support/api-client.ts";
import { expect, expectAccessible, type StackUrls, test } from "../support/fixtures.ts";

const businessAdmin = "business-admin@demo.test";

async function findWorkspace(stack: StackUrls, { handle }: Pick<Customer, "handle">) {
  const staff = await signInAs(stack.url, businessAdmin);
  const { data } = await staff.call(api.adminWorkspaces.list, { query: { search: handle } });
  const found = data.find((workspace) => workspace.handle === handle);
  if (found === undefined) throw new Error(`${handle} is not listed`);
  return { staff, workspace: found };
}

/** Makes a customer of this spec a second business administrator. */
async function promote(stack: StackUrls, email: string): Promise<void> {
  const client = new pg.Client(stack.databaseUrl);
  await client.connect();
  await client.query(
    `INSERT INTO user_staff_role (id, user_id, staff_role_id, assigned_at)
     SELECT gen_random_uuid(), id, 'BusinessAdmin', now() FROM user_account WHERE email_normalized = $1`,
    [email.toLowerCase()],
  );
  await client.end();
}

/** Types the name into a question, and presses its button. */
async function confirm(page: Page, title: string, typed: string, verb: string): Promise<void> {
  const question = page.getByRole("alertdialog", { name: title });
  const button = question.getByRole("button", { name: verb, exact: true });
  await expect(button).toBeDisabled();
  await question.getByLabel(`Type ${typed} to confirm`).fill(typed);
  await button.click();
}

test("staff add to a balance with a preview, and another person approves a large amount", {
  tag: "@phone",
}, async ({ page, customer, stack, signIn, unique, waitForEmailLink }) => {
  const { workspace } = await findWorkspace(stack, customer);
  const { name, id } = workspace;
  const second = await createCustomer(stack.url, unique("second"), waitForEmailLink);
  await promote(stack, second.email);
  const card = page.getByRole("heading", { name: "Balance", exact: true }).locator("../..");

  await test.step("an amount up to the limit is added at once", async () => {
    await signIn(businessAdmin);
    await page.goto(`/admin/workspaces/${id}`);
    await page.getByRole("button", { name: "Add to balance" }).click();
    const question = page.getByRole("alertdialog", { name: `Add to the balance of ${name}?` });
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await question.getByLabel("Amount in US$").fill("20");
    await question.getByLabel("Reason").fill("Sorry for the outage");
    await expect(question).toContainText("Balance after itUS$20.00");
    await expectAccessible(page);
    await confirm(page, `Add to the balance of ${name}?`, name, "Add US$20.00");
    await expect(page.getByText(`US$20.00 added to the balance of ${name}`)).toBeVisible();
    await expect(card).toContainText("US$20.00");
  });

  await test.step("more waits for another person, and the one who asked can't approve it", async () => {
    await page.getByRole("button", { name: "Add to balance" }).click();
    const question = page.getByRole("alertdialog", { name: `Add to the balance of ${name}?` });
    await question.getByLabel("Amount in US$").fill("480.01");
    await question.getByLabel("Reason").fill("A project");
    await expect(question).toContainText("Nothing is added until another person approves it.");
    await confirm(page, `Add to the balance of ${name}?`, name, "Ask for approval of US$480.01");
    await page.getByRole("link", { name: "Waits for approval: 1" }).click();
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    const approve = page.getByRole("menuitem", { name: /^Approve/ });
    await expect(approve).toContainText("You asked for it yourself. Another person approves it");
    await page.keyboard.press("Escape");
    await expectAccessible(page);
  });

  await test.step("the other person approves it, and the customer has the money", async () => {
    await signIn(second.email);
    await page.goto(`/admin/balance-approvals?search=${customer.handle}`);
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Approve" }).click();
    await confirm(page, `Add US$480.01 to the balance of ${name}?`, name, "Add US$480.01");
    await expect(page.getByText(`US$480.01 added to the balance of ${name}`)).toBeVisible();
    await page.goto(`/admin/billing-history?workspaceId=${id}`);
    await expect(page.getByRole("main")).toContainText("A project");
    await expect(page.getByRole("main")).toContainText("US$500.01");
    await expectAccessible(page);
  });
});

test("staff write an invoice, issue it, record its payment, replace it with the difference, refund and reverse it", async ({
  page,
  customer,
  stack,
  signIn,
}) => {
  // Without tax, so that the amounts of the test are those of the documents.
  await customer.call(api.billingInfo.createInfo, {
    path: { workspace: customer.handle },
    body: {
      name: "Ada Acme",
      addressLine1: "1 Main Street",
      postalCode: "10001",
      city: "New York",
      region: "NY",
      country: "US",
    },
  });
  const { workspace } = await findWorkspace(stack, customer);
  const { name, id } = workspace;
  const main = page.getByRole("main");
  await signIn(businessAdmin);

  await test.step("a draft keeps what was typed, and a wrong amount is named", async () => {
    await page.goto(`/admin/invoices?workspaceId=${id}`);
    await page.getByRole("link", { name: "Create invoice" }).click();
    await page.getByLabel("Description of line 1").fill("Migration");
    await page.getByLabel("Amount in US$").fill("a lot");
    await page.getByLabel("Reason").fill("As agreed");
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(page.getByLabel("Amount in US$")).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Amount in US$").fill("100");
    await page.getByRole("button", { name: "Add a line" }).click();
    await page.getByLabel("Description of line 2").fill("Support");
    await page.getByLabel("Price of line 2").selectOption({ label: "Quantity × unit price" });
    await page.getByLabel("Quantity").fill("4");
    await page.getByLabel("Unit price in US$").fill("2.5");
    await expect(main).toContainText("NetUS$110.00");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(page.getByRole("heading", { name: "Draft", level: 1 })).toBeVisible();
  });

  await test.step("issuing asks for the name, and gives it a number", async () => {
    await page.getByRole("button", { name: "Issue", exact: true }).click();
    await confirm(page, `Issue this invoice to ${name}?`, name, "Issue US$110.00");
    await expect(page.getByRole("heading", { name: /^INV-/, level: 1 })).toBeVisible();
    await expectAccessible(page);
  });
  const number = await page.getByRole("heading", { level: 1 }).innerText();

  await test.step("a bank payment pays it, and what exceeds it goes to the balance", async () => {
    await page.getByRole("button", { name: "Bank payment received" }).click();
    const question = page.getByRole("alertdialog", { name: `Record a bank payment of ${number}?` });
    await question.getByLabel("Amount in US$").fill("150");
    await question.getByLabel("Reference of the transfer").fill(`ref ${number}`);
    await expect(question).toContainText("Goes to the balanceUS$40.00");
    await confirm(page, `Record a bank payment of ${number}?`, number, "Record US$150.00");
    await expect(page.getByText(`US$150.00 recorded for ${number}`)).toBeVisible();
    await expect(main).toContainText("Paid");
  });

  await test.step("its copy is edited, and shows the difference before it replaces the invoice", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Reverse and create new" }).click();
    await expect(page.getByRole("heading", { name: `Replace ${number}` })).toBeVisible();
    await page.getByLabel("Amount in US$").fill("80");
    await page.getByRole("button", { name: "Remove line 2" }).click();
    await expect(main).toContainText("Lines afterUS$80.00");
    await expect(main).toContainText("-US$30.00");
    await expect(main).toContainText("(was US$100.00)");
    await page.getByLabel("Reason").fill("Less work");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Reverse and create new" }).click();
    const title = `Reverse ${number} and create a new invoice?`;
    await confirm(page, title, number, "Reverse and create new");
    await expect(page.getByRole("heading", { level: 1 })).not.toContainText(number);
    await expect(page.getByRole("link", { name: number })).toBeVisible();
    await expect(main).toContainText("US$80.00");
  });
  const replacement = await page.getByRole("heading", { name: /^INV-/, level: 1 }).innerText();

  await test.step("a refund is at most what was paid", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Refund" }).click();
    const question = page.getByRole("alertdialog", { name: `Refund ${replacement}?` });
    await expect(question).toContainText("At most US$80.00");
    await question.getByLabel("Amount in US$").fill("90");
    await question.getByLabel("Reason").fill("Sorry");
    await question.getByLabel(`Type ${replacement} to confirm`).fill(replacement);
    await question.getByRole("button", { name: "Refund US$90.00" }).click();
    await expect(question.getByLabel("Amount in US$")).toHaveAttribute("aria-invalid", "true");
    await question.getByLabel("Amount in US$").fill("30");
    await question.getByRole("button", { name: "Refund US$30.00" }).click();
    await expect(page.getByText(`US$30.00 of ${replacement} refunded`)).toBeVisible();
    await expect(page.getByRole("link", { name: /^CN-/ })).toHaveCount(1);
  });

  await test.step("a reversal credits the rest, and then nothing is left to reverse", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Reverse", exact: true }).click();
    await page.getByRole("alertdialog").getByLabel("Reason").fill("Cancelled");
    await confirm(page, `Reverse ${replacement}?`, replacement, `Reverse ${replacement}`);
    await expect(page.getByText(`${replacement} reversed`)).toBeVisible();
    await page.getByRole("button", { name: "More actions" }).click();
    await expect(page.getByRole("menuitem", { name: /^Reverse This/ })).toContainText(
      "This invoice is reversed already",
    );
    await page.keyboard.press("Escape");
  });

  await test.step("the PDF is downloaded, and the list finds the document by its number", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download PDF" }).click();
    expect((await download).suggestedFilename()).toContain(replacement);
    await page.goto(`/admin/invoices?search=${number}`);
    await expect(page.getByRole("row").filter({ hasText: number })).toContainText("Reversed");
    await expectAccessible(page);
  });
});

test("staff write off a debt", async ({ page, customer, stack, signIn }) => {
  const { staff, workspace } = await findWorkspace(stack, customer);
  const invoice = await staff.call(api.adminBilling.createInvoice, {
    body: {
      workspaceId: workspace.id,
      reason: "A project",
      lines: [{ description: "Work", amountCents: 5_000 }],
    },
  });
  const number = invoice.number ?? "";
  const owed = `US$${(invoice.outstanding.cents / 100).toFixed(2)}`;
  await signIn(businessAdmin);
  await page.goto(`/admin/invoices/${invoice.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Write off" }).click();
  await page.getByRole("alertdialog").getByLabel("Reason").fill("Insolvent");
  await confirm(page, `Write off ${number}?`, number, `Write off ${owed}`);
  await expect(page.getByText(`${owed} of it is written off.`)).toBeVisible();
});

test("staff create, change, delete and restore a promo code with its uses", {
  tag: "@phone",
}, async ({ page, customer, signIn, unique }) => {
  const code = unique("CODE").toUpperCase();
  await signIn(businessAdmin);
  await page.goto("/admin/promo-codes");
  await page.getByRole("button", { name: "Create promo code" }).click();
  const dialog = page.getByRole("dialog", { name: "Create promo code" });
  await dialog.getByLabel("Code", { exact: true }).fill(code.toLowerCase());
  await dialog.getByRole("button", { name: "Create promo code" }).click();
  await expect(dialog.getByLabel("Amount in US$")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Amount in US$").fill("25");
  await dialog.getByLabel("Maximum uses").fill("2");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create promo code" }).click();
  await expect(page.getByText(`${code} created`)).toBeVisible();

  const path = { workspace: customer.handle };
  await customer.call(api.billingPromo.redeemPromoCode, { path, body: { code } });
  await page.goto(`/admin/promo-codes?search=${code}`);
  const main = page.getByRole("main");
  await expect(main).toContainText("1 of 2");
  await expectAccessible(page);
  const menu = page.getByRole("button", { name: `Actions for ${code}` });

  await menu.click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: `Edit ${code}` });
  await expect(edit).toContainText("Used 1 time. What was redeemed stays as it is.");
  await edit.getByLabel("Last day (UTC)").fill("2099-12-31");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`${code} changed`)).toBeVisible();

  await menu.click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByText(`${code} deleted`)).toBeVisible();
  await expect(menu).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(`${code} restored`)).toBeVisible();
  await expect(main).toContainText("1 of 2");
});

test("staff without the permission have no billing in their navigation, and the pages refuse them", async ({
  page,
  signIn,
}) => {
  await signIn("it-admin@demo.test");
  await page.goto("/admin/users");
  const navigation = page.getByRole("navigation").first();
  await expect(navigation.getByRole("link", { name: "Users" })).toBeVisible();
  await expect(navigation.getByRole("link", { name: "Invoices" })).toHaveCount(0);
  for (const path of ["invoices", "billing-history", "promo-codes", "balance-approvals"]) {
    await page.goto(`/admin/${path}`);
    await expect(
      page.getByRole("heading", { name: "You don't have access to this" }),
    ).toBeVisible();
  }
});
