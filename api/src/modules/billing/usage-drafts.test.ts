/** Drafts that SQL makes of usage: the amounts of contracts/src/rating.ts, and new ones when anything has changed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentAmounts, splitCents } from "#contracts/rating.ts";
import { isDatabaseError, sql, type Tx } from "../../core/db/db.ts";
import { insertJanuaryUsage, january, setBillingCountry } from "../../testing/billing.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { type MonthClose, monthClose } from "../../testing/month-close.ts";
import { createUser, type TestUser } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createDrafts, issueMonth } from "./close-month.ts";

let env: TestEnvironment;
let owner: TestUser;
let months: MonthClose;
beforeAll(async () => {
  env = await startTestEnvironment({ start: "2026-02-02T00:00:00Z" });
  owner = await createUser(env, "owner@usage-drafts.test");
  months = monthClose(env, owner);
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const asSystem = <T>(work: (tx: Tx) => Promise<T>) => env.db.withSystemRole("a test", work);
const draft = () => createDrafts(env.db, january, env.clock.now());
const issue = () => issueMonth(env.db, january, env.clock.now());
/** Ids of the lines, which are new when a draft is computed again. */
const lineIds = (workspaceId: string) =>
  asSystem(async (tx) => {
    const rows = await tx.many<{ id: string }>(
      sql`SELECT id FROM invoice_line WHERE workspace_id = ${workspaceId} ORDER BY id`,
    );
    return rows.map(({ id }) => id);
  });

test("amounts and the shares of the tax are those of the rating functions", async () => {
  const cases = [
    { country: "FI", ppm: 255_000, cents: [1, 1, 1] },
    { country: "FI", ppm: 255_000, cents: [3333, 3333, 3334, 1, 2, 7] },
    { country: "DE", ppm: 190_000, cents: [99_999_999, 1, 50, 50] },
    { country: "NL", ppm: 210_000, cents: [17, 17, 17, 17, 17, 17, 17] },
    { country: "IE", ppm: 230_000, cents: [5555, 1111] },
    { country: "US", ppm: 0, cents: [1234, 5678] },
  ];
  const opened: { workspaceId: string; path: { workspace: string } }[] = [];
  for (const { country, cents } of cases) {
    const { workspace, path } = await months.open(country);
    opened.push({ workspaceId: workspace.id, path });
    // A rate of its own for each, so that each is a line.
    for (const [position, amount] of cents.entries()) {
      const instance = await insertJanuaryUsage(env, workspace, owner, amount);
      await asSystem((tx) =>
        tx.execute(
          sql`UPDATE usage_interval SET rate_micros_per_hour = rate_micros_per_hour + ${position} WHERE instance_id = ${instance}`,
        ),
      );
    }
  }
  expect(await draft()).toBe(cases.length);
  for (const [position, { ppm, cents }] of cases.entries()) {
    const found = opened[position];
    if (found === undefined) throw new Error("each case has a workspace");
    const invoice = await months.onlyInvoice(found.path);
    const amounts = documentAmounts({ lineCents: cents, taxPpm: ppm });
    expect(invoice).toMatchObject({
      subtotal: { cents: amounts.subtotalCents },
      net: { cents: amounts.netCents },
      tax: { cents: amounts.taxCents },
      total: { cents: amounts.totalCents },
    });
    const lines = invoice.lines.map(({ amount }) => amount.cents);
    expect(lines).toEqual(cents.toSorted((one, other) => other - one));
    expect(invoice.lines.map(({ tax }) => tax.cents)).toEqual(splitCents(amounts.taxCents, lines));
  }
  const before = await lineIds(opened[0]?.workspaceId ?? "");
  expect(await issue()).toBe(cases.length);
  expect(await lineIds(opened[0]?.workspaceId ?? "")).toEqual(before);
});

test("a draft whose usage or buyer has changed is computed again when it is issued", async () => {
  const same = await months.open("DE");
  const late = await months.open("DE");
  const moved = await months.open("DE");
  for (const { workspace } of [same, late, moved])
    await insertJanuaryUsage(env, workspace, owner, 1000);
  expect(await draft()).toBe(3);
  const [sameLines, lateLines] = [
    await lineIds(same.workspace.id),
    await lineIds(late.workspace.id),
  ];
  await insertJanuaryUsage(env, late.workspace, owner, 500);
  await setBillingCountry(env, moved.workspace.id, "FI");
  expect(await issue()).toBe(3);
  expect(await lineIds(same.workspace.id)).toEqual(sameLines);
  expect(await lineIds(late.workspace.id)).not.toEqual(lateLines);
  expect(await months.onlyInvoice(same.path)).toMatchObject({ total: { cents: 1190 } });
  const changed = await months.onlyInvoice(late.path);
  expect(changed).toMatchObject({ subtotal: { cents: 1500 }, total: { cents: 1785 } });
  expect(changed.lines.flatMap(({ instances }) => instances)).toHaveLength(2);
  expect(await months.onlyInvoice(moved.path)).toMatchObject({
    buyer: { country: "FI" },
    total: { cents: 1255 },
  });
});

test("rows that belong to nothing are rejected, and what is invoiced is not deleted", async () => {
  const { workspace } = await months.open("US");
  await insertJanuaryUsage(env, workspace, owner, 100);
  await draft();
  const isRejected = (work: (tx: Tx) => Promise<unknown>) =>
    asSystem(work).then(
      () => false,
      (error: unknown) => isDatabaseError(error, "23503"),
    );
  const unknown = "00000000-0000-4000-8000-000000000000";
  const insertLine = (changes: { invoice?: string; product?: string; price?: string }) =>
    isRejected((tx) =>
      tx.execute(sql`
        INSERT INTO invoice_line (id, workspace_id, invoice_id, position, kind, product_id, price_snapshot_id, amount_cents)
        SELECT gen_random_uuid(), workspace_id, coalesce(${changes.invoice ?? null}::uuid, invoice_id), 99, 'usage',
               coalesce(${changes.product ?? null}::uuid, product_id), coalesce(${changes.price ?? null}::uuid, price_snapshot_id), 1
          FROM invoice_line WHERE workspace_id = ${workspace.id}`),
    );
  expect(await insertLine({ invoice: unknown })).toBe(true);
  expect(await insertLine({ product: unknown })).toBe(true);
  expect(await insertLine({ price: unknown })).toBe(true);
  const insertEntries = (account: string, grant: string | null) =>
    isRejected(async (tx) => {
      await tx.execute(sql`INSERT INTO ledger_transaction (id, workspace_id, kind, idempotency_key, effective_at, recorded_at)
        VALUES (${unknown}, ${workspace.id}, 'test', 'test', now(), now())`);
      await tx.execute(sql`INSERT INTO ledger_entry (transaction_id, position, workspace_id, account, promo_grant_id, cents)
        VALUES (${unknown}, 1, ${workspace.id}, ${account}, ${grant}, 5), (${unknown}, 2, ${workspace.id}, 'bank', NULL, -5)`);
    });
  expect(await insertEntries("unknown", null)).toBe(true);
  expect(await insertEntries("promo", unknown)).toBe(true);
  expect(
    await isRejected((tx) =>
      tx.execute(sql`INSERT INTO ledger_entry (transaction_id, position, workspace_id, account, cents)
        VALUES (${unknown}, 1, ${workspace.id}, 'stripe', 5), (${unknown}, 2, ${workspace.id}, 'bank', -5)`),
    ),
  ).toBe(true);
  const invoiced = sql`SELECT product_id FROM invoice_line WHERE workspace_id = ${workspace.id}`;
  expect(
    await isRejected((tx) => tx.execute(sql`DELETE FROM product WHERE id IN (${invoiced})`)),
  ).toBe(true);
  await issue();
});
