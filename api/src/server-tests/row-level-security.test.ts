/** Row-level security by itself: which rows PostgreSQL shows and accepts without the code above it. */
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
import { readList, type ListQuery } from "../core/db/list.ts";
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

const insufficientPrivilege = "42501";

let env: TestEnvironment;
let mine: TestWorkspace;
let other: TestWorkspace;
let owner: TestUser;
let outsider: TestUser;
let otherRows: Awaited<ReturnType<typeof insertTenantRows>>;
/** One connection, so that the next transaction uses the same one. */
let oneConnection: Database;

beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@mine.test");
  outsider = await createUser(env, "owner@other.test");
  mine = await createWorkspace(env, owner, "mine");
  other = await createWorkspace(env, outsider, "other");
  await insertTenantRows(env, mine, owner);
  otherRows = await insertTenantRows(env, other, outsider);
  const { connectionString = "" } = env.db.owner.options;
  oneConnection = openDatabase({ url: connectionString, poolSize: 1, onError: () => undefined });
});
afterAll(async () => {
  await oneConnection.close();
  await env.stop();
});

const setWorkspace = (tx: Tx, workspace: TestWorkspace) =>
  tx.execute(sql`SELECT set_config('app.workspace_id', ${workspace.id}, true)`);
const within = <T>(workspace: TestWorkspace, work: (tx: Tx) => Promise<T>) =>
  env.db.withTenant(async (tx) => {
    await setWorkspace(tx, workspace);
    return work(tx);
  });
const count = async (tx: Tx, from: Sql) =>
  (await tx.one<{ n: number }>(sql`SELECT count(*) AS n FROM ${from}`)).n;
/** SQLSTATE of the rejection, or the number of affected rows. */
async function outcome(work: Promise<number>): Promise<string | number> {
  try {
    return await work;
  } catch (error) {
    return isDatabaseError(error, insufficientPrivilege) ? insufficientPrivilege : String(error);
  }
}

/** Every table with tenant rows, and the column that names the workspace. */
async function tenantTables(): Promise<{ name: string; column: string }[]> {
  return env.db.withSystemRole("a test reads the catalogue", (tx) =>
    tx.many(sql`SELECT c.relname AS name, 'workspace_id' AS column FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND a.attname = 'workspace_id' AND NOT a.attisdropped
       UNION ALL SELECT 'workspace', 'id' ORDER BY 1`),
  );
}
const tableOf = (name: string) => raw(`"${name}"`);

describe("according to the catalog of PostgreSQL", () => {
  test("every tenant table has forced row-level security for reads and writes", async () => {
    const unprotected = await env.db.withSystemRole("a test reads the catalogue", (tx) =>
      tx.many<{ name: string }>(sql`
        SELECT c.relname AS name FROM pg_class c
         WHERE c.relname = ANY(${tables()}) AND c.relnamespace = 'public'::regnamespace AND NOT (
           c.relrowsecurity AND c.relforcerowsecurity
           AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polqual IS NOT NULL AND 'boreal_app'::regrole = ANY(p.polroles))
           AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polwithcheck IS NOT NULL AND 'boreal_app'::regrole = ANY(p.polroles))
           AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND 0 = ANY(p.polroles)))`),
    );
    expect(unprotected).toEqual([]);
  });

  test("a row can only refer to rows of its own workspace", async () => {
    const loose = await env.db.withSystemRole("a test reads the catalogue", (tx) =>
      tx.many(sql`
        SELECT conrelid::regclass::text AS table, conname AS key FROM pg_constraint k
         WHERE k.contype = 'f' AND k.conrelid::regclass::text = ANY(${tables()}) AND k.confrelid::regclass::text = ANY(${tables()})
           AND k.confrelid <> 'workspace'::regclass
           -- A second key without the workspace is for rows that have none; a row of a workspace meets both.
           AND NOT EXISTS (SELECT FROM pg_constraint o JOIN pg_attribute a ON a.attrelid = o.conrelid AND a.attnum = ANY(o.conkey)
                            WHERE o.contype = 'f' AND o.conrelid = k.conrelid AND o.confrelid = k.confrelid
                              AND o.conkey @> k.conkey AND a.attname = 'workspace_id')`),
    );
    expect(loose).toEqual([]);
  });

  test("no unique index reveals names of another tenant", async () => {
    const revealing = await env.db.withSystemRole("a test reads the catalogue", (tx) =>
      tx.many<{ name: string }>(sql`
        SELECT i.indexrelid::regclass::text AS name FROM pg_index i
         WHERE i.indisunique AND i.indrelid::regclass::text = ANY(${tables()}) AND i.indrelid <> 'workspace'::regclass
           AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey) AND a.attname = 'workspace_id')
           -- Nobody chooses what a chain is called: the trigger does, by the workspace's own id.
           AND i.indexrelid <> 'audit_event_chain_chain_position_key'::regclass
           AND EXISTS (SELECT FROM unnest(i.indkey) k LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k
                        WHERE k = 0 OR a.atttypid = 'text'::regtype)`),
    );
    expect(revealing).toEqual([]);
  });

  test("the server's role owns nothing, cannot bypass row-level security, and cannot read credentials", async () => {
    await env.db.withSystemRole("a test reads the catalogue", async (tx) => {
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
      expect(await outcome(env.db.withTenant((tx) => count(tx, table)))).toBe(
        insufficientPrivilege,
      );
    }
    expect(
      await outcome(
        env.db.withTenant((tx) => tx.execute(sql`SELECT password_hash FROM user_account`)),
      ),
    ).toBe(insufficientPrivilege);
    expect(
      await outcome(
        env.db.withTenant((tx) => tx.execute(sql`UPDATE user_account SET status = 'active'`)),
      ),
    ).toBe(insufficientPrivilege);
  });

  test("a view runs with the permissions of its caller, except the view of activity for search", async () => {
    const views = await env.db.withSystemRole("a test reads the catalogue", (tx) =>
      tx.many(sql`SELECT relname FROM pg_class WHERE relkind IN ('v', 'm') AND relnamespace = 'public'::regnamespace
                    AND NOT coalesce('security_invoker=true' = ANY(reloptions), false)`),
    );
    // It has the isolation as its own condition (docs/decisions/0031-activity-search.md), tested below.
    expect(views).toEqual([{ relname: "audit_event_search" }]);
  });
});

/** Filled by the first of the tests below; the catalog tests need it as a list. */
let known: { name: string; column: string }[] = [];
const tables = () => known.map((table) => table.name);
beforeAll(async () => {
  known = await tenantTables();
});

test("both tenants have rows in every table, so that the tests are meaningful", async () => {
  expect(known.length).toBeGreaterThan(12);
  await env.db.withSystemRole("a test reads every tenant", async (tx) => {
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

/** Only staff's requests read and change them, as boreal_system. */
const closedToTenants: ReadonlySet<string> = new Set(["balance_approval"]);

test.each([...closedToTenants])("a request of a tenant cannot read %s at all", async (name) => {
  expect(await outcome(within(mine, (tx) => count(tx, tableOf(name))))).toBe(insufficientPrivilege);
});

test("without a request's context no table shows a row", async () => {
  await env.db.withTenant(async (tx) => {
    const names = [...tables().filter((name) => !closedToTenants.has(name)), "audit_event_search"];
    for (const name of names) expect([name, await count(tx, tableOf(name))]).toEqual([name, 0]);
  });
});

test("with a tenant's context every table shows only that tenant's rows", async () => {
  await within(mine, async (tx) => {
    for (const { name, column } of [
      ...known.filter((table) => !closedToTenants.has(table.name)),
      { name: "audit_event_search", column: "workspace_id" },
    ]) {
      const isVisible = name !== "idempotency_record";
      expect([name, (await count(tx, tableOf(name))) > 0]).toEqual([name, isVisible]);
      expect([
        name,
        await count(tx, sql`${tableOf(name)} WHERE ${raw(column)} <> ${mine.id}`),
      ]).toEqual([name, 0]);
    }
  });
});

test("the view of activity for search can only be read", async () => {
  const view = tableOf("audit_event_search");
  for (const write of [
    sql`INSERT INTO ${view} (id) VALUES (gen_random_uuid())`,
    sql`UPDATE ${view} SET result = 'ok'`,
    sql`DELETE FROM ${view}`,
  ])
    expect(await outcome(within(mine, (tx) => tx.execute(write)))).toBe(insufficientPrivilege);
});

test("a condition on the view of activity for search sees only the workspace's rows, even one that reports what it sees", async () => {
  const view = tableOf("audit_event_search");
  /** Rolled back, because it creates a function. */
  const rolledBack = new Error("rolled back");
  const countSeen = async (workspace: TestWorkspace | null) => {
    const seen: number[] = [];
    const work = env.db.withTenant(async (tx) => {
      if (workspace !== null) await setWorkspace(tx, workspace);
      // PostgreSQL evaluates cheap conditions first unless a policy has to come before them.
      await tx.execute(
        raw(`CREATE FUNCTION pg_temp.report_others(workspace_id uuid) RETURNS boolean LANGUAGE plpgsql COST 0.0000001
        AS $$ BEGIN IF workspace_id IS DISTINCT FROM '${mine.id}' THEN RAISE 'saw a row of %', workspace_id; END IF; RETURN true; END $$`),
      );
      for (const index of ["indexscan", "bitmapscan", "indexonlyscan"]) {
        seen.push(await count(tx, sql`${view} WHERE pg_temp.report_others(workspace_id)`));
        await tx.execute(raw(`SET LOCAL enable_${index} = off`));
      }
      seen.push(await count(tx, sql`${view} WHERE pg_temp.report_others(workspace_id)`));
      throw rolledBack;
    });
    await expect(work).rejects.toBe(rolledBack);
    return new Set(seen);
  };
  expect(await countSeen(null)).toEqual(new Set([0]));
  const own = await within(mine, (tx) => count(tx, view));
  expect(own).toBeGreaterThan(0);
  expect(await countSeen(mine)).toEqual(new Set([own]));
});

test("another tenant's rows cannot be inserted, changed, taken over or deleted", async () => {
  for (const { name, column } of known) {
    const table = tableOf(name);
    const row = await env.db.withSystemRole("a test copies a row", (tx) =>
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
    expect([name, "insert", await added]).toEqual([name, "insert", insufficientPrivilege]);
    const changed = outcome(
      within(mine, (tx) =>
        tx.execute(
          sql`UPDATE ${table} SET ${raw(column)} = ${raw(column)} WHERE ${raw(column)} = ${other.id}`,
        ),
      ),
    );
    expect([0, insufficientPrivilege], `${name} update`).toContain(await changed);
    const given = outcome(
      within(mine, (tx) => tx.execute(sql`UPDATE ${table} SET ${raw(column)} = ${other.id}`)),
    );
    // Not applicable where the context of a workspace alone shows no row.
    expect(
      name === "idempotency_record" ? [0] : [insufficientPrivilege],
      `${name} give away`,
    ).toContain(await given);
    const deleted = outcome(
      within(mine, (tx) =>
        tx.execute(sql`DELETE FROM ${table} WHERE ${raw(column)} = ${other.id}`),
      ),
    );
    expect([0, insufficientPrivilege], `${name} delete`).toContain(await deleted);
  }
});

test("a context ends with its transaction, even if that failed", async () => {
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

test("a request for a workspace without a role sets no context", async () => {
  const session = parseSessionToken(owner.client.cookies.get("sid") ?? "");
  const open = async (workspace: string) =>
    env.db.withTenant(async (tx) => {
      const { opened } = await tx.one<{ opened: { workspace: unknown } | null }>(
        sql`SELECT begin_session_request(${session?.sessionId}, ${session?.hash}, ${workspace}, ${env.clock.now()}) AS opened`,
      );
      const set = await tx.one<{ workspace: string | null }>(
        sql`SELECT app_workspace_id() AS workspace`,
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

test("a request without access clears an earlier context", async () => {
  await env.db.withTenant(async (tx) => {
    await setWorkspace(tx, mine);
    await tx.execute(
      sql`SELECT begin_session_request(NULL, NULL, ${mine.handle}, ${env.clock.now()})`,
    );
    expect(await count(tx, sql`project`)).toBe(0);
  });
});

describe("without the authorization above it", () => {
  test.each(["project", "credential", "token", "instance", "invite", "member"] as const)(
    "another tenant's %s is not found by its id",
    async (name) => {
      const find = getObjectLoader(name)?.find(otherRows[name]);
      if (find === undefined) throw new Error(`No loader for ${name}`);
      expect(await within(mine, (tx) => tx.maybeOne(find))).toBeNull();
      expect(await within(other, (tx) => tx.maybeOne(find))).not.toBeNull();
    },
  );

  test("lists show only the rows of the current context", async () => {
    const page = { page: 1, perPage: 100 };
    const request = () => ({ query: page, now: env.clock.now() });
    const lists: Record<string, ListQuery> = {
      projects: listOf(projectsHandlers.list)({ ...request(), path: { workspace: other.handle } }),
      credentials: listOf(credentialsHandlers.list)({
        ...request(),
        path: { workspace: other.handle },
      }),
      members: listOf(membersHandlers(env).list)({
        ...request(),
        path: { workspace: other.handle },
      }),
      invites: listOf(invitesHandlers({ ...env, throttle: createThrottle(env.db, env.keys) }).list)(
        {
          ...request(),
          path: { workspace: other.handle },
        },
      ),
      tokens: listOf(tokensHandlers.list)({ ...request(), path: { workspace: other.handle } }),
      activity: listOf(activityHandlers.ofWorkspace)({
        ...request(),
        path: { workspace: other.handle },
      }),
      instances: listOf(instancesHandlers.list)({
        ...request(),
        path: { workspace: other.handle },
      }),
      logs: listOf(instancesHandlers.logs)({
        ...request(),
        path: { workspace: other.handle, instance: otherRows.instance },
      }),
    };
    for (const [name, list] of Object.entries(lists)) {
      const rows = await within(mine, (tx) => readList(tx, list));
      for (const id of Object.values(otherRows))
        expect([name, rows.data.includes(id)]).toEqual([name, false]);
      const theirs = await within(other, (tx) => readList(tx, list));
      expect([name, theirs.total > 0]).toEqual([name, true]);
    }
    const ofOther = lists["logs"];
    if (ofOther !== undefined)
      expect((await within(mine, (tx) => readList(tx, ofOther))).total).toBe(0);
  });
});

type ListingOf<H> = Extract<H, { kind: "listing" }>;
/** The statement behind a list's handler. */
function listOf<H>(handler: H): ListingOf<H> extends { list: infer L } ? L : never;
function listOf(handler: unknown) {
  if (!isListing(handler)) throw new Error("Not a list");
  return handler.list;
}
const isListing = (handler: unknown): handler is ListHandler<never> =>
  typeof handler === "object" &&
  handler !== null &&
  "kind" in handler &&
  handler.kind === "listing";
