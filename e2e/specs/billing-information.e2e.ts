/** The billing details of a workspace. */
import { api } from "#contracts/api.ts";
import { signInAs } from "../support/api-client.ts";
import { expect, expectAccessible, listEmails, test } from "../support/fixtures.ts";

test("C107: another country clears the state, and an address abroad needs no VAT ID", {
  tag: "@phone",
}, async ({ page, customer }) => {
  await page.goto(`/${customer.handle}/billing/information`);
  const main = page.getByRole("main");
  const country = main.getByRole("combobox", { name: "Country" });
  const choose = async (name: string) => {
    await country.fill(name);
    await page.getByRole("option", { name, exact: true }).click();
    await expect(country).toHaveValue(name);
  };
  await main.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
  await choose("United States");
  await main.getByLabel("Address", { exact: true }).fill("Street 1");
  await main.getByLabel("Postal code").fill("94105");
  await main.getByLabel("City").fill("San Francisco");
  await main.getByLabel("State or province").fill("CA");
  await choose("Japan");
  await expect(main.getByLabel("State or province")).toHaveValue("");
  await main.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Billing details saved")).toBeVisible();
  await page.reload();
  await expect(country).toHaveValue("Japan");
  await expect(main.getByLabel("City")).toHaveValue("San Francisco");
  await expectAccessible(page);
});

test("a company enters its VAT ID, several receivers and an order number, which its next invoice has", async ({
  page,
  customer,
  stack,
}) => {
  // The job that mails invoices runs once a minute.
  test.slow();
  const path = { workspace: customer.handle };
  await page.goto(`/${customer.handle}/billing/information`);
  const main = page.getByRole("main");
  await main.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
  await main.getByLabel("Company").fill("Acme GmbH");
  await main.getByRole("combobox", { name: "Country" }).fill("Germany");
  await page.getByRole("option", { name: "Germany", exact: true }).click();
  await main.getByLabel("Address", { exact: true }).fill("Hauptstraße 1");
  await main.getByLabel("Postal code").fill("10115");
  await main.getByLabel("City").fill("Berlin");
  await expect(main).toContainText(
    "An invoice that promo codes cover in full isn't mailed, and a month without usage has no invoice.",
  );
  const vatId = main.getByLabel("VAT ID");
  const receivers = main.getByLabel("Send invoices to");
  const save = main.getByRole("button", { name: "Save", exact: true });
  await vatId.fill("NL123456789B01");
  await receivers.fill("first@acme.test\nsecond@acme.test\nthird@acme.test");
  await main.getByLabel("Order number").fill("PO-4711");
  await save.click();
  await expect(vatId).toHaveAttribute("aria-invalid", "true");
  await vatId.fill("DE 136.695.976");
  await save.click();
  await expect(page.getByText("Billing details saved")).toBeVisible();
  await page.reload();
  await expect(vatId).toHaveValue("DE136695976");
  await expect(receivers).toHaveValue("first@acme.test\nsecond@acme.test\nthird@acme.test");
  // Nothing stands in for the EU register here, and until it responds VAT is charged.
  await expect(main).toContainText("The register doesn't respond. We check again.");
  await expectAccessible(page);

  const { id: workspaceId } = await customer.call(api.workspaces.view, { path });
  const staff = await signInAs(stack.url, "business-admin@demo.test");
  const invoice = await staff.call(api.adminBilling.createInvoice, {
    body: {
      workspaceId,
      reason: "A story",
      lines: [{ description: "Migration help", amountCents: 12_345 }],
    },
  });
  await page.goto(`/${customer.handle}/billing/invoice/${invoice.id}`);
  await expect(main).toContainText("DE136695976");
  await expect(main).toContainText("Order number PO-4711");
  for (const receiver of ["first", "second", "third"])
    await expect
      .poll(
        async () =>
          (await listEmails(stack, `${receiver}@acme.test`)).map(({ subject }) => subject),
        {
          timeout: 90_000,
        },
      )
      .not.toEqual([]);
});
