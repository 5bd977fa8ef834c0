/** Promo codes: redeemed exactly as often as allowed, used before tax, returned and expired. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { asText, expectedOf } from "../../testing/billing-examples.ts";
import {
  february,
  insertJanuaryUsage,
  insertUsage,
  january,
  setBillingCountry,
} from "../../testing/billing.ts";
import { createProject } from "../../testing/order-instances.ts";
import {
  createNewWorkspace,
  createUser,
  reauthenticate,
  type TestUser,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { buildApp } from "../../app.ts";
import { minimalAppDeps } from "../../testing/app-deps.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { TestClient } from "../../testing/client.ts";
import { createDrafts, issueMonth, type Month } from "./close-month.ts";

let env: TestEnvironment;
let owner: TestUser;
let staff: TestUser;
const start = "2026-01-15T12:00:00Z";
beforeAll(async () => {
  env = await startTestEnvironment({ start });
  owner = await createUser(env, "owner@promo.test");
  // The first workspace is the default; several at once cannot be.
  await createNewWorkspace(env, owner, "promo");
  staff = await createUser(env, "staff@promo.test", { staffRole: "BusinessAdmin" });
});
beforeEach(async () => {
  env.clock.set(start);
  await reauthenticate(env, staff);
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const asSystem = <T>(work: (tx: Tx) => Promise<T>) => env.db.withSystemRole("a test", work);
let codes = 0;
const create = (more: object) => {
  codes += 1;
  return staff.client.call(api.promoCodes.create, {
    body: { code: `CODE-${codes}`, kind: "credit", amountCents: 1000, ...more },
  });
};
async function codeOf(more: object): Promise<string> {
  const { status, data } = await create(more);
  expect(status).toBe(201);
  return data.code;
}
const percent = (ppm: number, more: object = {}) =>
  codeOf({ kind: "percent", amountCents: null, percentPpm: ppm, months: 1, ...more });
type Path = { workspace: string };
const use = (path: Path, code: string) =>
  owner.client.call(api.billingPromo.redeemPromoCode, { path, body: { code } });
const outcome = async (path: Path, code: string) => {
  const { status, fields } = await use(path, code);
  return status === 201 ? "redeemed" : fields["code"];
};
async function open(country = "US") {
  const { workspace, path } = await createNewWorkspace(env, owner, "promo");
  await setBillingCountry(env, workspace.id, country);
  return { workspace, path };
}
const summary = async (path: Path) =>
  (await owner.client.call(api.billingHistory.summary, { path })).data;
const find = async (code: string) =>
  (await staff.client.call(api.promoCodes.list, { query: { search: code } })).data.data[0];
async function close(month: Month = january) {
  env.clock.set(new Date(month.end.getTime() + 86_400_000).toISOString());
  await createDrafts(env.db, month, env.clock.now());
  await issueMonth(env.db, month, env.clock.now());
}
async function invoices(path: Path) {
  const { data } = await owner.client.call(api.billingInvoices.invoices, {
    path,
    query: { orderBy: "createdAt" },
  });
  return Promise.all(
    data.data.map(
      async ({ id }) =>
        (await owner.client.call(api.billingInvoices.invoice, { path: { ...path, invoice: id } }))
          .data,
    ),
  );
}

test("BC-01, C67: fifty workspaces at once redeem a code for one use once", async () => {
  const code = await codeOf({ maxUses: 1 });
  const opened = await Promise.all(
    Array.from({ length: 50 }, () => createNewWorkspace(env, owner, "race")),
  );
  const results = await Promise.all(opened.map(({ path }) => outcome(path, code)));
  expect(results.filter((result) => result === "redeemed")).toHaveLength(1);
  expect(results.filter((result) => result === "promo_code_exhausted")).toHaveLength(49);
  expect(await find(code)).toMatchObject({ used: 1, status: "exhausted" });
  const promos = await Promise.all(
    opened.map(async ({ path }) => (await summary(path)).promo.cents),
  );
  expect(promos.reduce((sum, cents) => sum + cents, 0)).toBe(1000);
});

test("C100: of twenty requests at once by two workspaces, one redeems a code for one use", async () => {
  const code = await codeOf({ maxUses: 1, perWorkspace: 20 });
  const [one, other] = [await open(), await open()];
  const paths = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? one.path : other.path));
  const results = await Promise.all(paths.map((path) => outcome(path, code)));
  expect(results.filter((result) => result === "redeemed")).toHaveLength(1);
  expect((await find(code))?.used).toBe(1);
});

test("BC-02: parallel workspaces get exactly as many grants as the code has uses", async () => {
  const code = await codeOf({ maxUses: 100 });
  const opened = await Promise.all(
    Array.from({ length: 300 }, () => createNewWorkspace(env, owner, "race")),
  );
  const results = await Promise.all(opened.map(({ path }) => outcome(path, code)));
  expect(results.filter((result) => result === "redeemed")).toHaveLength(100);
  expect((await find(code))?.used).toBe(100);
  const granted = await asSystem((tx) =>
    tx.one<{ redemptions: number; cents: number }>(sql`
      SELECT count(*) AS redemptions, sum(g.remaining_cents)::bigint AS cents
        FROM promo_redemption r JOIN promo_code c ON c.id = r.promo_code_id JOIN promo_grant g ON g.redemption_id = r.id WHERE c.code = ${code}`),
  );
  expect(granted).toEqual({ redemptions: 100, cents: 100_000 });
});

test("C67: one workspace redeems a code once, however many requests it sends at once", async () => {
  const code = await codeOf({ maxUses: 1 });
  const { path } = await open();
  const results = await Promise.all(Array.from({ length: 40 }, () => outcome(path, code)));
  expect(results.filter((result) => result === "redeemed")).toHaveLength(1);
  expect((await summary(path)).promo.cents).toBe(1000);
  expect(await find(code)).toMatchObject({ used: 1 });
});

test("C100: of twenty parallel requests of two workspaces for a code with one use one succeeds", async () => {
  const code = await codeOf({ maxUses: 1 });
  const opened = [await open(), await open()];
  const results = await Promise.all(
    Array.from({ length: 10 }, () => opened.map(({ path }) => outcome(path, code))).flat(),
  );
  expect(results.filter((result) => result === "redeemed")).toHaveLength(1);
  const promos = await Promise.all(opened.map(({ path }) => summary(path)));
  expect(promos.map(({ promo }) => promo.cents).toSorted()).toEqual([0, 1000]);
});

describe("wrong codes", () => {
  test("are limited to ten an hour per workspace, on every server, also for a right code then", async () => {
    const { path } = await open();
    const code = await codeOf({});
    const server = await buildApp({
      ...minimalAppDeps(env, { allowedOrigins: [env.publicUrl.origin] }),
    });
    const other = new TestClient(await server.listen({ host: "127.0.0.1", port: 0 }));
    for (const [name, value] of owner.client.cookies) other.cookies.set(name, value);
    const attempts = Array.from({ length: 10 }, (_, attempt) =>
      (attempt % 2 === 0 ? owner.client : other).call(api.billingPromo.redeemPromoCode, {
        path,
        body: { code: `WRONG-${attempt}` },
      }),
    );
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual(Array(10).fill(422));
    for (const typed of ["WRONG-X", code]) {
      const blocked = await other.call(api.billingPromo.redeemPromoCode, {
        path,
        body: { code: typed },
      });
      expect([blocked.status, blocked.headers.get("retry-after")]).toEqual([429, "30"]);
    }
    await server.close();
    expect(await outcome((await open()).path, code)).toBe("redeemed");
    env.clock.advance(30_000);
    expect(await outcome(path, code)).toBe("redeemed");
    expect(await outcome(path, "WRONG-Y")).toBe("promo_code_invalid");
    expect((await use(path, "WRONG-Z")).status).toBe(429);
    env.clock.advance(3_600_000);
    expect(await outcome(path, "WRONG-Z")).toBe("promo_code_invalid");
  });

  test("are not those that were used up or used before", async () => {
    const { path } = await open();
    const code = await codeOf({});
    await use(path, code);
    for (let attempt = 0; attempt < 12; attempt += 1)
      expect(await outcome(path, code)).toBe("promo_code_already_used");
  });
});

test("BC-04: percentages do not combine, and a whole discount leaves nothing to pay", async () => {
  const { workspace, path } = await open();
  await insertJanuaryUsage(env, workspace, owner, 8000);
  expect(await outcome(path, await percent(1_000_000))).toBe("redeemed");
  expect(await outcome(path, await percent(150_000))).toBe("promo_code_not_combinable");
  await close();
  expect(await invoices(path)).toMatchObject([
    { status: "paid", total: { cents: 0 }, discount: { cents: 8000 } },
  ]);
  // It was for one month.
  expect((await summary(path)).promos).toEqual([]);
});

test("BC-05: credit that expires earlier is used first, and never more than the invoice", async () => {
  const { workspace, path } = await open();
  await insertJanuaryUsage(env, workspace, owner, 5000);
  await use(path, await codeOf({ amountCents: 4000, grantDays: 45 }));
  await use(path, await codeOf({ amountCents: 3000, grantDays: 26 }));
  await close();
  expect(await invoices(path)).toMatchObject([
    { total: { cents: 0 }, discounts: [{ amount: { cents: 3000 } }, { amount: { cents: 2000 } }] },
  ]);
  expect((await summary(path)).promo.cents).toBe(2000);
});

test("BC-08: a day as the end is the whole day in UTC", async () => {
  const code = await codeOf({ endsAt: "2026-03-31" });
  const [one, two] = [await open(), await open()];
  env.clock.set("2026-03-31T23:59:59Z");
  expect(await outcome(one.path, code)).toBe("redeemed");
  env.clock.set("2026-04-01T00:00:00Z");
  expect(await outcome(two.path, code)).toBe("promo_code_expired");
});

test("BC-10, C101: codes are compared without case and outer spaces", async () => {
  const created = await create({ code: "Welcome" });
  expect(created.data.code).toBe("WELCOME");
  for (const twin of ["welcome ", "WELCOME ", "\tWelcome"])
    expect((await create({ code: twin })).fields).toEqual({ code: "already_exists" });
  const { path } = await open();
  expect(await outcome(path, " weLCome")).toBe("redeemed");
  expect(await outcome(path, "WELCOME")).toBe("promo_code_already_used");
});

test("BC-11: the limit per workspace does not limit others", async () => {
  const code = await codeOf({});
  const opened = [await open(), await open(), await open()];
  for (const { path } of opened) expect(await outcome(path, code)).toBe("redeemed");
  expect(await find(code)).toMatchObject({ used: 3, status: "active" });
  expect(await outcome(opened[0]?.path ?? { workspace: "" }, code)).toBe("promo_code_already_used");
});

test("BC-13: computing a draft again neither counts a redemption nor uses credit twice", async () => {
  const { workspace, path } = await open();
  const code = await codeOf({});
  await insertJanuaryUsage(env, workspace, owner, 3000);
  await use(path, code);
  env.clock.set("2026-02-01T01:00:00Z");
  for (let count = 0; count < 3; count += 1) await createDrafts(env.db, january, env.clock.now());
  expect(await invoices(path)).toMatchObject([{ status: "draft", discount: { cents: 1000 } }]);
  expect((await summary(path)).promo.cents).toBe(1000);
  await close();
  expect(await invoices(path)).toMatchObject([{ status: "issued", total: { cents: 2000 } }]);
  expect((await find(code))?.used).toBe(1);
});

test("BC-14: credit is applied once to the sum of all projects", async () => {
  const { workspace, path } = await open();
  for (const cents of [3000, 2000])
    await insertJanuaryUsage(
      env,
      workspace,
      owner,
      cents,
      await createProject(env, workspace, owner, `P ${cents}`),
    );
  await use(path, await codeOf({ amountCents: 6000 }));
  await close();
  const [invoice] = await invoices(path);
  expect(invoice).toMatchObject({ discount: { cents: 5000 }, total: { cents: 0 } });
  expect(invoice?.lines.map(({ discount }) => discount.cents)).toEqual([3000, 2000]);
  expect((await summary(path)).promo.cents).toBe(1000);
});

test("BC-16: a credit stays whole over many rounded lines", async () => {
  const { workspace, path } = await open();
  for (let count = 0; count < 81; count += 1)
    await insertUsage(env, workspace, owner, {
      rate: "284.846",
      from: "2026-01-10T00:00:00Z",
      to: "2026-01-10T01:00:00Z",
      projectId: await createProject(env, workspace, owner, `Project ${count}`),
    });
  await use(path, await codeOf({ amountCents: 10_000 }));
  await close();
  expect(await invoices(path)).toMatchObject([
    { subtotal: { cents: 2_307_285 }, discount: { cents: 10_000 }, net: { cents: 2_297_285 } },
  ]);
});

test("BC-19: a whole discount on a half cent leaves nothing", async () => {
  const { workspace, path } = await open();
  await insertUsage(env, workspace, owner, {
    rate: "64.22",
    from: "2026-01-10T00:00:00Z",
    to: "2026-01-10T02:15:00Z",
  });
  await use(path, await percent(1_000_000));
  await close();
  expect(await invoices(path)).toMatchObject([
    { subtotal: { cents: 14_450 }, total: { cents: 0 } },
  ]);
});

test("W26: credit that an invoice leaves is used on the next one, before its tax", async () => {
  const { workspace, path } = await open("NL");
  await insertJanuaryUsage(env, workspace, owner, 1234);
  await insertUsage(env, workspace, owner, {
    rate: "40.00",
    from: "2026-02-10T00:00:00Z",
    to: "2026-02-10T01:00:00Z",
  });
  await use(path, await codeOf({ amountCents: 5000 }));
  await close();
  const left = (await summary(path)).promo.cents;
  await close(february);
  const [first, second] = await invoices(path);
  const figures = [
    first?.total.cents ?? -1,
    left,
    second?.discount.cents ?? -1,
    second?.net.cents ?? -1,
    second?.tax.cents ?? -1,
    second?.total.cents ?? -1,
    (await summary(path)).promo.cents,
  ];
  expect(figures.map(asText)).toEqual(expectedOf("W26"));
});

test("N41: usage that promo credit covers has a paid document with a number", async () => {
  const { workspace, path } = await open();
  await insertJanuaryUsage(env, workspace, owner, 1200);
  await use(path, await codeOf({ amountCents: 1200 }));
  await close();
  expect(await invoices(path)).toMatchObject([
    { number: expect.stringMatching(/^INV-/), status: "paid", total: { cents: 0 } },
  ]);
});

test("credit expires when the month that may use it is closed, and the history says so", async () => {
  const { path } = await open();
  await use(path, await codeOf({ grantDays: 10 }));
  const run = async (time: string) => {
    env.clock.set(time);
    await env.worker.tasks["billing.close_months"]({});
    return (await summary(path)).promo.cents;
  };
  expect(await run("2026-02-03T00:00:00Z")).toBe(1000);
  expect(await run("2026-02-04T01:00:00Z")).toBe(0);
  const { data } = await owner.client.call(api.billingHistory.history, { path, query: {} });
  expect(data.data.map(({ type, amount }) => [type, amount.cents])).toEqual([
    ["promo_credit", -1000],
    ["promo_credit", 1000],
  ]);
});

test("staff schedule, disable, change and delete codes; a deleted one looks like none", async () => {
  const scheduled = await create({ startsAt: "2026-02-01", endsAt: "2026-02-28" });
  expect(scheduled.data).toMatchObject({
    status: "scheduled",
    startsAt: "2026-02-01T00:00:00.000Z",
    endsAt: "2026-03-01T00:00:00.000Z",
  });
  const { path } = await open();
  const { code, id: promoCode } = scheduled.data;
  expect(await outcome(path, code)).toBe("promo_code_not_started");
  const body = { code, kind: "credit", amountCents: 500 } as const;
  const update = (more: object) =>
    staff.client.call(api.promoCodes.update, { path: { promoCode }, body: { ...body, ...more } });
  expect((await update({ startsAt: "2026-01-01", isDisabled: true })).data.status).toBe("disabled");
  expect(await outcome(path, code)).toBe("promo_code_invalid");
  await update({ newWorkspacesOnly: true });
  expect(await outcome(path, code)).toBe("redeemed");
  expect((await update({ maxUses: 1 })).data.status).toBe("exhausted");
  const removed = await staff.client.call(api.promoCodes.remove, { path: { promoCode } });
  expect(removed.status).toBe(204);
  expect(await outcome((await open()).path, code)).toBe("promo_code_invalid");
  const denied = await update({});
  expect([denied.status, denied.json]).toMatchObject([409, { reason: "promo_code_is_deleted" }]);
  // Its name is free again.
  const namesake = await create({ code });
  expect(namesake.status).toBe(201);
  const listed = async (status?: string) => {
    const query = { search: code, ...(status !== undefined && { status }) };
    const { data } = await staff.client.call(api.promoCodes.list, { query });
    return data.data.map(({ id }) => id);
  };
  expect(await listed()).toEqual([namesake.data.id]);
  expect(await listed("deleted")).toEqual([promoCode]);
  const restore = () => staff.client.call(api.promoCodes.restore, { path: { promoCode } });
  const taken = await restore();
  expect([taken.status, taken.json]).toMatchObject([409, { reason: "promo_code_is_taken" }]);
  await staff.client.call(api.promoCodes.remove, { path: { promoCode: namesake.data.id } });
  const results = await Promise.all([restore(), restore()]);
  for (const { status, data } of results)
    expect([status, data]).toMatchObject([200, { used: 1, deletedAt: null }]);
});

test.for([
  [{ code: "a b" }, "code"],
  [{ code: "AB" }, "code"],
  [{ amountCents: null }, "amountCents"],
  [{ amountCents: 0 }, "amountCents"],
  [{ kind: "percent", amountCents: null, percentPpm: 100 }, "months"],
  [{ percentPpm: 5 }, "percentPpm"],
  [{ kind: "percent", amountCents: null, percentPpm: 1_010_000, months: 1 }, "percentPpm"],
  [{ kind: "percent", amountCents: null, percentPpm: 0, months: 1 }, "percentPpm"],
  [{ endsAt: "2020-01-01" }, "endsAt"],
  [{ startsAt: "2026-03-02", endsAt: "2026-03-01" }, "endsAt"],
  [{ endsAt: "2026-02-30" }, "endsAt"],
  [{ maxUses: 0 }, "maxUses"],
] as const)("C101: staff cannot create a code with %j", async ([more, field]) => {
  const { status, fields } = await create(more);
  expect([status, Object.keys(fields)]).toEqual([422, [field]]);
});

test("C101: a twin of a code by spaces, an end before the start, 101 % and 0 are rejected", async () => {
  const code = await codeOf({});
  const percent = { kind: "percent", amountCents: null, months: 1 };
  for (const [more, field] of [
    [{ code: `${code.toLowerCase()} ` }, "code"],
    [{ startsAt: "2026-03-02", endsAt: "2026-03-01" }, "endsAt"],
    [{ ...percent, percentPpm: 1_010_000 }, "percentPpm"],
    [{ ...percent, percentPpm: 0 }, "percentPpm"],
  ] as const) {
    const { status, fields } = await create(more);
    expect([status, Object.keys(fields)]).toEqual([422, [field]]);
  }
});
