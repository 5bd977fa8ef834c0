/** What a token of chosen projects and a limited member can read of the whole workspace's data. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allEndpoints, api } from "#contracts/api.ts";
import { type Endpoint, acceptedScopes } from "#contracts/endpoint.ts";
import { scopesRequiringAllProjects, type TokenScope, tokenScopes } from "#contracts/tokens.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import type { TestClient } from "../../testing/client.ts";
import { isDatabaseError, sql } from "../../core/db/db.ts";
import { createInvite } from "../../testing/invites.ts";
import { grantProject, createDefaultProject, insertInstance } from "../../testing/instances.ts";
import { createProject, orderBody } from "../../testing/order-instances.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { bearerHeader, createTokenClient, type TokenClient } from "../../testing/token-clients.ts";
import { newPublicKey } from "../../testing/ssh-keys.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
let limited: TestUser;
let workspace: TestWorkspace;
let path: { workspace: string };
let tokenClient: TokenClient & { readonly id: string };
let key: Awaited<ReturnType<typeof addKey>>;
/** Everything of the workspace outside the project, by kind. */
let outside: Record<string, string>;
let ids: { ours: string; others: string; inOurs: string; inOthers: string; hidden: string };

const allowed = tokenScopes.filter((scope) => !scopesRequiringAllProjects.has(scope));
const addKey = async (name: string, comment: string) =>
  (
    await owner.client.call(api.credentials.create, {
      path,
      body: { name, publicKey: newPublicKey(comment) },
    })
  ).data;

beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
  workspace = await createWorkspace(env, owner, "northwind");
  path = { workspace: workspace.handle };
  await createDefaultProject(env, workspace, owner);
  limited = await createMember(env, workspace, "limited_team_member");
  const colleague = await createMember(env, workspace, "administrator", "colleague@hidden.test");
  const ours = await createProject(env, workspace, owner, "Ours");
  const others = await createProject(env, workspace, colleague, "Hidden project");
  await grantProject(env, workspace, ours, limited);
  key = await addKey("shared-key", "hidden-comment");
  const hidden = await addKey("second-key", "other-comment");
  const instance = (projectId: string, hostname: string, user: TestUser) =>
    insertInstance(env, workspace, user, { hostname, projectId, credentialId: key.id });
  const inOurs = await instance(ours, "in-ours", owner);
  const inOthers = await instance(others, "hidden-host", colleague);
  await env.db.withSystemRole("usage for a test", (tx) =>
    tx.execute(sql`INSERT INTO usage_interval (workspace_id, instance_id, interval_number, project_id, product_id, price_snapshot_id, rate_micros_per_hour, start_second)
      SELECT workspace_id, id, 1, project_id, product_id, price_snapshot_id, rate_micros_per_hour, ${Math.floor(env.clock.now().getTime() / 1000) - 36_000}
        FROM instance WHERE workspace_id = ${workspace.id}`),
  );
  await createTokenClient(env, owner, workspace, { name: "hidden-token" });
  await createInvite(env, workspace, {
    by: owner.id,
    email: "invited@hidden.test",
    role: "team_member",
    projectId: others,
  });
  tokenClient = await createTokenClient(env, owner, workspace, {
    scopes: allowed,
    projectIds: [ours],
  });
  ids = { ours, others, inOurs, inOthers, hidden: hidden.id };
  outside = {
    "another project": others,
    "another project's name": "Hidden project",
    "an instance": inOthers,
    "an instance's name": "hidden-host",
    "a key": key.publicKey.split(" ")[1] ?? "",
    "a key's fingerprint": key.fingerprintSha256,
    "a key's comment": "hidden-comment",
    "a member": colleague.id,
    "a member's address": "hidden.test",
    "a token": "hidden-token",
  };
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

/** Every URL of a GET endpoint: for the objects its path may name, and for search terms. */
function addressesOf(endpoint: Endpoint): string[] {
  const named = endpoint.path.replace(":workspace", workspace.handle);
  const objects = [
    ids.ours,
    ids.others,
    ids.inOurs,
    ids.inOthers,
    key.id,
    tokenClient.id,
    owner.id,
  ];
  const filled = /:[a-zA-Z]+/.test(named)
    ? objects.map((id) => named.replace(/:[a-zA-Z]+/g, id))
    : [named];
  const queries =
    endpoint.id === api.search.find.id
      ? [...Object.values(outside), key.name].map((term) => `?term=${encodeURIComponent(term)}`)
      : ["", "?search=hidden", `?search=${encodeURIComponent(key.fingerprintSha256.slice(7))}`];
  return filled.flatMap((address) => queries.map((query) => address + query));
}

/** What of `outside` a response reveals, except what the request itself contained. */
const revealedIn = (text: string, hidden: Readonly<Record<string, string>>) =>
  Object.entries(hidden).flatMap(([what, secret]) => (text.includes(secret) ? [what] : []));

const isRead = (endpoint: Endpoint) =>
  endpoint.method === "GET" && endpoint.stream !== true && endpoint.mutates !== true;
const isMounted = (endpoint: Endpoint) =>
  env.app.hasRoute({ method: endpoint.method, url: endpoint.path });

async function readAll(
  endpoints: readonly Endpoint[],
  hidden: Readonly<Record<string, string>>,
  client: TestClient,
  headers: Record<string, string> = {},
) {
  const revealed: string[] = [];
  let answered = 0;
  for (const endpoint of endpoints.filter(isMounted)) {
    for (const address of addressesOf(endpoint)) {
      const response = await client.send("GET", address, undefined, { headers });
      const text = await response.text();
      if (response.ok) answered += 1;
      const secrets = response.ok ? revealedIn(text, hidden) : [];
      revealed.push(...secrets.map((what) => `${address} reveals ${what}`));
    }
  }
  return { revealed, answered };
}

describe("a token of chosen projects", () => {
  test("reads nothing outside of them, with every scope and endpoint", async () => {
    const endpoints = allEndpoints.filter(
      (endpoint) => isRead(endpoint) && acceptedScopes(endpoint) !== null,
    );
    const { revealed, answered } = await readAll(
      endpoints,
      outside,
      env.createClient(),
      bearerHeader(tokenClient.secret),
    );
    expect(revealed).toEqual([]);
    expect(answered).toBeGreaterThan(15);
  });

  test("gets totals of its own projects only", async () => {
    const { data: consumed } = await tokenClient.call(api.billing.currentExpenditure, { path });
    expect(consumed.byInstance.map(({ id }) => id)).toEqual([ids.inOurs]);
    expect(consumed.lines.map(({ project }) => project?.id)).toEqual([ids.ours]);
    const { data: overview } = await tokenClient.call(api.workspaces.overview, { path });
    expect(overview).toMatchObject({
      projects: 1,
      members: null,
      recent: [],
      instances: { total: 1 },
    });
    const { data: graph } = await tokenClient.call(api.projects.graph, { path });
    expect(graph.projects.map(({ id }) => id)).toEqual([ids.ours]);
  });

  test("lists SSH keys with name and id and no other field", async () => {
    const { data } = await tokenClient.call(api.credentials.list, { path });
    expect(data.data.map(({ name }) => name)).toEqual(["second-key", "shared-key"]);
    expect(data.data[1]).toMatchObject({
      id: key.id,
      name: "shared-key",
      isDefault: true,
      publicKey: null,
      fingerprintSha256: null,
      comment: null,
      createdBy: null,
      usedByCount: 1,
    });
    const whole = await createTokenClient(env, owner, workspace, { scopes: ["credential.view"] });
    const { data: all } = await whole.call(api.credentials.list, { path });
    expect(all.data[1]).toMatchObject({ publicKey: key.publicKey, comment: "hidden-comment" });
  });

  test("cannot search keys by hidden fields", async () => {
    for (const search of ["hidden-comment", key.fingerprintSha256.slice(7, 20)]) {
      const { data } = await tokenClient.call(api.credentials.list, { path, query: { search } });
      expect([search, data.meta.total]).toEqual([search, 0]);
      const { data: found } = await tokenClient.call(api.search.find, {
        path,
        query: { term: search },
      });
      expect([search, found.credentials]).toEqual([search, []]);
    }
    const byName = await tokenClient.call(api.search.find, { path, query: { term: "shared" } });
    expect(byName.data.credentials).toMatchObject([
      { id: key.id, name: "shared-key", comment: null, fingerprintSha256: null },
    ]);
  });

  test("cannot be created with a scope that changes keys", async () => {
    for (const scope of ["credential.create", "credential.delete", "credential.set_default"]) {
      const rejected = await owner.client.call(api.tokens.create, {
        path,
        body: {
          name: "keys",
          scopes: tokenScopes.filter((known) => known === scope),
          projectIds: [ids.ours],
        },
      });
      expect([rejected.status, rejected.fields]).toEqual([422, { scopes: "not_with_projects" }]);
    }
  });

  /** A token created before such scopes were rejected. */
  async function older(scopes: readonly TokenScope[]) {
    const created = await createTokenClient(env, owner, workspace, {
      name: "older",
      scopes: ["credential.view"],
      projectIds: [ids.ours],
    });
    await env.db.withSystemRole("a token created by an earlier version", (tx) =>
      tx.execute(
        sql`UPDATE access_token SET scopes = ${[...scopes]}::text[] WHERE id = ${created.id}`,
      ),
    );
    return created;
  }

  test("with such scopes of an earlier version cannot add, delete or re-default keys", async () => {
    const before = (await owner.client.call(api.credentials.list, { path })).data;
    const token = await older(tokenScopes);
    const one = { ...path, credential: ids.hidden };
    const responses = [
      await token.call(api.credentials.create, {
        path,
        body: { name: "planted", publicKey: newPublicKey() },
      }),
      await token.call(api.credentials.setDefault, { path: one }),
      await token.call(api.credentials.remove, { path: one }),
      await token.call(api.projects.create, { path, body: { name: "Planted" } }),
      await token.call(api.projects.remove, { path: { ...path, project: ids.ours } }),
    ];
    expect(responses.map(({ status, code }) => [status, code])).toEqual(
      responses.map(() => [403, "permission_denied_missing_permission"]),
    );
    expect((await owner.client.call(api.credentials.list, { path })).data).toEqual(before);
  });

  test("is limited by the database as well, whatever the code above allows", async () => {
    const outcome = async (change: (reach: string) => ReturnType<typeof sql>, reach: string) => {
      try {
        return await env.db.withTenant(async (tx) => {
          await tx.execute(
            sql`SELECT set_config('app.workspace_id', ${workspace.id}, true), set_config('app.user_id', ${owner.id}, true), set_config('app.access_level', ${reach}, true)`,
          );
          return await tx.execute(change(reach));
        });
      } catch (error) {
        return isDatabaseError(error, "42501") ? "rejected" : String(error);
      }
    };
    const id = ids.hidden;
    const changes = {
      update: () => sql`UPDATE credential SET comment = comment WHERE id = ${id}`,
      insert: (
        reach: string,
      ) => sql`INSERT INTO credential (id, workspace_id, name, type, public_key, fingerprint_sha256, created_by, created_at, updated_at)
        SELECT gen_random_uuid(), workspace_id, 'planted ' || ${reach}, type, public_key, 'planted ' || ${reach}, created_by, created_at, updated_at FROM credential WHERE id = ${id}`,
      delete: () => sql`DELETE FROM credential WHERE name LIKE 'planted%' OR name = 'no such key'`,
      read: () => sql`SELECT FROM credential WHERE id = ${id} FOR KEY SHARE`,
    };
    expect([
      await outcome(changes.update, "granted"),
      await outcome(changes.update, "all"),
    ]).toEqual(["rejected", 1]);
    expect([
      await outcome(changes.insert, "granted"),
      await outcome(changes.insert, "all"),
    ]).toEqual(["rejected", 1]);
    expect([
      await outcome(changes.delete, "granted"),
      await outcome(changes.delete, "all"),
    ]).toEqual([0, 1]);
    expect(await outcome(changes.read, "granted")).toBe(1);
  });

  test("orders with a key of the workspace", async () => {
    const body = await orderBody(owner.client, {
      workspace,
      credentialId: ids.hidden,
      hostname: ["ordered"],
      body: { projectId: ids.ours },
    });
    const placed = await tokenClient.call(api.instances.order, { path, body });
    expect(placed.status).toBe(202);
    expect(placed.data.instances[0]?.credential).toEqual({ id: ids.hidden, name: "second-key" });
  });
});

describe("a limited member", () => {
  test("reads nothing outside of the granted projects", async () => {
    const endpoints = allEndpoints.filter(
      (endpoint) => isRead(endpoint) && endpoint.path.startsWith("/api/v1/workspaces/:workspace"),
    );
    const hidden = { ...outside, "the name of a key": key.name };
    const { revealed, answered } = await readAll(endpoints, hidden, limited.client);
    expect(revealed).toEqual([]);
    expect(answered).toBeGreaterThan(5);
  });

  test("sees only keys used by their own orders", async () => {
    const own = await insertInstance(env, workspace, limited, {
      hostname: "own-order",
      projectId: ids.ours,
      credentialId: ids.hidden,
    });
    const keyOf = async (client: TestClient, instance: string) =>
      (await client.call(api.instances.view, { path: { ...path, instance } })).data.credential;
    expect(await keyOf(limited.client, own)).toEqual({ id: ids.hidden, name: "second-key" });
    expect(await keyOf(limited.client, ids.inOurs)).toBeNull();
    expect(await keyOf(owner.client, ids.inOurs)).toEqual({ id: key.id, name: "shared-key" });
    expect((await limited.client.call(api.credentials.list, { path })).status).toBe(403);
  });

  test("cannot give a token more access to keys than they have", async () => {
    const creator = await createMember(env, workspace, "administrator", "later-limited@own.test");
    const token = await createTokenClient(env, creator, workspace, {
      scopes: ["instance.view", "credential.view", "workspace.view"],
      projectIds: [ids.ours],
    });
    const read = async () => {
      const { data } = await token.call(api.instances.view, {
        path: { ...path, instance: ids.inOurs },
      });
      return data.credential?.name ?? null;
    };
    expect(await read()).toBe("shared-key");
    await env.db.withSystemRole("a role for a test", (tx) =>
      tx.execute(sql`UPDATE user_workspace_role SET workspace_role_id = 'limited_team_member'
        WHERE workspace_id = ${workspace.id} AND user_id = ${creator.id}`),
    );
    await grantProject(env, workspace, ids.ours, creator);
    expect(await read()).toBeNull();
    expect((await token.call(api.credentials.list, { path })).status).toBe(403);
  });
});
