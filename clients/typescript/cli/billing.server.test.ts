/** `boreal billing` against a running server, with an access token of the billing scope. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLedgerAfterEach } from "../../../api/src/testing/check-ledger.ts";
import { createTokenClient } from "../../../api/src/testing/token-clients.ts";
import { createUser, createWorkspace } from "../../../api/src/testing/users.ts";
import {
  january,
  insertJanuaryUsage,
  setBillingCountry,
} from "../../../api/src/testing/billing.ts";
import { createDrafts, issueMonth } from "../../../api/src/modules/billing/close-month.ts";
import {
  startTestEnvironment,
  type TestEnvironment,
} from "../../../api/src/testing/test-environment.ts";
import { Shell } from "../testing/shell.ts";

let env: TestEnvironment;
let shell: Shell;
let variables: Record<string, string>;
beforeAll(async () => {
  env = await startTestEnvironment({ start: "2026-02-02T00:00:00Z" });
  const owner = await createUser(env, "ann@acme.test");
  const workspace = await createWorkspace(env, owner, "acme");
  await setBillingCountry(env, workspace.id);
  await insertJanuaryUsage(env, workspace, owner, 1_234);
  await createDrafts(env.db, january, env.clock.now());
  await issueMonth(env.db, january, env.clock.now());
  const { secret } = await createTokenClient(env, owner, workspace, { scopes: ["billing.view"] });
  variables = { BOREAL_URL: env.url, BOREAL_TOKEN: secret };
  shell = new Shell();
});
checkLedgerAfterEach(() => env);
afterAll(async () => {
  shell[Symbol.dispose]();
  await env.stop();
});

const run = (...args: string[]) => shell.run(["billing", ...args], { env: variables });

test("shows the balance, what is owed and how long it lasts", async () => {
  const shown = await run("balance");
  expect(shown).toMatchObject({ code: 0, err: "" });
  expect(shown.out).toMatch(
    /^Balance +-US\$12\.34\nPromo credit +US\$0\.00\nOwed for invoices +US\$12\.34\n[^]*Lasts until +-\nStops first +-\n$/,
  );
  expect((await run("balance", "--json")).json).toMatchObject({
    outstanding: { cents: 1_234, currency: "USD" },
  });
});

test("shows usage of a period by group, and rejects what is no day or group", async () => {
  const shown = await run("usage", "--from", "2026-01-01", "--to", "2026-01-31", "--by", "product");
  expect(shown.out).toMatch(/^NAME +TIME +AMOUNT\n.* +1 h 0 min +US\$12\.34\n\nFrom +2026-01-01\n/);
  expect(shown.out).toContain("US$12.34 before discounts and tax");
  expect((await run("usage", "--json")).json).toMatchObject({ groupBy: "project", groups: [] });
  for (const args of [
    ["--from", "yesterday"],
    ["--to", "2026-13-01"],
    ["--by", "region"],
    ["--interval", "minute"],
  ])
    expect((await run("usage", ...args)).code).toBe(2);
  const reversed = await run("usage", "--from", "2026-01-31", "--to", "2026-01-01");
  expect(reversed.code).not.toBe(0);
});

test("lists the history with the balance after each movement", async () => {
  const shown = await run("history");
  expect(shown.out).toMatch(/^TIME +TYPE +STATUS +DOCUMENT +AMOUNT +BALANCE\n/);
  expect(shown.out).toMatch(/invoice +succeeded +\S+-2026-000001 +-US\$12\.34 +-US\$12\.34\n/);
  expect((await run("history", "--type", "refund")).err).toContain("No movements");
  expect((await run("history", "--before", "2026-02-01")).err).toContain("No movements");
  expect((await run("history", "--type", "lottery")).code).not.toBe(0);
});

test("lists invoices and shows one by its number or id", async () => {
  const listed = await run("invoices", "--status", "issued");
  expect(listed.out).toMatch(/^NUMBER +TYPE +STATUS +PERIOD +DUE +TOTAL +OWED +ID\n/);
  const [, number = "", id = ""] = /^(\S+-2026-000001) .* ([0-9a-f-]{36})$/m.exec(listed.out) ?? [];
  for (const name of [number, id]) {
    const shown = await run("invoice", name);
    expect(shown).toMatchObject({ code: 0, err: "" });
    expect(shown.out).toContain(`Number `);
    expect(shown.out).toMatch(
      new RegExp(`Period +2026-01-01 to 2026-02-01\\n[^]*Total +US\\$12\\.34\\n`),
    );
    expect((await run("invoice", name, "--json")).json).toMatchObject({ id, number });
  }
  const missing = await run("invoice", "XX-2026-999999");
  expect(missing.err).toContain('No invoice or credit note "XX-2026-999999" found');
  expect((await run("invoices", "--kind", "credit_note")).err).toContain("No invoices yet");
});

test("saves an invoice as PDF and as e-invoice, and replaces no file without --force", async () => {
  const [, number = ""] = /^(\S+-2026-000001) /m.exec((await run("invoices")).out) ?? [];
  const pdf = join(shell.folder, "invoice.pdf");
  const saved = await run("download", number, pdf);
  expect(saved).toMatchObject({ code: 0, err: "", out: `Saved as ${pdf}\n` });
  const bytes = await readFile(pdf);
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(bytes.subarray(-8).toString()).toContain("%%EOF");
  for (const format of ["ubl", "cii"]) {
    const xml = join(shell.folder, `${format}.xml`);
    const { json } = await run("download", number, xml, "--as", format, "--json");
    const text = await readFile(xml);
    expect(json).toEqual({ file: xml, bytes: text.length });
    expect(text.toString()).toContain(number);
  }
  const again = await run("download", number, pdf, "--as", "ubl");
  expect(again.code).toBe(1);
  expect(again.err).toContain("exists already");
  expect((await readFile(pdf)).equals(bytes)).toBe(true);
  expect((await run("download", number, pdf, "--force")).code).toBe(0);
  expect((await run("download", number, join(shell.folder, "no", "such.pdf"))).code).toBe(1);
  expect((await run("download", number, "--as", "html")).code).toBe(2);
  expect((await run("download", "XX-2026-999999")).code).toBe(5);
});

test("shows limits in their unit", async () => {
  const shown = await run("limits");
  expect(shown.out).toMatch(/^LIMIT +USED +VALUE +REQUEST\ninstances +0 +100000000 +-\n/);
  expect(shown.out).toMatch(/monthly spend +US\$0\.00 +US\$1,000,000\.00 +-\n/);
});

test("what no token permits is refused with the place where it is done", async () => {
  for (const name of ["promo", "pay"]) {
    const shown = await run(name, "CODE");
    expect(shown.code).toBe(4);
    expect(shown.err).toContain("Use the console instead");
  }
});
