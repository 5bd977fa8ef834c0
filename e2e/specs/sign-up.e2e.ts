import { demoPassword } from "../support/api-client.ts";
import { expect, test } from "../support/fixtures.ts";

test("signs up, verifies the email and creates a workspace", { tag: "@phone" }, async ({
  page,
  unique,
  waitForEmailLink,
}) => {
  const handle = unique("fjord");
  const email = `${handle}@example.org`;
  const firstName = page.getByLabel("First name");
  const lastName = page.getByLabel("Last name");
  const address = page.getByLabel("Email");
  const password = page.getByLabel("Password", { exact: true });
  const age = page.getByRole("checkbox", { name: "I am 18 or older" });
  const terms = page.getByRole("checkbox", { name: "I accept the terms" });

  await test.step("an empty form names each field and focuses the first one", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByRole("button", { name: "Create account" }).click();
    for (const field of [firstName, lastName, address, password])
      await expect(field).toHaveAccessibleDescription("Field is required");
    await expect(age).toHaveAccessibleDescription("You must be 18 or older to create an account");
    await expect(terms).toHaveAccessibleDescription("Accept the terms to continue");
    await expect(firstName).toBeFocused();
    await expect(page.getByText("Check these fields")).toBeVisible();
    await page.getByRole("link", { name: "Email", exact: true }).click();
    await expect(address).toBeFocused();
    await page.getByRole("link", { name: "Terms", exact: true }).first().click();
    await expect(terms).toBeFocused();
  });

  await test.step("an invalid email and a short password", async () => {
    await firstName.fill("Åsa <b>");
    await lastName.fill("O’Neill-Çelik");
    await address.fill("asa@example");
    await password.fill("short");
    await age.check();
    await terms.check();
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(address).toHaveAccessibleDescription("Invalid email");
    await expect(address).toBeFocused();
    await expect(password).toHaveAccessibleDescription("12 to 128 characters");
    await address.fill(email);
    await password.fill(email);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(password).toHaveAccessibleDescription(/^Password invalid: it's too common/);
    // The field gets the focus in the next frame; text that is being filled in elsewhere would land in it.
    await expect(password).toBeFocused();
    await expect(firstName).toHaveValue("Åsa <b>");
  });

  await test.step("an email that already has an account", async () => {
    await address.fill("OWNER@demo.test");
    await password.fill(demoPassword);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(address).toHaveAccessibleDescription("Email already in use");
  });

  await test.step("creates the account and sends an email", async () => {
    await address.fill(email);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByRole("button", { name: /Resend in \d+ s/ })).toBeDisabled();
  });

  await test.step("sign-in before verification says so", async () => {
    await page.getByRole("link", { name: "Back to sign in" }).click();
    await address.fill(email);
    await password.fill(demoPassword);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("This email address hasn't been verified yet.")).toBeVisible();
    await expect(page.getByRole("link", { name: "resend it" })).toHaveAttribute(
      "href",
      new RegExp(encodeURIComponent(email).replace("%40", "(%40|@)")),
    );
  });

  const verification = await waitForEmailLink(email);
  await test.step("opening the link does not consume it; the button consumes it once", async () => {
    await page.goto(verification);
    const verify = page.getByRole("button", { name: "Verify email" });
    for (const _again of ["first", "second"]) {
      await page.reload();
      await expect(verify).toBeVisible();
    }
    await verify.click();
    await expect(page.getByRole("heading", { name: "Email verified" })).toBeVisible();
    await page.goto(verification);
    await verify.click();
    await expect(page.getByRole("heading", { name: "Already verified" })).toBeVisible();
  });

  await test.step("rejects a wrong password and accepts the right one", async () => {
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).last().click();
    await address.fill(email);
    await password.fill("not the right one");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Incorrect email or password.")).toBeVisible();
    await password.fill(demoPassword);
    await password.press("Enter");
    await expect(page.getByRole("heading", { name: "Workspaces", exact: true })).toBeVisible();
    await expect(page.getByText("No workspaces yet")).toBeVisible();
  });

  await test.step("suggests and validates the workspace's handle while typing", async () => {
    await page.getByRole("link", { name: "Create workspace" }).click();
    const name = page.getByLabel("Name");
    const field = page.getByLabel("Handle");
    await name.fill("Åre Älvdalen & Söner");
    await expect(field).toHaveValue("are-alvdalen-soner");
    await name.fill("株式会社");
    await expect(field).toHaveValue(/^workspace-\w+$/);
    await field.fill("northwind");
    await expect(page.getByText("/northwind is taken. Choose another handle.")).toBeVisible();
    await page.getByRole("button", { name: "Create workspace" }).click();
    await expect(field).toHaveAccessibleDescription(/This handle is already taken/);
    await field.fill("admin");
    await page.getByRole("button", { name: "Create workspace" }).click();
    await expect(field).toHaveAccessibleDescription("This word is reserved");
    await field.fill("a--b");
    await page.getByRole("button", { name: "Create workspace" }).click();
    await expect(field).toHaveAccessibleDescription(/^Use 3 to 32 lowercase letters/);
    await field.fill(handle.toUpperCase());
    await expect(field).toHaveValue(handle);
    await expect(page.getByText(`/${handle} is available`)).toBeVisible();
    await page.getByRole("button", { name: "Create workspace" }).click();
  });

  await test.step("opens the home page of the workspace after the steps that can be skipped", async () => {
    for (const heading of ["Who are invoices for?", "Add a card"]) {
      await expect(page.getByRole("heading", { name: heading })).toBeVisible();
      await page.getByRole("button", { name: "Skip" }).click();
    }
    await expect(page).toHaveURL(`/${handle}`);
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Get started" })).toBeVisible();
  });
});

test("resends the verification email; only the newest link works", async ({
  page,
  unique,
  waitForEmailLink,
  request,
}) => {
  const email = `${unique("lost")}@example.org`;
  await page.goto("/auth/register");
  await page.getByLabel("First name").fill("Kim");
  await page.getByLabel("Last name").fill("Lund");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("checkbox", { name: "I am 18 or older" }).check();
  await page.getByRole("checkbox", { name: "I accept the terms" }).check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  const first = await waitForEmailLink(email);

  await page.getByRole("link", { name: "Back to sign in" }).click();
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByRole("link", { name: "Verify email" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("Email").fill("invalid");
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Invalid email");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("we've sent a link to it")).toBeVisible();
  await expect.poll(() => waitForEmailLink(email)).not.toBe(first);
  const second = await waitForEmailLink(email);

  // Mail scanners open links before the user does.
  for (const method of ["HEAD", "GET"]) await request.fetch(second, { method });
  await page.goto(first);
  await page.getByRole("button", { name: "Verify email" }).click();
  await expect(page.getByRole("heading", { name: "This link has expired" })).toBeVisible();
  await page.goto(second);
  await page.getByRole("button", { name: "Verify email" }).click();
  await expect(page.getByRole("heading", { name: "Email verified" })).toBeVisible();
});

test("an unknown email gets the same response", async ({ page, unique }) => {
  await page.goto("/auth/verify/resend");
  await page.getByLabel("Email").fill(`${unique("ghost")}@example.org`);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("we've sent a link to it")).toBeVisible();
});

test("loads only the needed fonts: one for signed-out pages, and a preloaded monospace font for pages with addresses", async ({
  page,
  signIn,
}) => {
  const loaded = new Set<string>();
  page.on("request", (request) => {
    const font = /(?<name>[a-z-]+)-latin.*\.woff2$/.exec(request.url())?.groups?.["name"];
    if (font !== undefined) loaded.add(font);
  });
  const ahead = page.locator("link[rel=preload][as=font]");
  await page.goto("/auth/login");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.evaluate(async () => void (await document.fonts.ready));
  await expect(ahead).toHaveCount(1);
  expect([...loaded]).toEqual(["hanken-grotesk"]);

  await signIn("owner@demo.test");
  await page.goto("/northwind/instances");
  await expect(page.getByRole("link", { name: "infer-a" })).toBeVisible();
  await expect(ahead).toHaveCount(2);
  expect([...loaded].toSorted()).toEqual(["geist-mono", "hanken-grotesk"]);
});
