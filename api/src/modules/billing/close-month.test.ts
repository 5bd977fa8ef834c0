/** The month's close: drafts, invoices, numbers, late usage; by any number of workers. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { monthlyEstimateCents } from "#contracts/rating.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { february, insertJanuaryUsage, insertUsage, january } from "../../testing/billing.ts";
import { asText, expectedOf } from "../../testing/billing-examples.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { type MonthClose, monthClose } from "../../testing/month-close.ts";
import { createProject } from "../../testing/order-instances.ts";
import { createUser, reauthenticate, type TestUser } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { closeDueMonths } from "./close-job.ts";
import { createDrafts, issueMonth } from "./close-month.ts";
import { readBalances } from "./ledger.ts";

let env: TestEnvironment;
let owner: TestUser;
let open: MonthClose["open"];
let close: MonthClose["close"];
let list: MonthClose["list"];
let view: MonthClose["view"];
let onlyInvoice: MonthClose["onlyInvoice"];
let usage: MonthClose["usage"];
beforeAll(async () => {
  env = await startTestEnvironment({ start: "2026-02-02T00:00:00Z" });
  owner = await createUser(env, "owner@close.test");
  ({ open, close, list, view, onlyInvoice, usage } = monthClose(env, owner));
});
beforeEach(() => env.clock.set("2026-02-02T00:00:00Z"));
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const asSystem = <T>(work: (tx: Tx) => Promise<T>) => env.db.withSystemRole("a test", work);

const cents = (lines: readonly { amount: { cents: number } }[]) =>
  lines.map(({ amount }) => amount.cents);
const setEnd = (instance: string, end: string) =>
  asSystem((tx) =>
    tx.execute(
      sql`UPDATE usage_interval SET end_second = ${Date.parse(end) / 1000} WHERE instance_id = ${instance}`,
    ),
  );

test("an invoice has the lines of the month, their instances, taxes and a number", async () => {
  const { workspace, path } = await open("FI");
  const instance = await usage(workspace, "2025-12-20T12:00:00Z", null, "0.10");
  await close();
  const invoice = await onlyInvoice(path);
  expect(invoice).toMatchObject({
    kind: "invoice",
    number: expect.stringMatching(/^INV-2026-\d{6}$/),
    status: "issued",
    periodStart: "2026-01-01T00:00:00.000Z",
    periodEnd: "2026-02-01T00:00:00.000Z",
    dueAt: "2026-02-09T00:00:00.000Z",
    subtotal: { cents: 7440 },
    tax: { cents: 1897 },
    total: { cents: 9337 },
    outstanding: { cents: 9337 },
    buyer: { country: "FI" },
    seller: { country: "NL" },
    taxDetails: { ratePpm: 255_000, reason: "destination" },
    lines: [
      { kind: "usage", seconds: 744 * 3600, rateMicrosPerHour: 100_000, tax: { cents: 1897 } },
    ],
  });
  expect(invoice.lines[0]?.instances).toMatchObject([
    {
      id: instance,
      seconds: 744 * 3600,
      startedAt: "2026-01-01T00:00:00.000Z",
      endedAt: "2026-02-01T00:00:00.000Z",
    },
  ]);
});

test("N39: half a percent of tax is the same on invoice and ledger", async () => {
  const { workspace, path } = await open("FI");
  await insertJanuaryUsage(env, workspace, owner, 26_700);
  await close();
  expect(await onlyInvoice(path)).toMatchObject({
    net: { cents: 26_700 },
    tax: { cents: 6809 },
    total: { cents: 33_509 },
  });
  const { outstanding } = await asSystem((tx) => readBalances(tx, workspace.id));
  expect(outstanding).toBe(33_509);
});

test("BC-20: the month so far, the summary, the draft and the invoice have the same lines and the same total", async () => {
  env.clock.set("2026-01-31T23:59:59Z");
  const { workspace, path } = await open();
  for (let count = 0; count < 7; count += 1)
    await insertUsage(env, workspace, owner, {
      rate: "25.00",
      from: "2026-01-10T00:00:00Z",
      to: "2026-01-10T00:19:50Z",
      projectId: await createProject(env, workspace, owner, `Project ${count}`),
    });
  const { data: soFar } = await owner.client.call(api.billing.currentExpenditure, { path });
  const { data: summary } = await owner.client.call(api.billingHistory.summary, { path });
  env.clock.set("2026-02-01T01:00:00Z");
  await createDrafts(env.db, january, env.clock.now());
  const draft = await onlyInvoice(path);
  expect(draft).toMatchObject({ status: "draft", number: null });
  env.clock.set("2026-02-02T00:00:00Z");
  await issueMonth(env.db, january, env.clock.now());
  const invoice = await onlyInvoice(path);
  for (const lines of [soFar.lines, draft.lines, invoice.lines])
    expect(cents(lines)).toEqual([826, 826, 826, 826, 826, 826, 826]);
  expect(summary.currentExpenditure.cents).toBe(5782);
  expect([soFar.total.cents, draft.total.cents, invoice.total.cents]).toEqual([5782, 5782, 5782]);
});

test("BC-26: six closes at once make one invoice", async () => {
  const { workspace, path } = await open();
  await insertJanuaryUsage(env, workspace, owner, 2400);
  await Promise.all([1, 2, 3, 4, 5, 6].map(() => close()));
  const invoice = await onlyInvoice(path);
  expect([invoice.status, invoice.total.cents]).toEqual(["issued", 2400]);
});

test("BC-28: numbers of twenty workspaces closed by four workers are distinct and have no gap", async () => {
  const opened = await Promise.all(Array.from({ length: 20 }, () => open()));
  for (const { workspace } of opened) await insertJanuaryUsage(env, workspace, owner, 100);
  const before = await asSystem((tx) =>
    tx.one<{ next: number }>(
      sql`SELECT coalesce(max(next_number), 1) AS next FROM number_series WHERE code = 'INV-2026'`,
    ),
  );
  await Promise.all([1, 2, 3, 4].map(() => close()));
  const numbers = (await Promise.all(opened.map(({ path }) => onlyInvoice(path)))).map(
    ({ number }) => Number(number?.slice(-6)),
  );
  expect(numbers.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 20 }, (_, position) => before.next + position),
  );
});

/** The lines of January for one instance that is resized, by hours of 10 January. */
async function resized(parts: readonly [from: number, to: number, rate: string][]) {
  const { workspace, path } = await open();
  const hour = (of: number) => new Date(Date.UTC(2026, 0, 10, of)).toISOString();
  const [first] = parts;
  const [from, to, rate] = first ?? [0, 0, "0"];
  const instance = await usage(workspace, hour(from), hour(to), rate);
  await asSystem(async (tx) => {
    for (const [position, [start, end, price]] of parts.entries())
      if (position > 0)
        await tx.execute(sql`
          INSERT INTO usage_interval (workspace_id, instance_id, interval_number, project_id, product_id, price_snapshot_id, rate_micros_per_hour, start_second, end_second)
          SELECT workspace_id, instance_id, ${position + 1}, project_id, product_id, price_snapshot_id, ${Math.round(Number(price) * 1_000_000)},
                 ${Date.parse(hour(start)) / 1000}, ${Date.parse(hour(end)) / 1000}
            FROM usage_interval WHERE instance_id = ${instance} AND interval_number = 1`);
  });
  await close();
  const invoice = await onlyInvoice(path);
  expect(invoice.lines.map(({ instances }) => instances.map(({ id }) => id))).toEqual(
    parts.map(() => [instance]),
  );
  return {
    path,
    total: invoice.total.cents,
    lines: cents(invoice.lines).toSorted((one, other) => one - other),
    ends: invoice.lines.map(({ instances }) => instances[0]?.endedAt).toSorted(),
  };
}

test("BC-32: hours at no price and hours at a price on one day are a line each", async () => {
  const { lines, total } = await resized([
    [10, 12, "0"],
    [12, 14, "0.30"],
  ]);
  expect([lines, total]).toEqual([[0, 60], 60]);
});

test("BC-56: each size is billed until the next one, and nothing after the deletion", async () => {
  const { lines, total, ends, path } = await resized([
    [0, 6, "1"],
    [6, 12, "2"],
    [12, 18, "3"],
  ]);
  expect([lines, total]).toEqual([[600, 1200, 1800], 3600]);
  expect(ends).toEqual(
    [6, 12, 18].map((hour) => new Date(Date.UTC(2026, 0, 10, hour)).toISOString()),
  );
  env.clock.set("2026-03-02T00:00:00Z");
  await close(february);
  expect(await list(path)).toHaveLength(1);
});

test("BC-59: the last size does not change the hours before it", async () => {
  const { lines, total } = await resized([
    [0, 23, "0.01"],
    [23, 24, "0.99"],
  ]);
  expect([lines, total]).toEqual([[23, 99], 122]);
});

test("BC-62: a price of more than 100 dollars an hour is stored and rated exactly", async () => {
  const { workspace, path } = await open();
  await usage(workspace, "2026-01-10T00:00:00Z", "2026-01-10T01:00:00Z", "125.50");
  await close();
  expect(await onlyInvoice(path)).toMatchObject({
    total: { cents: 12_550 },
    lines: [{ rateMicrosPerHour: 125_500_000 }],
  });
  expect(monthlyEstimateCents(125_500_000)).toBe(9_161_500);
});

test("BC-61: a short instance is billed once, and the next month has no invoice", async () => {
  const { workspace, path } = await open();
  await usage(workspace, "2026-01-10T00:00:00Z", "2026-01-10T00:10:00Z", "0.60");
  await close();
  env.clock.set("2026-03-02T00:00:00Z");
  await close(february);
  expect((await onlyInvoice(path)).total.cents).toBe(10);
});

test("N41: a month without cost has no document", async () => {
  const { workspace, path } = await open();
  await usage(workspace, "2026-01-10T00:00:00Z", "2026-01-10T00:01:00Z", "0.004");
  await close();
  expect(await list(path)).toEqual([]);
  const { data } = await owner.client.call(api.billingInvoices.invoices, {
    path,
    query: { status: "discarded" },
  });
  expect(data.data).toMatchObject([{ number: null, total: { cents: 0 } }]);
});

test("W22: a stop that is learned after the invoice is one correction line that names its month", async () => {
  const { workspace, path } = await open();
  const instance = await usage(workspace, "2026-01-31T00:00:00Z", "2026-02-01T00:00:00Z", "0.0333");
  await usage(workspace, "2026-02-03T00:00:00Z", "2026-02-03T10:00:00Z", "1.00");
  await close();
  const january = await onlyInvoice(path);
  expect(january.total.cents).toBe(80);
  await setEnd(instance, "2026-01-31T18:00:00Z");
  env.clock.set("2026-03-02T00:00:00Z");
  await close(february);
  const [, second] = await list(path);
  const corrected = await view(path, second?.id ?? "");
  expect(corrected.total.cents).toBe(980);
  const adjustment = corrected.lines[1]?.amount.cents ?? 0;
  const billed = january.total.cents;
  expect([billed, billed + adjustment, adjustment].map(asText)).toEqual(expectedOf("W22"));
  expect(corrected.lines).toMatchObject([
    { kind: "usage", amount: { cents: 1000 } },
    {
      kind: "adjustment",
      amount: { cents: -20 },
      periodStart: "2026-01-01T00:00:00.000Z",
      instances: [{ id: instance }],
    },
  ]);
  // The invoice of January stays as it was issued.
  expect(await view(path, january.id)).toEqual(january);
  // What is corrected is not corrected again.
  await usage(workspace, "2026-03-03T00:00:00Z", "2026-03-03T01:00:00Z", "1.00");
  env.clock.set("2026-04-02T00:00:00Z");
  await close({ start: february.end, end: new Date("2026-04-01T00:00:00Z") });
  expect((await list(path)).map(({ total }) => total.cents)).toEqual([80, 980, 100]);
});

test("N46: late usage of a month without other usage is a credit note or an invoice, and nothing is lost", async () => {
  const stopped = await open("NL");
  const instance = await usage(
    stopped.workspace,
    "2026-01-31T00:00:00Z",
    "2026-02-01T00:00:00Z",
    "1.00",
  );
  const started = await open();
  await close();
  await setEnd(instance, "2026-01-31T20:00:00Z");
  await usage(started.workspace, "2026-01-30T00:00:00Z", "2026-01-30T03:00:00Z", "1.00");
  env.clock.set("2026-03-02T00:00:00Z");
  await close(february);
  const [invoice, note] = await list(stopped.path);
  expect(invoice).toMatchObject({ total: { cents: 2904 }, outstanding: { cents: 2420 } });
  expect(note).toMatchObject({ kind: "credit_note", total: { cents: 484 } });
  expect((await view(stopped.path, note?.id ?? "")).lines).toMatchObject([
    { kind: "adjustment", amount: { cents: 400 }, periodStart: "2026-01-01T00:00:00.000Z" },
  ]);
  expect((await onlyInvoice(started.path)).lines).toMatchObject([
    { kind: "adjustment", amount: { cents: 300 } },
  ]);
  env.clock.set("2026-04-02T00:00:00Z");
  await close({ start: february.end, end: new Date("2026-04-01T00:00:00Z") });
  expect(await list(stopped.path)).toHaveLength(2);
  expect(await list(started.path)).toHaveLength(1);
});

test("N46: a stop and a start learned after the invoice of a workspace that is deleted are one correction each", async () => {
  const staff = await createUser(env, "staff@close.test", { staffRole: "BusinessAdmin" });
  const read = async (workspaceId: string) => {
    const { data } = await staff.client.call(api.adminBilling.invoices, { query: { workspaceId } });
    return Promise.all(
      data.data.map(
        async ({ id }) =>
          (await staff.client.call(api.adminBilling.invoice, { path: { invoice: id } })).data,
      ),
    );
  };
  const { workspace } = await open();
  const stopped = await usage(workspace, "2026-01-31T00:00:00Z", null, "6.00");
  await close();
  const [january] = await read(workspace.id);
  expect(january?.total.cents).toBe(14_400);
  env.clock.set("2026-02-10T00:00:00Z");
  // The stop of 23:50, and an instance that started and stopped on 30 January.
  await setEnd(stopped, "2026-01-31T23:50:00Z");
  const started = await usage(workspace, "2026-01-30T00:00:00Z", "2026-01-30T03:00:00Z", "2.00");
  await asSystem((tx) =>
    tx.execute(sql`UPDATE workspace SET status = 'deactivated' WHERE id = ${workspace.id}`),
  );
  env.clock.set("2026-03-02T00:00:00Z");
  await reauthenticate(env, staff);
  await close(february);
  const documents = await read(workspace.id);
  expect(documents.find(({ id }) => id === january?.id)).toEqual(january);
  const [corrected, ...others] = documents.filter(({ id }) => id !== january?.id);
  expect(others).toEqual([]);
  expect(corrected).toMatchObject({ kind: "invoice", total: { cents: 500 } });
  expect(
    corrected?.lines.map(({ kind, amount, periodStart, instances }) => [
      kind,
      amount.cents,
      periodStart,
      instances.map(({ id }) => id),
    ]),
  ).toEqual(
    expect.arrayContaining([
      ["adjustment", -100, "2026-01-01T00:00:00.000Z", [stopped]],
      ["adjustment", 600, "2026-01-01T00:00:00.000Z", [started]],
    ]),
  );
  await asSystem((tx) =>
    tx.execute(sql`UPDATE workspace SET status = 'active' WHERE id = ${workspace.id}`),
  );
});

test("BC-64: documents of another workspace are not found", async () => {
  const { workspace, path } = await open();
  await insertJanuaryUsage(env, workspace, owner, 100);
  await close();
  const { id } = await onlyInvoice(path);
  const other = await open();
  for (const invoice of [id, "missing"]) {
    const { status } = await owner.client.call(api.billingInvoices.invoice, {
      path: { ...other.path, invoice },
    });
    expect(status).toBe(404);
  }
});

test("an issued invoice cannot be changed in the database", async () => {
  const { workspace, path } = await open();
  await insertJanuaryUsage(env, workspace, owner, 100);
  await close();
  const { id } = await onlyInvoice(path);
  const change = asSystem((tx) =>
    tx.execute(
      sql`UPDATE invoice SET total_cents = 1, net_cents = 1, subtotal_cents = 1 WHERE id = ${id}`,
    ),
  );
  await expect(change).rejects.toThrow("is final");
});

test("the job drafts a month at its end, issues it a day later and marks it overdue a week after", async () => {
  const { workspace, path } = await open();
  const small = await open();
  const at = async (time: string) => {
    env.clock.set(time);
    await env.worker.tasks["billing.close_months"]({});
    return (await list(path)).map(({ status }) => status);
  };
  await usage(workspace, "2026-07-05T00:00:00Z", "2026-07-05T10:00:00Z", "1.00");
  await usage(small.workspace, "2026-07-05T00:00:00Z", "2026-07-05T01:00:00Z", "0.37");
  expect(await at("2026-07-31T23:00:00Z")).toEqual([]);
  expect(await at("2026-08-01T00:30:00Z")).toEqual(["draft"]);
  expect(await at("2026-08-01T23:30:00Z")).toEqual(["draft"]);
  expect(await at("2026-08-02T00:30:00Z")).toEqual(["issued"]);
  expect(await at("2026-08-09T00:00:00Z")).toEqual(["issued"]);
  expect(await at("2026-08-09T01:00:00Z")).toEqual(["overdue"]);
  // Too small to be charged, so it waits.
  expect((await onlyInvoice(small.path)).status).toBe("issued");
  await closeDueMonths(env.db, env.clock.now());
  expect(await list(path)).toHaveLength(1);
});

test("the check of the ledger keeps its findings for staff until they are gone", async () => {
  const { workspace } = await open();
  const run = () => env.worker.tasks["billing.check_ledger"]({});
  const setCash = (amount: number) =>
    asSystem((tx) =>
      tx.execute(
        sql`UPDATE billing_account SET cash_cents = ${amount} WHERE workspace_id = ${workspace.id}`,
      ),
    );
  const findings = () =>
    asSystem((tx) =>
      tx.many(
        sql`SELECT kind, reference, resolved_at IS NOT NULL AS resolved FROM ledger_finding ORDER BY kind`,
      ),
    );
  await setCash(5);
  await run();
  await run();
  const found = (resolved: boolean) =>
    ["balances", "history"].map((kind) => ({ kind, reference: workspace.id, resolved }));
  expect(await findings()).toEqual(found(false));
  await setCash(0);
  env.clock.advance(1000);
  await run();
  expect(await findings()).toEqual(found(true));
});
