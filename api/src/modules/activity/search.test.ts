/** Search and filters of activity. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { allEndpoints, api } from "#contracts/api.ts";
import { isAudited } from "#contracts/audited-endpoint.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import type { Resource } from "#contracts/resource.ts";
import { resources } from "#contracts/resources.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { downloadCsv } from "../../testing/csv.ts";
import { buildListQuery } from "../../core/db/list.ts";
import { searchableActions } from "./action-words.ts";
import { listWorkspaceActivities } from "./store.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
  workspace = await createWorkspace(env, owner, "northwind");
});
afterAll(() => env.stop());

interface EventOptions {
  readonly action?: string;
  readonly target?: string;
  readonly targetId?: string;
  readonly actor?: TestUser;
  readonly actorName?: string;
  readonly actorType?: string;
  readonly role?: string;
  readonly tokenId?: string;
  readonly changes?: unknown;
  readonly result?: string;
}

async function insertEvent(of: TestWorkspace | null, event: EventOptions): Promise<void> {
  env.clock.advance(1000);
  const at = env.clock.now();
  const { actorType = "user", actor = owner, target = null } = event;
  await env.db.withSystemRole("an audit event for a test", (tx) =>
    tx.execute(sql`INSERT INTO audit_event (id, at, workspace_id, actor_type, actor_user_id, actor_name, actor_role, token_id, action, target_type,
        target_id, target_name, result, request_id, ip, changes)
      VALUES (${uuidv7(at)}, ${at}, ${of?.id ?? null}, ${actorType}, ${actorType === "system" ? null : actor.id},
        ${event.actorName ?? actor.name}, ${event.role ?? null}, ${event.tokenId ?? null}, ${event.action ?? "instances.terminate"},
        ${target === null ? null : "instance"}, ${event.targetId ?? null}, ${target}, ${event.result ?? "ok"}, 'r', '10.0.0.1', ${JSON.stringify(event.changes ?? [])}::jsonb)`),
  );
}

const newId = () => uuidv7(env.clock.now());

const list = (query: object, of = workspace, user = owner) =>
  user.client.call(api.activity.ofWorkspace, { path: { workspace: of.handle }, query });
const targets = async (search: string, of = workspace) =>
  (await list({ search, perPage: "100" }, of)).data.data.map(({ target }) => target?.name ?? null);

test("finds entries by target, actor, action and the texts of changes, with every word", async () => {
  const of = await createWorkspace(env, owner, "searched");
  await insertEvent(of, { target: "gpu-1" });
  await insertEvent(of, { target: "gpu-2", actorName: "Ada Lovelace", action: "instances.order" });
  await insertEvent(of, {
    target: "web-1",
    action: "instances.order",
    changes: [
      { field: "product", from: null, to: "H100 80 GB" },
      { field: "scopes", from: null, to: ["project.view"] },
    ],
  });
  expect(await targets("gpu", of)).toEqual(["gpu-2", "gpu-1"]);
  expect(await targets("GPU-1", of)).toEqual(["gpu-1"]);
  expect(await targets("ada love", of)).toEqual(["gpu-2"]);
  expect(await targets("lovelace gpu-1", of)).toEqual([]);
  expect(await targets("instances.order", of)).toEqual(["web-1", "gpu-2"]);
  expect(await targets("h100", of)).toEqual(["web-1"]);
  expect(await targets("project.view", of)).toEqual(["web-1"]);
  // Field names and keys of the stored changes are no text of an entry.
  expect(await targets("product", of)).toEqual([]);
  expect(await targets("  ", of)).toHaveLength(3);
});

test("finds actions by the words of the console's sentences, in English and German", async () => {
  const of = await createWorkspace(env, owner, "worded");
  await insertEvent(of, { target: "gpu-1", action: "instances.terminate" });
  await insertEvent(of, { target: "gpu-1", action: "instances.order" });
  await insertEvent(of, { target: "created-by-hand", action: "instances.terminate" });
  expect(await targets("created", of)).toEqual(["created-by-hand", "gpu-1"]);
  expect(await targets("Erstellt gpu", of)).toEqual(["gpu-1"]);
  expect(await targets("gelöscht gpu", of)).toEqual(["gpu-1"]);
});

test("every recorded action has words for the search", () => {
  const declared: readonly Resource[] = resources;
  const isRecorded = (endpoint: Endpoint) =>
    isAudited(endpoint) &&
    declared.some(
      ({ name, hasActivity }) => hasActivity === true && endpoint.id.startsWith(`${name}.`),
    );
  const recorded = allEndpoints.filter(isRecorded).map(({ id }) => id);
  expect(recorded.filter((id) => !searchableActions.includes(id))).toEqual([]);
});

test("C013: wildcards and other characters are literal, and letters of any script ignore case", async () => {
  const of = await createWorkspace(env, owner, "wildcards");
  const names = ["a_b", "axb", "50%_off", "500 off", "back\\slash", "ÜBER-größe", "東京", "Дом"];
  for (const target of names) await insertEvent(of, { target });
  expect(await targets("a_b", of)).toEqual(["a_b"]);
  expect(await targets("50%", of)).toEqual(["50%_off"]);
  expect(await targets("0%_o", of)).toEqual([]);
  expect(await targets("%_off", of)).toEqual(["50%_off"]);
  expect(await targets("back\\s", of)).toEqual(["back\\slash"]);
  expect(await targets("über", of)).toEqual(["ÜBER-größe"]);
  expect(await targets("GRÖSSE", of)).toEqual([]);
  expect(await targets("GRÖẞE", of)).toEqual(["ÜBER-größe"]);
  expect(await targets("京", of)).toEqual(["東京"]);
  expect(await targets("дом", of)).toEqual(["Дом"]);
  // Punctuation alone finds nothing; beside another word it is literal.
  for (const term of ["%", "_", "\\", "%%%", "-"])
    expect([term, await targets(term, of)]).toEqual([term, []]);
  expect(await targets("off %", of)).toEqual(["50%_off"]);
  // A short word is found where a name or word begins.
  expect(await targets("a", of)).toEqual(["axb", "a_b"]);
  expect(await targets("x", of)).toEqual([]);
});

test("a term of up to 100 characters is accepted, a longer one is rejected", async () => {
  expect((await list({ search: "gpu ".repeat(25) })).status).toBe(200);
  expect((await list({ search: "ü".repeat(100) })).data.data).toEqual([]);
  expect((await list({ search: "x".repeat(200) })).fields).toEqual({ search: "too_big" });
  expect((await list({ search: "a\u0000b" })).status).toBeLessThan(500);
});

test("pages of a search follow each other in both directions, with an exact total", async () => {
  const of = await createWorkspace(env, owner, "paged");
  for (let n = 0; n < 7; n += 1) await insertEvent(of, { target: n % 2 === 0 ? `even-${n}` : "x" });
  const query = { search: "even", perPage: "2", actor: owner.id };
  const first = (await list(query, of)).data;
  const second = (await list({ ...query, page: "2", after: first.meta.next ?? "" }, of)).data;
  const back = (await list({ ...query, page: "1", before: second.meta.previous ?? "" }, of)).data;
  const names = (page: typeof first) => page.data.map(({ target }) => target?.name);
  expect([names(first), names(second)]).toEqual([
    ["even-6", "even-4"],
    ["even-2", "even-0"],
  ]);
  expect([back.data, second.meta.next]).toEqual([first.data, null]);
  expect(names((await list({ ...query, page: "2" }, of)).data)).toEqual(["even-2", "even-0"]);
  expect(first.meta).toMatchObject({ total: 4, totalIsExact: true, lastPage: 2 });
});

/** Fails without the view: under row-level security these indexes serve no condition. */
async function expectIndexes(of: TestWorkspace): Promise<void> {
  await env.db.owner.query("ANALYZE audit_event");
  const plan = (condition: object) =>
    env.db.withTenant(async (tx) => {
      await tx.execute(sql`SELECT set_config('app.workspace_id', ${of.id}, true)`);
      await tx.execute(sql`SET LOCAL plan_cache_mode = force_custom_plan`);
      const query = buildListQuery(
        listWorkspaceActivities(api.activity.ofWorkspace.query.parse(condition)),
      );
      return JSON.stringify(await tx.many(sql`EXPLAIN ${query}`));
    });
  expect(await plan({ search: "needle" })).toContain("audit_event_search_idx");
  expect(await plan({ search: "ü" })).toContain("audit_event_search_idx");
  expect(await plan({ actor: "system" })).toContain("audit_event_actor_key_idx");
  expect(await plan({ activityType: "tokens" })).toContain("audit_event_type_idx");
  expect(await plan({ result: "denied" })).toContain("audit_event_result_idx");
  const ofTarget = await plan({ target: newId() });
  expect(ofTarget).toContain("audit_event_target_id_idx");
  // The index has the order of the list.
  expect(ofTarget).not.toContain("Sort Key: audit_event.at");
}

test("old entries are found by the index when newer ones do not match", async () => {
  const of = await createWorkspace(env, owner, "aged");
  await insertEvent(of, { target: "needle-1" });
  const start = env.clock.now();
  await env.db.withSystemRole("audit events for a test", (tx) =>
    tx.execute(sql`INSERT INTO audit_event (id, at, workspace_id, actor_type, actor_user_id, actor_name, action, target_type, target_id, target_name, request_id)
      SELECT gen_random_uuid(), ${start}::timestamptz + make_interval(secs => n), ${of.id}, 'user', ${owner.id}, 'x', 'projects.create', 'project', gen_random_uuid()::text, 'hay', 'r'
        FROM generate_series(1, 5100) n`),
  );
  expect(await targets("needle", of)).toEqual(["needle-1"]);
  const { meta } = (await list({ search: "hay" }, of)).data;
  expect(meta).toMatchObject({ total: 1000, totalIsExact: false });
  await expectIndexes(of);
});

test("filters by target: the entries of one object, whatever others are named", async () => {
  const of = await createWorkspace(env, owner, "targeted");
  const other = await createWorkspace(env, owner, "targeted-other");
  const [web1, web10, foreign, unknown] = [newId(), newId(), newId(), newId()];
  await insertEvent(of, { target: "web-1", targetId: web1, action: "instances.order" });
  await insertEvent(of, { target: "web-10", targetId: web10 });
  await insertEvent(of, { target: "web-1", targetId: web1, result: "denied" });
  const middle = env.clock.now();
  await insertEvent(of, { target: "renamed", targetId: web1, result: "denied" });
  await insertEvent(of, { target: "web-1" });
  await insertEvent(other, { target: "web-1", targetId: foreign });
  const names = async (query: object) =>
    (await list(query, of)).data.data.map(({ target, result }) => `${target?.name} ${result}`);
  const all = ["renamed denied", "web-1 denied", "web-1 ok"];
  expect(await names({ target: web1 })).toEqual(all);
  const { meta } = (await list({ target: web1, perPage: "1" }, of)).data;
  expect(meta).toMatchObject({ total: 3, totalIsExact: true, lastPage: 3 });
  expect(await names({ target: web1.toUpperCase() })).toEqual(all);
  expect(await names({ target: web10 })).toEqual(["web-10 ok"]);
  expect(await names({ target: foreign })).toEqual([]);
  expect(await names({ target: unknown })).toEqual([]);

  expect(await names({ target: web1, result: "denied" })).toEqual(all.slice(0, 2));
  const until = new Date(middle.getTime() + 1).toISOString();
  expect(await names({ target: web1, createdAtTo: until })).toEqual(all.slice(1));
  expect(await names({ target: web1, createdAtTo: until, result: "denied" })).toEqual([all[1]]);
  expect(await names({ target: web1, createdAtFrom: until })).toEqual([all[0]]);
  expect(await names({ target: web1, search: "web" })).toEqual(all.slice(1));
  expect(await names({ target: web1, activityType: "projects" })).toEqual([]);
  expect(await names({ target: web1, perPage: "2", page: "2" })).toEqual([all[2]]);
});

test("an export has the entries of the target, an own list those in every workspace", async () => {
  const user = await createUser(env, "targets@northwind.test");
  const of = await createWorkspace(env, user, "targets-export");
  const second = await createWorkspace(env, user, "targets-second");
  const [kept, other] = [newId(), newId()];
  for (const [target, targetId] of [
    ["db-1", kept],
    ["db-10", other],
    ["db-1b", kept],
  ] as const)
    await insertEvent(of, { target, targetId, actor: user });
  await insertEvent(second, { target: "db-1c", targetId: kept, actor: user });
  await insertEvent(of, { target: "db-1d", targetId: kept });
  const exported = async (path: string) =>
    (await downloadCsv(user.client, `${path}/activity-logs/export?target=${kept}`)).rows.map(
      ({ target }) => target,
    );
  expect(await exported(`/api/v1/workspaces/${of.handle}`)).toEqual(["db-1d", "db-1b", "db-1"]);
  // What others did in a workspace is not in the own list.
  expect(await exported("/api/v1/users")).toEqual(["db-1c", "db-1b", "db-1"]);
  const own = await user.client.call(api.activity.own, { query: { target: kept } });
  expect(own.data.data.map(({ target }) => target?.name)).toEqual(["db-1c", "db-1b", "db-1"]);
  expect(own.data.meta).toMatchObject({ total: 3, totalIsExact: true });

  for (const path of [`/api/v1/workspaces/${of.handle}`, "/api/v1/users"])
    for (const file of ["", "/export"])
      expect(
        (await user.client.send("GET", `${path}/activity-logs${file}?target=web-1`)).status,
      ).toBe(422);
  expect((await list({ target: "web-1" }, of, user)).fields).toEqual({
    target: expect.any(String),
  });
});

test("search and filters stay inside the workspace", async () => {
  const other = await createUser(env, "other@southwind.test");
  const southwind = await createWorkspace(env, other, "southwind");
  await insertEvent(southwind, { target: "secret-target", actor: other });
  await insertEvent(null, { target: "secret-target", actor: owner, action: "auth.login" });
  expect(await targets("secret-target")).toEqual([]);
  expect((await list({ actor: other.id })).data.data).toEqual([]);
  const path = { workspace: workspace.handle };
  const filters = (await owner.client.call(api.activity.filtersOfWorkspace, { path })).json;
  expect(JSON.stringify(filters)).not.toContain(other.id);
  // The caller's own entry without a workspace belongs to the caller's own list.
  const own = await owner.client.call(api.activity.own, { query: { search: "secret-target" } });
  expect(own.data.data).toHaveLength(1);
  const foreign = await other.client.call(api.activity.filtersOfWorkspace, { path });
  expect(foreign.status).toBeGreaterThanOrEqual(403);
});

test("members without the permission can neither search nor read the filters", async () => {
  for (const role of ["team_member", "limited_team_member", "billing_administrator"] as const) {
    const member = await createMember(env, workspace, role);
    const denied = await member.client.call(api.activity.filtersOfWorkspace, {
      path: { workspace: workspace.handle },
    });
    expect(denied.code).toBe("permission_denied_missing_permission");
    expect((await list({ search: "gpu" }, workspace, member)).code).toBe(
      "permission_denied_missing_permission",
    );
  }
});

test("filters by user, token, staff role and system, and lists only those that occur", async () => {
  const of = await createWorkspace(env, owner, "actors");
  const ada = await createMember(env, of, "administrator");
  const tokenId = uuidv7(env.clock.now());
  await insertEvent(of, { target: "by-user", actor: ada });
  await insertEvent(of, {
    target: "by-token",
    actor: ada,
    actorType: "token",
    actorName: "ci",
    tokenId,
    action: "projects.create",
  });
  const grace = await createUser(env, "grace@boreal.test", { staffRole: "Support" });
  await insertEvent(of, { target: "by-staff", actor: grace, actorType: "staff", role: "Support" });
  await insertEvent(of, {
    target: "by-system",
    actorType: "system",
    actorName: "",
    result: "failed",
  });
  const byActor = async (actor: string) =>
    (await list({ actor }, of)).data.data.map(({ target }) => target?.name);
  expect(await byActor(ada.id)).toEqual(["by-user"]);
  expect(await byActor(tokenId)).toEqual(["by-token"]);
  expect(await byActor("staff:Support")).toEqual(["by-staff"]);
  expect(await byActor(`system,${ada.id}`)).toEqual(["by-system", "by-user"]);
  expect(await byActor("staff:Admin")).toEqual([]);
  // The id of a staff member finds nothing, and neither does the name.
  expect(await byActor(grace.id)).toEqual([]);
  expect(await targets("grace", of)).toEqual([]);
  expect(await targets("support", of)).toEqual(["by-staff"]);
  expect((await list({ actor: "nobody" }, of)).fields).toEqual({ "actor.0": expect.any(String) });
  expect((await list({ actor: Array(21).fill(ada.id).join(",") }, of)).status).toBe(422);

  const path = { workspace: of.handle };
  const { data } = await owner.client.call(api.activity.filtersOfWorkspace, { path });
  expect(data.actors.toSorted((a, b) => a.type.localeCompare(b.type))).toEqual([
    { key: "staff:Support", type: "staff", name: "Support", isCurrent: true },
    { key: "system", type: "system", name: "", isCurrent: true },
    { key: tokenId, type: "token", name: "ci", isCurrent: false },
    { key: ada.id, type: "user", name: ada.name, isCurrent: true },
  ]);
  expect(data).toMatchObject({
    hasMoreActors: false,
    activityTypes: ["instances", "projects"],
    results: ["ok", "failed"],
  });
});

test("denied reads have a type that can be filtered by", async () => {
  const of = await createWorkspace(env, owner, "denied");
  const member = await createMember(env, of, "team_member");
  expect((await list({}, of, member)).status).toBe(403);
  const path = { workspace: of.handle };
  const { data } = await owner.client.call(api.activity.filtersOfWorkspace, { path });
  expect(data).toMatchObject({ activityTypes: ["activity"], results: ["denied"] });
  const { data: entries } = (await list({ activityType: "activity", result: "denied" }, of)).data;
  expect(entries.map(({ action }) => action)).toEqual(["activity.ofWorkspace"]);
});

test("a former member stays in the person filter; an erased user has no name and is not found by it", async () => {
  const of = await createWorkspace(env, owner, "former");
  const ada = await createMember(env, of, "administrator");
  await insertEvent(of, { target: "kept-name", actor: ada, actorName: "Zelda Nightingale" });
  const actors = async () =>
    (
      await owner.client.call(api.activity.filtersOfWorkspace, { path: { workspace: of.handle } })
    ).data.actors.filter(({ key }) => key === ada.id);
  await env.db.withSystemRole("a test ends a membership", (tx) =>
    tx.execute(
      sql`UPDATE user_workspace_role SET expired_at = ${env.clock.now()} WHERE user_id = ${ada.id}`,
    ),
  );
  expect(await actors()).toEqual([
    { key: ada.id, type: "user", name: "Zelda Nightingale", isCurrent: false },
  ]);
  expect(await targets("zelda", of)).toEqual(["kept-name"]);
  await env.db.withSystemRole("a test erases a user", (tx) =>
    tx.execute(sql`UPDATE user_account SET status = 'deleted' WHERE id = ${ada.id}`),
  );
  expect((await actors())[0]?.name).toBe("Deleted user");
  expect(await targets("zelda", of)).toEqual([]);
  expect(await targets("kept-name", of)).toEqual(["kept-name"]);
});

test("the own list is searched across workspaces, and offers only filters that match", async () => {
  const user = await createUser(env, "searcher@northwind.test");
  const first = await createWorkspace(env, user, "own-first");
  const second = await createWorkspace(env, user, "own-second");
  await insertEvent(first, { target: "shared-1", actor: user });
  await insertEvent(second, { target: "shared-2", actor: user, action: "projects.create" });
  await insertEvent(second, { target: "shared-3", actor: owner });
  const read = async (query: object) =>
    (await user.client.call(api.activity.own, { query })).data.data.map((e) => e.target?.name);
  expect(await read({ search: "shared" })).toEqual(["shared-2", "shared-1"]);
  expect(await read({ search: "shared", activityType: "projects" })).toEqual(["shared-2"]);
  expect(await read({ search: "shared", actor: user.id, perPage: "1", page: "2" })).toEqual([
    "shared-1",
  ]);
  const { data } = await user.client.call(api.activity.filtersOwn, {});
  expect(data.actors).toEqual([{ key: user.id, type: "user", name: user.name, isCurrent: true }]);
  expect(data.activityTypes).toEqual(expect.arrayContaining(["instances", "projects"]));
  expect(data.activityTypes).not.toContain("maintenance");
  expect(data.results).toEqual(["ok"]);
});

test("the export has the entries of the search", async () => {
  const of = await createWorkspace(env, owner, "exported");
  await insertEvent(of, { target: "wanted-1" });
  await insertEvent(of, { target: "other" });
  const file = await owner.client.send(
    "GET",
    `/api/v1/workspaces/${of.handle}/activity-logs/export?search=wanted`,
  );
  const text = await file.text();
  expect(text).toContain("wanted-1");
  expect(text).not.toContain('"other"');
});
