/** Names that contain markup, scripts or links are shown as plain text on all pages. */
import { newPublicKey } from "#api/testing/ssh-keys.ts";
import { api } from "#contracts/api.ts";
import { signInAs } from "../support/api-client.ts";
import { expect, test } from "../support/fixtures.ts";

const hostile = `"><img src=x onerror=alert(1)><svg/onload=alert(2)>`;
const script = `<script>alert(3)</script>{{7*7}}`;

test("C089: never executes names as scripts on any page", async ({
  page,
  customer,
  signIn,
  stack,
}) => {
  test.slow();
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const path = { workspace: customer.handle };
  await customer.call(api.account.update, {
    body: { attribute: "name", firstName: hostile, lastName: script },
  });
  const project = await customer.call(api.projects.create, {
    path,
    body: { name: hostile, description: script },
  });
  await customer.call(api.credentials.create, {
    path,
    body: { name: hostile, publicKey: newPublicKey() },
  });
  const { token } = await customer.call(api.tokens.create, {
    path,
    body: { name: hostile, scopes: ["project.view"], projectIds: [project.id] },
  });
  const handle = customer.handle;
  const pages = [
    `/${handle}`,
    `/${handle}/projects`,
    `/${handle}/projects/${project.id}`,
    `/${handle}/settings/credentials`,
    `/${handle}/settings/access-tokens`,
    `/${handle}/settings/access-tokens/${token.id}`,
    "/account/security",
    `/${handle}/activities`,
    "/my-activities",
    "/account/general",
    "/account/sessions",
    `/404?message=${encodeURIComponent(hostile)}&cause=${encodeURIComponent(script)}`,
    `/500?message=${encodeURIComponent(script)}&code=x`,
  ];
  for (const address of pages) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    expect(await page.locator("img[src=x], svg[onload]").count(), address).toBe(0);
  }
  await page.goto(`/${handle}/projects`);
  await expect(page.getByText(hostile, { exact: true }).first()).toBeVisible();

  const admin = await signInAs(stack.url, "it-admin@demo.test");
  const result = await admin.call(api.users.list, { query: { search: customer.email } });
  await signIn("it-admin@demo.test");
  for (const address of ["/admin/users", `/admin/users/${result.data[0]?.id}`]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    expect(await page.locator("img[src=x], svg[onload]").count(), address).toBe(0);
  }
  expect(dialogs).toEqual([]);
});
