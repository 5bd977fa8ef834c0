/** Who is invoiced, checks of VAT ids with an emulator of VIES, and the tax that follows. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { percentOfPpm } from "#contracts/vat.ts";
import { sql } from "../../core/db/db.ts";
import { createNewWorkspace, createUser, type TestUser } from "../../testing/users.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { billingAddress } from "../../testing/billing.ts";

let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@info.test");
});
beforeEach(() => {
  env.vies.fail(null);
  env.vies.valid.clear();
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

async function open() {
  const { workspace, path } = await createNewWorkspace(env, owner, "info");
  return {
    workspace,
    path,
    create: (more: object) =>
      owner.client.call(api.billingInfo.createInfo, { path, body: { ...billingAddress, ...more } }),
    update: (more: object) =>
      owner.client.call(api.billingInfo.updateInfo, { path, body: { ...billingAddress, ...more } }),
    read: async () => (await owner.client.call(api.billingInfo.info, { path })).data,
  };
}
/** Rate in percent and its reason. */
const taxOf = ({ tax }: { tax: { reason: string; ratePpm: number } }) => [
  percentOfPpm(tax.ratePpm),
  tax.reason,
];

test("is set once and then changed; issued invoices could read every version", async () => {
  const { workspace, create, update, read } = await open();
  expect(await read()).toEqual({
    info: null,
    tax: { reason: "domestic", ratePpm: 210_000, country: "NL" },
  });
  expect((await update({})).status).toBe(404);
  const created = await create({
    company: "  Ada   Ltd ",
    receivers: ["a@b.test", "A@B.test", "c@d.test"],
  });
  expect([created.status, created.data.info]).toMatchObject([
    201,
    { version: 1, company: "Ada Ltd", receivers: ["A@B.test", "c@d.test"], orderNumber: null },
  ]);
  expect((await create({})).fields).toEqual({ name: "already_exists" });
  const changed = await update({ orderNumber: "PO 4711", company: null });
  expect(changed.data.info).toMatchObject({ version: 2, orderNumber: "PO 4711", company: null });
  // Without a change there is no new version.
  expect((await update({ orderNumber: "PO 4711" })).data.info?.version).toBe(2);
  const versions = await env.db.withSystemRole("a test", (tx) =>
    tx.many(
      sql`SELECT company FROM billing_info WHERE workspace_id = ${workspace.id} ORDER BY version`,
    ),
  );
  expect(versions).toEqual([{ company: "Ada Ltd" }, { company: null }]);
});

test("two at once create one, and two changes are two versions", async () => {
  const { create, update, read } = await open();
  const results = await Promise.all([create({ name: "One" }), create({ name: "Two" })]);
  expect(results.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  await Promise.all([update({ name: "Three" }), update({ name: "Four" })]);
  expect((await read()).info?.version).toBe(3);
});

test.for([
  [{ name: " " }, { name: "required" }],
  [{ country: "XX" }, { country: "choice" }],
  [{ country: "nl" }, { country: "choice" }],
  [{ postalCode: "" }, { postalCode: "required" }],
  [{ country: "US", postalCode: "94105" }, { region: "required" }],
  [{ receivers: ["no address"] }, { "receivers.0": "email" }],
  [{ vatId: "DE123" }, { vatId: "format" }],
  [{ country: "DE", vatId: "NL123456789B01" }, { vatId: "format" }],
  [{ extra: 1 }, { extra: "unknown_field" }],
] as const)("rejects %j", async ([more, fields]) => {
  const { create } = await open();
  expect((await create(more)).fields).toEqual(fields);
});

test("C107: a person abroad needs neither a tax id nor a region", async () => {
  const { create, update } = await open();
  const american = await create({ country: "US", region: "CA", postalCode: "94105" });
  expect(american.status).toBe(201);
  const moved = await update({ country: "JP", region: "", postalCode: "100-0001", vatId: "" });
  expect([moved.status, moved.data.info]).toMatchObject([
    200,
    { country: "JP", company: null, region: null, vatId: null },
  ]);
});

test("W33: the tax is that of the buyer's country, none for a business with a valid VAT id elsewhere in the EU", async () => {
  const rows = [
    [{ country: "NL", vatId: "NL123456789B01" }, [21, "domestic"]],
    [{ country: "DE" }, [19, "destination"]],
    [{ country: "DE", vatId: "DE 123.456-789" }, [0, "reverse_charge"]],
    [{ country: "FI" }, [25.5, "destination"]],
    [{ country: "US", region: "CA" }, [0, "outside_eu"]],
  ] as const;
  env.vies.valid.add("NL123456789B01").add("DE123456789");
  for (const [more, tax] of rows) {
    const { create, read } = await open();
    await create(more);
    await env.runDueJobs();
    expect(taxOf(await read())).toEqual(tax);
  }
});

test("BC-67: Irish and Greek VAT ids are accepted in their form, and free of tax only once VIES says so", async () => {
  const irish = await open();
  const created = await irish.create({ country: "IE", postalCode: null, vatId: "IE8Y41127O" });
  expect([created.status, created.data.info?.vatStatus, taxOf(created.data)]).toEqual([
    201,
    "unverified",
    [23, "destination"],
  ]);
  await env.runDueJobs();
  expect(await irish.read()).toMatchObject({
    info: { vatStatus: "invalid", vatCheckedAt: env.clock.now().toISOString() },
    tax: { ratePpm: 230_000 },
  });
  env.vies.valid.add("EL123456789");
  const greek = await open();
  expect((await greek.create({ country: "GR", vatId: "GR123456789" })).fields).toEqual({
    vatId: "format",
  });
  await greek.create({ country: "GR", vatId: "EL123456789" });
  await env.runDueJobs();
  expect(taxOf(await greek.read())).toEqual([0, "reverse_charge"]);
});

test("BC-68: Northern Ireland has VAT ids, but its services are outside the EU", async () => {
  const { create, read } = await open();
  expect((await create({ country: "GB", vatId: "GB123456789" })).fields).toEqual({
    vatId: "format",
  });
  env.vies.valid.add("XI123456789");
  await create({ country: "GB", vatId: "XI123456789" });
  await env.runDueJobs();
  const shown = await read();
  expect([shown.info?.vatStatus, taxOf(shown)]).toEqual(["valid", [0, "outside_eu"]]);
});

test("while VIES does not respond VAT is charged, and the id is asked about again every hour", async () => {
  const { create, read } = await open();
  env.vies.fail("silent");
  await create({ country: "DE", vatId: "DE111111111" });
  await env.runDueJobs();
  expect(await read()).toMatchObject({
    info: { vatStatus: "unavailable" },
    tax: { ratePpm: 190_000 },
  });
  env.vies.fail("unavailable");
  await env.advanceTime(3600, 3600);
  expect((await read()).info?.vatStatus).toBe("unavailable");
  env.vies.fail(null);
  env.vies.valid.add("DE111111111");
  await env.advanceTime(3600, 3600);
  expect(taxOf(await read())).toEqual([0, "reverse_charge"]);
});

test("a valid id stays valid for 30 days while VIES is down, and not longer", async () => {
  const { create, read } = await open();
  env.vies.valid.add("DE222222222");
  await create({ country: "DE", vatId: "DE222222222" });
  await env.runDueJobs();
  env.vies.fail("unavailable");
  const later = async (days: number) => {
    env.clock.advance(days * 86_400_000);
    await env.worker.tasks["billing.recheck_vat_ids"]({});
    await env.runDueJobs();
  };
  await later(29);
  expect(await read()).toMatchObject({ info: { vatStatus: "valid" }, tax: { ratePpm: 0 } });
  await later(2);
  expect(await read()).toMatchObject({
    info: { vatStatus: "unavailable" },
    tax: { ratePpm: 190_000 },
  });
});

test("countries say what an address needs, without a session", async () => {
  const { status, data } = await env.createClient().call(api.countries.list, {});
  expect(status).toBe(200);
  const of = (code: string) => data.countries.find((country) => country.code === code);
  expect(of("GR")).toEqual({
    code: "GR",
    name: "Greece",
    isInEu: true,
    vatIdPrefix: "EL",
    needsPostalCode: true,
    needsRegion: false,
  });
  expect(of("US")).toMatchObject({ isInEu: false, vatIdPrefix: null, needsRegion: true });
  expect(data.countries.filter(({ isInEu }) => isInEu)).toHaveLength(27);
});
