/** Webhooks: create, show the secret once, receive a signed event, see a failure, send again, replace the secret, delete. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { goTo } from "../support/console-actions.ts";
import { expect, expectAccessible, test } from "../support/fixtures.ts";

/** A server on this host that receives webhooks; the servers of the specs allow private addresses. */
async function startReceiver() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const next = { status: 204, text: "" };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(next.status).end(next.text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    received,
    next,
    url: `http://127.0.0.1:${port}/hook`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Reads the secret of the dialog and closes it. */
async function takeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog", { name: "Save the secret of Deploy hook" });
  const secret = await dialog.getByRole("code").innerText();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await expect(dialog.getByRole("button", { name: "Done" })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: "I've saved it" }).check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  return secret;
}

test("creates a webhook that receives signed events, shows failures, sends again and is deleted", {
  tag: "@phone",
}, async ({ page, customer }) => {
  test.slow();
  const receiver = await startReceiver();
  await page.goto(`/${customer.handle}`);
  await goTo(page, "Webhooks");
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  await page.getByRole("link", { name: "Create webhook" }).click();
  const create = page.getByRole("button", { name: "Create webhook" });

  await test.step("shows problems at their fields and keeps the input", async () => {
    await page.getByLabel("Name", { exact: true }).fill("Deploy hook");
    await page.getByLabel("URL").fill("https://user:secret@example.org/");
    await create.click();
    await expect(page.getByText("Enter a URL that starts with https://").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("URL").fill(receiver.url);
    await page.getByRole("button", { name: "All Instances" }).click();
    await page.getByRole("checkbox", { name: "Instance stopped" }).uncheck();
  });

  let secret = "";
  await test.step("shows the secret once", async () => {
    await create.click();
    secret = await takeSecret(page);
    await expect(page.getByRole("heading", { level: 1, name: "Deploy hook" })).toBeVisible();
    await expect(page.getByText("No deliveries yet")).toBeVisible();
  });

  await test.step("sends a test event that the receiver can verify", async () => {
    await page.getByRole("button", { name: "Send test event" }).click();
    await expect(page.getByRole("main").getByText("Delivered")).toBeVisible();
    const [event] = receiver.received;
    const headers = z.record(z.string(), z.string()).parse(event?.headers);
    const verified = new Webhook(secret).sign(
      headers["webhook-id"] ?? "",
      new Date(Number(headers["webhook-timestamp"]) * 1_000),
      event?.body ?? "",
    );
    expect(headers["webhook-signature"]).toBe(verified);
    await expectAccessible(page);
  });

  await test.step("shows the response of a failure, then delivers it", async () => {
    receiver.next.status = 500;
    receiver.next.text = "database is down";
    await page.getByRole("button", { name: "Send test event" }).click();
    await expect(page.getByRole("main").getByText("Retrying")).toBeVisible();
    await expect(page.getByText("The receiver has accepted no event since")).toBeVisible();
    await page.getByRole("button", { name: "Test event", exact: true }).first().click();
    const dialog = page.getByRole("dialog", { name: "Test event", exact: true });
    await expect(dialog.getByText("database is down")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Send again" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await expectAccessible(page);
    await dialog.getByText("Close", { exact: true }).click();
    receiver.next.status = 204;
    receiver.next.text = "";
  });

  await test.step("sends a delivered event again with the same id", async () => {
    const [first] = receiver.received.map(({ headers }) => headers["webhook-id"]);
    await page.getByRole("button", { name: "Test event", exact: true }).last().click();
    const dialog = page.getByRole("dialog", { name: "Test event", exact: true });
    await dialog.getByRole("button", { name: "Send again" }).click();
    await expect(dialog).toBeHidden();
    // The failed event is retried meanwhile, so the receiver may get events of another id.
    await expect
      .poll(() => receiver.received.filter(({ headers }) => headers["webhook-id"] === first).length)
      .toBe(2);
  });

  await test.step("replaces the secret", async () => {
    await page.getByRole("button", { name: "Replace secret" }).click();
    const dialog = page.getByRole("dialog", { name: "Replace the secret of Deploy hook" });
    await dialog.getByRole("button", { name: "Replace secret" }).click();
    expect(await takeSecret(page)).not.toBe(secret);
    await expect(page.getByText("Events are signed with two secrets")).toBeVisible();
  });

  await test.step("changes, disables and deletes it", async () => {
    await page.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Deploy hook" });
    await dialog.getByLabel("Name", { exact: true }).fill("Chat hook");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Chat hook" })).toBeVisible();
    await page.getByRole("button", { name: "Disable" }).click();
    await expect(page.getByText("Events that happen meanwhile are not sent later")).toBeVisible();
    await expect(page.getByRole("button", { name: "Send test event" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await page.getByRole("button", { name: "Delete webhook" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete webhook Chat hook?" });
    await question.getByLabel("Type Chat hook to confirm").fill("Chat hook");
    await question.getByRole("button", { name: "Delete Chat hook" }).click();
    await expect(page.getByText("No webhooks yet")).toBeVisible();
  });
  await receiver.stop();
});
