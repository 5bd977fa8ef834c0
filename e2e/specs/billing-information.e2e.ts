/** The billing details of a workspace. */
import { expect, expectAccessible, test } from "../support/fixtures.ts";

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
