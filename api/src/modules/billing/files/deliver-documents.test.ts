/** Mails about invoices, credit notes and payments, as the receiver of SMTP gets them. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../../core/db/db.ts";
import { checkLedgerAfterEach } from "../../../testing/check-ledger.ts";
import { billingFiles } from "../../../testing/billing-files.ts";
import { insertJanuaryUsage, january } from "../../../testing/billing.ts";
import { openBilling } from "../../../testing/open-billing.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";
import { createUser, reauthenticate, type TestUser } from "../../../testing/users.ts";
import { runDueJobs } from "../../../core/jobs/worker.ts";
import { createDrafts, issueMonth } from "../close-month.ts";

let env: TestEnvironment;
let owner: TestUser;
let staff: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment({ start: "2026-02-02T00:00:00Z" });
  owner = await createUser(env, "owner@staff.test");
  staff = await createUser(env, "staff@staff.test", { staffRole: "BusinessAdmin" });
});
beforeEach(async () => {
  await reauthenticate(env, staff);
  env.mail.clear();
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const open = async () => {
  const opened = await openBilling(env, { owner, staff, country: "US" });
  return { ...opened, files: billingFiles(owner.client, opened.workspace.handle) };
};
const deliver = async () => {
  await env.worker.tasks["billing.deliver_documents"]({});
  await runDueJobs(env.worker);
};
const mails = () => env.mail.messages();
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("an invoice is mailed once, with the PDF and the e-invoice that the endpoints serve", async () => {
  const { create, files } = await open();
  const { id, number } = await create(12_345);
  await deliver();
  await deliver();
  expect(mails()).toHaveLength(1);
  const [mail] = mails();
  expect(mail?.to).toEqual([owner.email]);
  expect(mail?.subject).toContain(number);
  expect(mail?.text).toContain("US$123.45");
  expect(mail?.text).toContain("It is due on February 9, 2026");
  expect(mail?.links.some((link) => link.endsWith(`/billing/invoice/${id}`))).toBe(true);
  expect(mail?.attachments).toEqual([
    {
      name: `${number}.pdf`,
      type: "application/pdf",
      sha256: sha256((await files.pdf(id)).bytes),
    },
    {
      name: `${number}.ubl.xml`,
      type: "application/xml",
      sha256: sha256((await files.xml(id)).bytes),
    },
  ]);
});

test("every receiver of the billing details gets the mail, and the owner does not", async () => {
  const { create, workspace } = await open();
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`INSERT INTO billing_info (workspace_id, version, name, address_line1, city, country, receivers, created_at)
      VALUES (${workspace.id}, 2, 'Accounting', 'Street 1', 'Boston', 'US', ${["a@books.test", "b@books.test"]}, ${env.clock.now()})`),
  );
  await create(100);
  await deliver();
  expect(mails().map(({ to }) => to)).toEqual([["a@books.test"], ["b@books.test"]]);
  expect(mails()[0]?.text).toContain("Hi Accounting,");
});

test("an invoice that the balance paid asks for nothing; the top-up and the credit note have mails of their own", async () => {
  const { add, create } = await open();
  await add(1000, "bank");
  const { id } = await create(1000);
  await staff.client.call(api.adminBilling.reverse, {
    path: { invoice: id },
    body: { reason: "Wrong" },
  });
  await deliver();
  const texts = mails().map(({ subject, text }) => `${subject}\n${text}`);
  expect(texts).toHaveLength(3);
  const invoice = texts.find((text) => text.startsWith("Invoice"));
  expect(invoice).toContain("There is nothing to do");
  expect(invoice).not.toContain("due on");
  expect(texts.find((text) => text.startsWith("Credit note"))).toContain(
    "It credits the invoice INV-2026-",
  );
  expect(texts.find((text) => text.startsWith("Receipt"))).toContain("US$10.00");
  const receipt = mails().find(({ subject }) => subject.startsWith("Receipt"));
  expect(receipt?.attachments.map(({ name }) => name)).toEqual(["receipt-2026-02-02.pdf"]);
});

test("N41: covered usage has a document and no mail; a month without usage has neither", async () => {
  env.clock.set("2026-01-20T00:00:00Z");
  await reauthenticate(env, staff);
  const covered = await open();
  await covered.promo(5000);
  env.clock.set("2026-02-02T00:00:00Z");
  await insertJanuaryUsage(env, covered.workspace, owner, 1200);
  const empty = await open();
  await createDrafts(env.db, january, env.clock.now());
  await issueMonth(env.db, january, env.clock.now());
  await deliver();
  expect(mails()).toEqual([]);
  const [invoice] = await covered.invoices();
  expect(invoice?.total.cents).toBe(0);
  const { text } = await covered.files.readPdf(invoice?.id ?? "");
  expect(text).toContain("US$12.00");
  expect(text).toContain("Nothing is left to pay.");
  expect(await empty.invoices()).toEqual([]);
});

test("the German owner gets a German mail and a German document", async () => {
  const { create, files } = await open();
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`UPDATE user_account SET locale = 'de' WHERE id = ${owner.id}`),
  );
  const { id, number } = await create(500);
  await deliver();
  expect(mails()[0]?.subject).toContain(`Rechnung ${number}`);
  expect((await files.readPdf(id)).text).toContain("Rechnungsempfänger");
});
