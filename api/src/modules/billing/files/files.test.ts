/** Files of invoices, credit notes and movements: what they say, that they never change, and who gets them. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../../core/db/db.ts";
import { checkLedgerAfterEach } from "../../../testing/check-ledger.ts";
import { billingFiles } from "../../../testing/billing-files.ts";
import { openBilling } from "../../../testing/open-billing.ts";
import { readPdf } from "../../../testing/pdf-text.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";
import { createUser, reauthenticate, type TestUser } from "../../../testing/users.ts";

let env: TestEnvironment;
let owner: TestUser;
let staff: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment({ start: "2026-02-02T00:00:00Z" });
  owner = await createUser(env, "owner@staff.test");
  staff = await createUser(env, "staff@staff.test", { staffRole: "BusinessAdmin" });
});
beforeEach(() => reauthenticate(env, staff));
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const open = async (country = "US") => {
  const opened = await openBilling(env, { owner, staff, country });
  return { ...opened, files: billingFiles(owner.client, opened.workspace.handle) };
};
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("the PDF of an invoice has its amounts, and stays byte-identical when everything around it changes", async () => {
  const { files, create, workspace } = await open("NL");
  const { id, number, total, net, tax } = await create(10_000, 2345);
  const first = await files.pdf(id);
  expect(first.status).toBe(200);
  expect(first.headers.get("content-type")).toBe("application/pdf");
  expect(first.headers.get("content-disposition")).toBe(`attachment; filename="${number}.pdf"`);
  const { text, pages } = await readPdf(first.bytes);
  expect(pages).toHaveLength(1);
  expect([net.cents, tax.cents, total.cents]).toEqual([12_345, 2592, 14_937]);
  for (const part of [
    number,
    "Line 0",
    "US$100.00",
    "US$123.45",
    "VAT 21 %",
    "US$25.92",
    "US$149.37",
    "page 1 of 1",
  ])
    expect(text).toContain(part);
  await env.db.withSystemRole("a test", async (tx) => {
    await tx.execute(sql`UPDATE user_account SET locale = 'de' WHERE id = ${owner.id}`);
    await tx.execute(sql`INSERT INTO billing_info (workspace_id, version, name, address_line1, city, country, created_at)
      VALUES (${workspace.id}, 2, 'Other', 'Other 1', 'Other', 'DE', ${env.clock.now()})`);
  });
  env.clock.advance(86_400_000);
  expect(sha256((await files.pdf(id)).bytes)).toBe(sha256(first.bytes));
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`UPDATE user_account SET locale = 'en' WHERE id = ${owner.id}`),
  );
});

test("C109: names in Greek, Chinese and Arabic are printed as text that can be selected", async () => {
  const { files, create, workspace } = await open();
  const names = { company: "Αιολική Ενέργεια", city: "北京市朝阳区", name: "شركة الشمال" };
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`INSERT INTO billing_info (workspace_id, version, name, company, address_line1, city, country, created_at)
      VALUES (${workspace.id}, 2, ${names.name}, ${names.company}, 'Street 1', ${names.city}, 'US', ${env.clock.now()})`),
  );
  const { id } = await create(500);
  const { text } = await readPdf((await files.pdf(id)).bytes);
  for (const name of Object.values(names)) expect(text).toContain(name);
});

test("a name in each script is printed in a font, and only what no font has as its code", async () => {
  const { files, create, workspace } = await open();
  const names = [
    "Մովսես",
    "রহিম",
    "ሰላም",
    "თამარი",
    "રમેશ",
    "ਗੁਰਪ੍ਰੀਤ",
    "ಕನ್ನಡ",
    "សុខា",
    "ສົມພອນ",
    "മലയാളം",
    "မြန်မာ",
    "ଓଡ଼ିଆ",
    "සිංහල",
    "தமிழ்",
    "తెలుగు",
    "ދިވެހި",
    "สมชาย",
    "सुनीता",
  ];
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`INSERT INTO billing_info (workspace_id, version, name, company, address_line1, city, country, created_at)
      VALUES (${workspace.id}, 2, ${names.slice(0, 9).join(" ")}, ${names.slice(9).join(" ")}, 'Street 🚀 1', 'Town', 'US', ${env.clock.now()})`),
  );
  const { id } = await create(500);
  const { text } = await readPdf((await files.pdf(id)).bytes);
  expect(text.match(/\[U\+[0-9A-F]+\]/g)).toEqual(["[U+1F680]"]);
  // Scripts whose letters are printed in the order in which they are written.
  for (const name of ["Մովսես", "ሰላም", "თამარი", "สมชาย"]) expect(text).toContain(name);
});

test("two first requests at once render one file", async () => {
  const { files, create, workspace } = await open();
  const { id } = await create(500);
  const both = await Promise.all([files.pdf(id), files.pdf(id), files.xml(id)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(sha256(both[0].bytes)).toBe(sha256(both[1].bytes));
  const stored = await env.db.withSystemRole("a test", (tx) =>
    tx.many<{ format: string }>(
      sql`SELECT format FROM billing_file WHERE workspace_id = ${workspace.id} ORDER BY format`,
    ),
  );
  expect(stored).toEqual([{ format: "cii" }, { format: "pdf" }, { format: "ubl" }]);
});

test("a stored file cannot be changed or deleted", async () => {
  const { files, create } = await open();
  const { id } = await create(500);
  await files.pdf(id);
  for (const change of [
    sql`UPDATE billing_file SET language = 'de' WHERE invoice_id = ${id}`,
    sql`DELETE FROM billing_file WHERE invoice_id = ${id}`,
  ])
    await expect(env.db.withSystemRole("a test", (tx) => tx.execute(change))).rejects.toThrow(
      /append-only|permission denied/,
    );
});
