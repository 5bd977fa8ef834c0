/** The wall between tenants, by itself: what PostgreSQL shows and takes when nothing above it is asked. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListHandler } from "../core/http/handlers.ts";
import { getObjectLoader } from "../core/http/authorization.ts";
import { activityHandlers } from "../modules/activity/handlers.ts";
import { credentialsHandlers } from "../modules/credentials/handlers.ts";
import { tokensHandlers } from "../modules/tokens/handlers.ts";
import { invitesHandlers } from "../modules/invites/handlers.ts";
import { instancesHandlers } from "../modules/instances/handlers.ts";
import { membersHandlers } from "../modules/members/handlers.ts";
import { projectsHandlers } from "../modules/projects/handlers.ts";
import {
  type Database,
  isDatabaseError,
  openDatabase,
  raw,
  type Sql,
  sql,
  type Tx,
} from "../core/db/db.ts";
import { buildListQuery, type ListQuery, type ListResult } from "../core/db/list.ts";
import { createThrottle } from "../core/http/throttle.ts";
import { parseSessionToken } from "../core/http/session-token.ts";
import {
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../testing/users.ts";
import { insertTenantRows } from "../testing/tenant-rows.ts";
import { startTestEnvironment, type TestEnvironment } from "../testing/test-environment.ts";

const refusedByWall = "42501";

let world: TestEnvironment;
let mine: TestWorkspace;
let other: TestWorkspace;
let owner: TestUser;
let stranger: TestUser;
let otherRows: Awaited<ReturnType<typeof insertTenantRows>>;
/** One connection, so that the next transaction is sure to get the same. */
let oneConnection: Database;

beforeAll(async () => {
  world = await startTestEnvironment();
  owner = await createUser(world, "owner@mine.test");
  stranger = await createUser(world, "owner@other.test");
  mine = await createWorkspace(world, owner, "mine");
  other = await createWorkspace(world, stranger, "other");
  await insertTenantRows(world, mine, owner);
  otherRows = await insertTenantRows(world, other, stranger);
  const { connectionString = "" } = world.db.owner.options;
  oneConnection = openDatabase({ url: connectionString, poolSize: 1, onError: () => undefined });
});
afterAll(async () => {
  await oneConnection.close();
  await world.stop();
});

const setWorkspace = (tx: Tx, workspace: TestWorkspace) =>
  tx.execute(sql`SELECT set_config('app.workspace_id', ${workspace.id}, true)`);
const within = <T>(workspace: TestWorkspace, work: (tx: Tx) => Promise<T>) =>
  world.db.withTenant(async (tx) => {
    await setWorkspace(tx, workspace);
    return work(tx);
  });
const count = async (tx: Tx, from: Sql) =>
  (await tx.one<{ n: number }>(sql`SELECT count(*) AS n FROM ${from}`)).n;
/** SQLSTATE of the refusal, or the number of rows it touched. */
async function outcome(work: Promise<number>): Promise<string | number> {
  try {
    return await work;
  } catch (error) {
    return isDatabaseError(error, refusedByWall) ? refusedByWall : String(error);
  }
}

/** Every table with a tenant's rows, and the column that says whose. */
async function tenantTables(): Promise<{ name: string; column: string }[]> {
  return world.db.withSystemRole("a test reads the catalogue", (tx) =>
    tx.many(sql`SELECT c.relname AS name, 'workspace_id' AS column FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND a.attname = 'workspace_id' AND NOT a.attisdropped
       UNION ALL SELECT 'workspace', 'id' ORDER BY 1`),
  );
}
const tableOf = (name: string) => raw(`"${name}"`);

describe("as the catalogue of PostgreSQL has it", () => {
  test("every table of tenants is behind the wall, for its owner too, for reading and for writing", async () => {
    const unwalled = await world.db.withSystemRole("a test reads the catalogue", (tx) =>
      tx.many<{ name: string }>(sql`
        SELECT c.relname AS name FROM pg_class c
         WHERE c.relname = ANY(${tables()}) AND c.relnamespace = 'public'::regnamespace AND NOT (
           c.relrowsecurity AND c.relforcerowsecurity
           AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polqual IS NOT NULL AND 'boreal_app'::regrole = ANY(p.polroles))
           AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polwithcheck IS NOT NULL AND 'boreal_app'::regrole = ANY(p.polroles))
           AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND 0 = ANY(p.polroles)))`),
    );
    expect(unwalled).toEqual([]);
  });

  test("a row can only refer to rows of its own workspace", async () => {
    const loose = await world.db.withSystemRole("a test reads the catalogue", (tx) =>
      tx.many(sql`
        SELECT conrelid::regclass::text AS table, conname AS key FROM pg_constraint k
         WHERE k.contype = 'f' AND k.conrelid::regclass::text = ANY(${tables()}) AND k.confrelid::regclass::text = ANY(${tables()})
           AND k.confrelid <> 'workspace'::regclass
           AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attnum = ANY(k.conkey) AND a.attname = 'workspace_id')`),
    );
    expect(loose).toEqual([]);
  });

  test("no unique index tells one tenant of another's names", async () => {
    const telling = await world.db.withSystemRole("a test reads the catalogue", (tx) =>
      tx.many<{ name: string }>(sql`
        SELECT i.indexrelid::regclass::text AS name FROM pg_index i
         WHERE i.indisunique AND i.indrelid::regclass::text = ANY(${tables()}) AND i.indrelid <> 'workspace'::regclass
           AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey) AND a.attname = 'workspace_id')
           -- Nobody chooses what a chain is called: the trigger does, by the workspace's own id.
           AND i.indexrelid <> 'audit_event_chain_chain_position_key'::regclass
           AND EXISTS (SELECT FROM unnest(i.indkey) k LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k
                        WHERE k = 0 OR a.atttypid = 'text'::regtype)`),
    );
    expect(telling).toEqual([]);
  });

  test("the server's role owns nothing, passes no wall, and cannot read what signs people in", async () => {
    await world.db.withSystemRole("a test reads the catalogue", async (tx) => {
      expect(
        await tx.one(
          sql`SELECT rolsuper, rolbypassrls, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = 'boreal_app'`,
        ),
      ).toEqual({
        rolsuper: false,
        rolbypassrls: false,
        rolcreatedb: false,
        rolcreaterole: false,
      });
      expect(await count(tx, sql`pg_class WHERE relowner = 'boreal_app'::regrole`)).toBe(0);
    });
    const secrets = [
      sql`session`,
      sql`action_token`,
      sql`throttle`,
      sql`scheduled_job`,
      sql`worker_heartbeat`,
      sql`graphile_worker.jobs`,
    ];
    for (const table of secrets) {
      expect(await outcome(world.db.withTenant((tx) => count(tx, table)))).toBe(refusedByWall);
    }
    expect(
      await outcome(
        world.db.withTenant((tx) => tx.execute(sql`SELECT password_hash FROM user_account`)),
      ),
    ).toBe(refusedByWall);
    expect(
      await outcome(
        world.db.withTenant((tx) => tx.execute(sql`UPDATE user_account SET status = 'active'`)),
      ),
    ).toBe(refusedByWall);
  });

  test("a view, where there is one, works with the rights of who asks", async () => {
    const views = await world.db.withSystemRole("a test reads the catalogue", (tx) =>
      tx.many(sql`SELECT relname FROM pg_class WHERE relkind IN ('v', 'm') AND relnamespace = 'public'::regnamespace
                    AND NOT coalesce('security_invoker=true' = ANY(reloptions), false)`),
    );
    expect(views).toEqual([]);
  });
});

/** Filled by the first of the tests below; the catalogue's own questions need it as a list. */
let known: { name: string; column: string }[] = [];
const tables = () => known.map((table) => table.name);
beforeAll(async () => {
  known = await tenantTables();
});

test("both tenants have rows in every table, so that the tests of the wall say something", async () => {
  expect(known.length).toBeGreaterThan(12);
  await world.db.withSystemRole("a test looks at every tenant", async (tx) => {
    for (const { name, column } of known) {
      for (const { id } of [mine, other]) {
        expect([
          name,
          await count(tx, sql`${tableOf(name)} WHERE ${raw(column)} = ${id}`),
        ]).not.toEqual([name, 0]);
      }
    }
  });
});

test("without a request's context no table shows a row", async () => {
  await world.db.withTenant(async (tx) => {
    for (const { name } of known) expect([name, await count(tx, tableOf(name))]).toEqual([name, 0]);
  });
});

test("with a tenant's context every table shows that tenant's rows alone", async () => {
  await within(mine, async (tx) => {
    for (const { name, column } of known) {
      const isVisible = name !== "idempotency_record";
      expect([name, (await count(tx, tableOf(name))) > 0]).toEqual([name, isVisible]);
      expect([
        name,
        await count(tx, sql`${tableOf(name)} WHERE ${raw(column)} <> ${mine.id}`),
      ]).toEqual([name, 0]);
    }
  });
});

test("another tenant's rows can be neither added, changed, taken over nor deleted", async () => {
  for (const { name, column } of known) {
    const table = tableOf(name);
    const row = await world.db.withSystemRole("a test copies a row", (tx) =>
      tx.one<{ row: object }>(
        sql`SELECT to_json(t) AS row FROM ${table} t WHERE ${raw(column)} = ${other.id} LIMIT 1`,
      ),
    );
    const copy = JSON.stringify(row.row);
    const added = outcome(
      within(mine, (tx) =>
        tx.execute(
          sql`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_record(null::${table}, ${copy}::json)`,
        ),
      ),
    );
    expect([name, "insert", await added]).toEqual([name, "insert", refusedByWall]);
    const changed = outcome(
      within(mine, (tx) =>
        tx.execute(
          sql`UPDATE ${table} SET ${raw(column)} = ${raw(column)} WHERE ${raw(column)} = ${other.id}`,
        ),
      ),
    );
    expect([0, refusedByWall], `${name} update`).toContain(await changed);
    const given = outcome(
      within(mine, (tx) => tx.execute(sql`UPDATE ${table} SET ${raw(column)} = ${other.id}`)),
    );
    // Nothing to give away where the context of a workspace alone shows no row.
    expect(name === "idempotency_record" ? [0] : [refusedByWall], `${name} give away`).toContain(
      await given,
    );
    const deleted = outcome(
      within(mine, (tx) =>
        tx.execute(sql`DELETE FROM ${table} WHERE ${raw(column)} = ${other.id}`),
      ),
    );
    expect([0, refusedByWall], `${name} delete`).toContain(await deleted);
  }
});

test("a context ends with its transaction, also where that failed", async () => {
  const visible = () => oneConnection.withTenant((tx) => count(tx, sql`project`));
  await oneConnection.withTenant(async (tx) => {
    await setWorkspace(tx, mine);
    expect(await count(tx, sql`project`)).toBe(1);
  });
  expect(await visible()).toBe(0);
  const failing = oneConnection.withTenant(async (tx) => {
    await setWorkspace(tx, mine);
    await tx.execute(sql`SELECT 1 / 0`);
  });
  await expect(failing).rejects.toThrow("division by zero");
  expect(await visible()).toBe(0);
});

test("a request for a workspace one has no role in opens no context", async () => {
  const session = parseSessionToken(owner.client.cookies.get("sid") ?? "");
  const open = async (workspace: string) =>
    world.db.withTenant(async (tx) => {
      const { opened } = await tx.one<{ opened: { workspace: unknown } | null }>(
        sql`SELECT open_request(${session?.sessionId}, ${session?.hash}, ${workspace}, ${world.clock.now()}) AS opened`,
      );
      const set = await tx.one<{ workspace: string | null }>(
        sql`SELECT app_workspace() AS workspace`,
      );
      return {
        found: opened?.workspace ?? null,
        set: set.workspace,
        rows: await count(tx, sql`project`),
      };
    });
  expect(await open(mine.handle)).toMatchObject({ set: mine.id, rows: 1 });
  for (const foreign of [
    other.handle,
    other.id,
    "nothing",
    "00000000-0000-0000-0000-000000000000",
    "",
    "' OR true --",
  ]) {
    expect(await open(foreign)).toEqual({ found: null, set: null, rows: 0 });
  }
});

test("a context that was open before is closed by a request that may not have it", async () => {
  await world.db.withTenant(async (tx) => {
    await setWorkspace(tx, mine);
    await tx.execute(sql`SELECT open_request(NULL, NULL, ${mine.handle}, ${world.clock.now()})`);
    expect(await count(tx, sql`project`)).toBe(0);
  });
});

describe("were the first wall to fall", () => {
  test.each(["project", "credential", "token", "instance", "invite", "member"] as const)(
    "another tenant's %s would not be found by its id",
    async (name) => {
      const find = getObjectLoader(name)?.find(otherRows[name]);
      if (find === undefined) throw new Error(`Nothing loads ${name}`);
      expect(await within(mine, (tx) => tx.maybeOne(find))).toBeNull();
      expect(await within(other, (tx) => tx.maybeOne(find))).not.toBeNull();
    },
  );

  test("lists would show the rows of the open context and no others", async () => {
    const page = { page: 1, perPage: 100 };
    const asked = () => ({ query: page, now: world.clock.now() });
    const lists: Record<string, ListQuery> = {
      projects: listOf(projectsHandlers.list)({ ...asked(), path: { workspace: other.handle } }),
      credentials: listOf(credentialsHandlers.list)({
        ...asked(),
        path: { workspace: other.handle },
      }),
      members: listOf(membersHandlers(world).list)({
        ...asked(),
        path: { workspace: other.handle },
      }),
      invites: listOf(
        invitesHandlers({ ...world, throttle: createThrottle(world.db, world.keys) }).list,
      )({
        ...asked(),
        path: { workspace: other.handle },
      }),
      tokens: listOf(tokensHandlers.list)({ ...asked(), path: { workspace: other.handle } }),
      activity: listOf(activityHandlers.ofWorkspace)({
        ...asked(),
        path: { workspace: other.handle },
      }),
      instances: listOf(instancesHandlers.list)({ ...asked(), path: { workspace: other.handle } }),
      logs: listOf(instancesHandlers.logs)({
        ...asked(),
        path: { workspace: other.handle, instance: otherRows.instance },
      }),
    };
    for (const [name, list] of Object.entries(lists)) {
      const rows = await within(mine, (tx) => tx.one<ListResult>(buildListQuery(list)));
      for (const id of Object.values(otherRows))
        expect([name, rows.data.includes(id)]).toEqual([name, false]);
      const theirs = await within(other, (tx) => tx.one<ListResult>(buildListQuery(list)));
      expect([name, theirs.total > 0]).toEqual([name, true]);
    }
    const ofOther = lists["logs"];
    if (ofOther !== undefined)
      expect((await within(mine, (tx) => tx.one<ListResult>(buildListQuery(ofOther)))).total).toBe(
        0,
      );
  });
});

type ListingOf<H> = Extract<H, { kind: "listing" }>;
/** The statement behind a list's handler. */
function listOf<H>(handler: H): ListingOf<H> extends { list: infer L } ? L : never;
function listOf(handler: unknown) {
  if (!isListing(handler)) throw new Error("No list");
  return handler.list;
}
const isListing = (handler: unknown): handler is ListHandler<never> =>
  typeof handler === "object" &&
  handler !== null &&
  "kind" in handler &&
  handler.kind === "listing";
