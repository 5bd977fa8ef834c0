import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { FieldProblems } from "#contracts/field-problem.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { grantProject, insertInstance, type InstanceOptions } from "../../testing/instances.ts";
import {
  createMember,
  createNewWorkspace,
  createUser,
  type TestUser,
} from "../../testing/users.ts";
import { newPublicKey } from "../../testing/ssh-keys.ts";
import { issueTestInvoice } from "../../testing/issued-invoices.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const nothing = { instances: [], projects: [], credentials: [], billing: [] };

async function fresh() {
  const { workspace, path } = await createNewWorkspace(env, owner, "found");
  const find = async (term: string, user: TestUser = owner) =>
    (await user.client.call(api.search.find, { path, query: { term } })).data;
  return {
    workspace,
    path,
    find,
    instance: (hostname: string, options: Partial<InstanceOptions> = {}) =>
      insertInstance(env, workspace, owner, { hostname, ...options }),
    instances: async (term: string, user: TestUser = owner) =>
      (await find(term, user)).instances.map(({ hostname }) => hostname),
    project: async (name: string, description = "") =>
      (
        await owner.client.call(
          api.projects.create,
          { path, body: { name, description } },
          { headers: { "idempotency-key": uuidv7(env.clock.now()) } },
        )
      ).data,
    key: async (name: string, publicKey = newPublicKey()) =>
      (await owner.client.call(api.credentials.create, { path, body: { name, publicKey } })).data,
  };
}

test("finds an instance by a part of its name: exact match first, then prefix matches", async () => {
  const { instance, instances } = await fresh();
  for (const hostname of ["a-gpu-1", "gpu-10", "gpu-1", "web-1"]) await instance(hostname);
  expect(await instances("gpu-1")).toEqual(["gpu-1", "gpu-10", "a-gpu-1"]);
  expect(await instances("  GPU-1 ")).toEqual(["gpu-1", "gpu-10", "a-gpu-1"]);
  expect(await instances("pu-10")).toEqual(["gpu-10"]);
  expect(await instances("none")).toEqual([]);
});

test("finds an instance by id and IP addresses, complete or in part; a terminated one only by its id", async () => {
  const { instance, instances } = await fresh();
  const id = await instance("first", { publicIp: "192.0.2.17" });
  await instance("second", { publicIp: "192.0.2.170" });
  await instance("sixth", { publicIp: "2001:db8::17" });
  const gone = await instance("gone", { publicIp: "192.0.2.99", status: "terminated" });
  expect(await instances(id)).toEqual(["first"]);
  expect(await instances(id.toUpperCase())).toEqual(["first"]);
  expect(await instances("192.0.2.17")).toEqual(["first"]);
  expect(await instances("192.0.2.")).toEqual(["first", "second"]);
  expect(await instances("2001:DB8:0::17")).toEqual(["sixth"]);
  expect(await instances("2001:db8")).toEqual(["sixth"]);
  // A zone is valid in an IPv6 address and not in PostgreSQL's inet.
  expect(await instances("2001:db8::17%eth0")).toEqual(["sixth"]);
  expect(await instances("gone")).toEqual([]);
  expect(await instances("192.0.2.99")).toEqual([]);
  expect(await instances(gone)).toEqual(["gone"]);
});

test("finds a project by name, description and id; a key by name, comment, id and fingerprint", async () => {
  const { find, project, key } = await fresh();
  const vision = await project("Vision", "Cameras at sea");
  await project("Television");
  const desk = await key("desk", newPublicKey("anna@office"));
  const other = await key("my desk");
  const projects = async (term: string) => (await find(term)).projects.map(({ name }) => name);
  const keys = async (term: string) => (await find(term)).credentials.map(({ name }) => name);
  expect(await projects("vision")).toEqual(["Vision", "Television"]);
  expect(await projects("at SEA")).toEqual(["Vision"]);
  expect(await projects(vision.id)).toEqual(["Vision"]);
  expect(await keys("desk")).toEqual(["desk", "my desk"]);
  expect(await keys("anna@")).toEqual(["desk"]);
  expect(await keys(other.id)).toEqual(["my desk"]);
  expect(await keys(desk.fingerprintSha256)).toEqual(["desk"]);
  expect(await keys(desk.fingerprintSha256.slice(7))).toEqual(["desk"]);
});

test("limits the results of each kind", async () => {
  const { find, instance, project, key } = await fresh();
  for (let n = 0; n < 7; n += 1)
    await Promise.all([instance(`many-${n}`), project(`many ${n}`), key(`many ${n}`)]);
  const { instances, projects, credentials } = await find("many");
  expect(instances.map(({ hostname }) => hostname)).toEqual([
    "many-0",
    "many-1",
    "many-2",
    "many-3",
    "many-4",
  ]);
  expect([projects.length, credentials.length]).toEqual([5, 5]);
});

test("C013: treats wildcards and all other input literally", async () => {
  const { find, instance, project, key } = await fresh();
  await instance("plain");
  await project("50% off");
  await key("a_b");
  const names = async (term: string) => {
    const { instances, projects, credentials } = await find(term);
    return [
      ...instances.map(({ hostname }) => hostname),
      ...projects.map(({ name }) => name),
      ...credentials.map(({ name }) => name),
    ];
  };
  expect(await names("%")).toEqual(["50% off"]);
  expect(await names("_")).toEqual(["a_b"]);
  for (const term of ["\\", "%%", "'; DROP TABLE instance; --", "::", "1.2.3.4.5", "~", "💥", "--"])
    expect(await names(term), term).toEqual([]);
});

test("rejects a missing, blank, too long or non-text term with a field error", async () => {
  const { path } = await fresh();
  const problem = async (query: string) => {
    const response = await owner.client.send(
      "GET",
      `/api/v1/workspaces/${path.workspace}/search${query}`,
    );
    const { errors } = FieldProblems.parse(await response.json());
    return [
      response.status,
      Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first?.code])),
    ];
  };
  expect(await problem("")).toEqual([422, { term: "required" }]);
  expect(await problem("?term=%20%20")).toEqual([422, { term: "required" }]);
  expect(await problem(`?term=${"x".repeat(101)}`)).toEqual([422, { term: "too_big" }]);
  expect(await problem("?term=%00")).toEqual([422, { term: "format" }]);
  expect(await problem("?term=x&kind=all")).toEqual([422, { kind: "unknown_field" }]);
});

test("finds what the role may see: a limited member only granted projects, a billing administrator nothing", async () => {
  const { workspace, find, instance, project, key } = await fresh();
  const [granted, other] = [await project("shared one"), await project("shared two")];
  await instance("shared-in", { projectId: granted.id });
  const hidden = await instance("shared-out", { projectId: other.id, publicIp: "192.0.2.201" });
  await instance("shared-loose");
  const own = await key("shared key");
  const limited = await createMember(env, workspace, "limited_team_member");
  await grantProject(env, workspace, granted.id, limited);
  const member = await createMember(env, workspace, "team_member");
  const billing = await createMember(env, workspace, "billing_administrator");
  const all = await find("shared");
  expect([all.instances.length, all.projects.length, all.credentials.length]).toEqual([3, 2, 1]);
  expect(await find("shared", member)).toEqual(all);
  const seen = await find("shared", limited);
  expect(seen.instances.map(({ hostname }) => hostname)).toEqual(["shared-in"]);
  expect(seen.projects.map(({ name }) => name)).toEqual(["shared one"]);
  expect(seen.credentials).toEqual([]);
  for (const term of [hidden, "192.0.2.201", "shared-out", other.id, own.id, own.fingerprintSha256])
    expect(await find(term, limited), term).toEqual(nothing);
  expect(await find("shared", billing)).toEqual(nothing);
});

test("T03, T04: finds nothing of another workspace, by any id; a workspace of other users is as if it did not exist", async () => {
  const [here, there] = [await fresh(), await fresh()];
  const instance = await there.instance("theirs", { publicIp: "192.0.2.77" });
  const project = await there.project("theirs");
  const key = await there.key("theirs");
  for (const term of ["theirs", instance, "192.0.2.77", project.id, key.id, key.fingerprintSha256])
    expect(await here.find(term), term).toEqual(nothing);
  const outsider = await createUser(env, "outsider@elsewhere.test");
  const describeSearch = async (workspace: string) => {
    const response = await outsider.client.call(api.search.find, {
      path: { workspace },
      query: { term: "theirs" },
    });
    return [response.status, response.code];
  };
  expect(await describeSearch(there.workspace.handle)).toEqual(
    await describeSearch("never-existed"),
  );
});

test("a token finds what its scopes allow; without such a scope the search is denied", async () => {
  const { path, instance, project } = await fresh();
  await instance("seen");
  await project("seen");
  const tokenClient = async (scopes: ("instance.view" | "project.view" | "workspace.view")[]) => {
    const { secret } = (
      await owner.client.call(api.tokens.create, { path, body: { name: scopes.join(), scopes } })
    ).data;
    return await env
      .createClient()
      .call(
        api.search.find,
        { path, query: { term: "seen" } },
        { headers: { authorization: `Bearer ${secret}` } },
      );
  };
  const instances = (await tokenClient(["instance.view"])).data;
  expect([instances.instances.length, instances.projects.length]).toEqual([1, 0]);
  const projects = (await tokenClient(["project.view"])).data;
  expect([projects.instances.length, projects.projects.length]).toEqual([0, 1]);
  expect((await tokenClient(["workspace.view"])).status).toBe(403);
});

test("sorts names by code point, independently of the database's collation", async () => {
  const { instances, instance } = await fresh();
  for (const hostname of ["n", "n-1", "n1", "nz", "nzz-9"]) await instance(hostname);
  expect(await instances("n")).toEqual(["n", "n-1", "n1", "nz", "nzz-9"]);
  expect(await instances("nz")).toEqual(["nz", "nzz-9"]);
  const { collation } = await env.db.withSystemRole("a test reads the collation", (tx) =>
    tx.one<{ collation: string }>(
      sql`SELECT collation_name AS collation FROM information_schema.columns WHERE table_name = 'instance' AND column_name = 'hostname'`,
    ),
  );
  expect(collation).toBe("C");
});

test("finds an issued invoice by a part of its number or its id, for roles that see billing", async () => {
  const { workspace, find } = await fresh();
  const now = env.clock.now();
  const [first = "", second = ""] = await env.db.withSystemRole(
    "invoices for a test",
    async (tx) => {
      const issue = () =>
        issueTestInvoice(tx, { workspaceId: workspace.id, cents: 500, dueAt: now }, now);
      const ids = [await issue(), await issue()];
      await tx.execute(sql`INSERT INTO invoice (id, workspace_id, kind, status, created_at, updated_at)
      VALUES (${uuidv7(now)}, ${workspace.id}, 'invoice', 'draft', ${now}, ${now})`);
      return ids;
    },
  );
  const found = async (term: string, user?: TestUser) =>
    (await find(term, user)).billing.map(({ id }) => id);
  expect((await found("tst-2026")).toSorted()).toEqual([first, second].toSorted());
  expect((await find("TST-2026-000001")).billing).toEqual([
    {
      id: first,
      kind: "invoice",
      number: "TST-2026-000001",
      total: { cents: 500, currency: "USD" },
      issuedAt: now.toISOString(),
    },
  ]);
  expect(await found(second)).toEqual([second]);
  expect(await found("%")).toEqual([]);
  const billing = await createMember(env, workspace, "billing_administrator");
  expect(await found("000002", billing)).toEqual([second]);
  expect(await found("000002", await createMember(env, workspace, "team_member"))).toEqual([]);
  const other = await fresh();
  expect((await other.find("tst-2026")).billing).toEqual([]);
});
