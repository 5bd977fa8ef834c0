/** A disabled action shows the reason with which the server denies it. */
import { api } from "#contracts/api.ts";
import { createCustomer, demoPassword } from "../support/api-client.ts";
import { emailedLink } from "../support/auth-actions.ts";
import { expect, test } from "../support/fixtures.ts";
import { createInstances } from "../support/instances.ts";

test("a team member's instance in the owner's project offers no action, and names the owner", async ({
  page,
  customer,
  stack,
  unique,
  waitForEmailLink,
}) => {
  test.slow();
  const path = { workspace: customer.handle };
  const member = await createCustomer(stack.url, unique("kim"), waitForEmailLink);
  await customer.call(api.invites.create, {
    path,
    body: { emails: [member.email], roleId: "team_member" },
  });
  const link = await emailedLink(waitForEmailLink, member.email, "/workspaces/users/join/");
  await member.call(api.invites.join, { path: { token: link.split("/").at(-1) ?? "" } });

  await createInstances(member, ["kept", "lent"], undefined, customer.handle);
  const project = await customer.call(api.projects.create, { path, body: { name: "Vision" } });
  const { data } = await customer.call(api.instances.list, { path });
  const lent = data.find(({ hostname }) => hostname === "lent");
  await customer.call(api.projects.assign, {
    path: { ...path, project: project.id },
    body: { instanceIds: [lent?.id ?? ""] },
  });
  const signedIn = await page.request.post("/auth/login", {
    data: { email: member.email, password: demoPassword },
  });
  expect(signedIn.status()).toBe(200);

  const owner = /in your own projects\. This one belongs to Robin Berg/;
  await test.step("in the menu of its row", async () => {
    await page.goto(`/${customer.handle}/instances`);
    await page.getByRole("button", { name: "Actions for lent" }).click();
    for (const name of ["Reboot", "Power off", "Terminate", "Move to project"]) {
      const entry = page.getByRole("menuitem", { name });
      await expect(entry).toHaveAttribute("aria-disabled", "true");
      await expect(entry).toContainText(owner);
    }
    await page.keyboard.press("Escape");
  });

  await test.step("on its page", async () => {
    await page.getByRole("link", { name: "lent", exact: true }).click();
    for (const name of ["Reboot", "Power off", "Terminate"]) {
      const button = page.getByRole("button", { name, exact: true });
      await expect(button).toBeDisabled();
      await expect(button).toHaveAccessibleDescription(owner);
    }
  });

  await test.step("while the member's own instance beside it can be terminated", async () => {
    await page.goto(`/${customer.handle}/instances`);
    await page.getByRole("link", { name: "kept", exact: true }).click();
    await expect(page.getByRole("button", { name: "Terminate", exact: true })).toBeEnabled();
  });
});
