/** Changes of the audit log are detected, even if they are made by a database superuser. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { createUser, createWorkspace, type TestUser } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { auditSealJob, verifyAllChains } from "./audit-chain.ts";
import { bindJobs } from "../jobs/recurring-jobs.ts";
import { sql } from "../db/db.ts";
import { createLogger } from "../lib/logger.ts";

let env: TestEnvironment;
let owner: TestUser;
beforeEach(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
  await createWorkspace(env, owner, "northwind");
  await createWorkspace(env, owner, "southwind");
});
afterEach(() => env.stop());

let createdCount = 0;
async function createProjects(count: number, workspace = "northwind"): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    createdCount += 1;
    const { status } = await owner.client.call(api.projects.create, {
      path: { workspace },
      body: { name: `project ${createdCount}` },
    });
    expect(status).toBe(201);
  }
}

const verify = () => env.db.withSystemRole("a test verifies", (tx) => verifyAllChains(tx));

/** Changes that only the database's owner can make, and only after disabling the trigger. */
async function tamper(...statements: string[]): Promise<void> {
  const client = await env.db.owner.connect();
  try {
    await client.query("ALTER TABLE audit_event DISABLE TRIGGER USER");
    for (const statement of statements) await client.query(statement);
    await client.query("ALTER TABLE audit_event ENABLE TRIGGER USER");
  } finally {
    client.release();
  }
}

interface Line {
  level: number;
  msg: string;
  chain: string;
  fault?: string;
  length: number;
  hash: string;
}

/** Log entries that the nightly job writes when it runs now. */
async function seal(): Promise<Line[]> {
  const lines: string[] = [];
  const logger = createLogger("info", { write: (line) => lines.push(line) });
  await bindJobs([auditSealJob], { ...env.worker, logger })["audit.seal"]({});
  return lines.map((line) => JSON.parse(line));
}

const dayMs = 86_400_000;

test("forty concurrent writers leave one unbroken chain per workspace", async () => {
  const places = ["northwind", "southwind"];
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      owner.client.call(api.projects.create, {
        path: { workspace: places[n % 2] ?? "" },
        body: { name: `at once ${n}` },
      }),
    ),
  );
  const heads = await env.db.withSystemRole("a test reads", (tx) =>
    tx.many<{ length: number }>(sql`SELECT length FROM audit_chain`),
  );
  expect(heads.map((head) => head.length)).toEqual([20, 20]);
  expect(await verify()).toEqual([]);
});

const second = "WHERE chain_position = 2 AND chain = (SELECT min(chain) FROM audit_event)";
const hashAgain =
  "UPDATE audit_event e SET hash = audit_hash(e) WHERE chain_position = 2 AND chain = (SELECT min(chain) FROM audit_event)";

test.each([
  [
    "an entry with another actor name",
    ["UPDATE audit_event SET actor_name = 'Another User' " + second],
    "changed",
  ],
  ["another time", ["UPDATE audit_event SET at = at - interval '1 hour' " + second], "changed"],
  ["other changes", [`UPDATE audit_event SET changes = '[]' ${second}`], "changed"],
  [
    "a changed entry whose hash was made to fit",
    [`UPDATE audit_event SET target_name = 'Another' ${second}`, hashAgain],
    "out_of_order",
  ],
  ["an entry taken out of the middle", [`DELETE FROM audit_event ${second}`], "out_of_order"],
  ["the newest taken away", ["DELETE FROM audit_event WHERE chain_position = 3"], "wrong_end"],
  ["all taken away", ["DELETE FROM audit_event"], "wrong_end"],
  [
    "an end that was made to fit",
    [
      "DELETE FROM audit_event WHERE chain_position = 3",
      "UPDATE audit_chain c SET length = 2, last_hash = (SELECT hash FROM audit_event WHERE chain_position = 1)",
    ],
    "wrong_end",
  ],
  ["an end taken away", ["DELETE FROM audit_chain"], "wrong_end"],
])("%s is found", async (_, statements, error) => {
  await createProjects(3);
  expect(await verify()).toEqual([]);
  await tamper(...statements);
  expect(await verify()).toEqual([expect.objectContaining({ fault: error })]);
});

test("a deleted day, including its chain head, is detected by the next day's chain", async () => {
  await createProjects(2);
  env.clock.advance(dayMs);
  await createProjects(2);
  expect(await verify()).toEqual([]);
  await tamper(
    "DELETE FROM audit_event WHERE right(chain, 10) = '2026-05-15'",
    "DELETE FROM audit_chain WHERE day = '2026-05-15'",
  );
  expect(await verify()).toEqual([
    { chain: expect.stringContaining("2026-05-16"), fault: "wrong_beginning" },
  ]);
});

test("logs the last hashes of past days every night, each once", async () => {
  await createProjects(2);
  await createProjects(1, "southwind");
  expect(await seal()).toEqual([]);
  env.clock.advance(dayMs);
  await createProjects(1);
  const lines = await seal();
  expect(lines.map(({ msg, length }) => [msg, length])).toEqual(
    expect.arrayContaining([
      ["audit chain sealed", 2],
      ["audit chain sealed", 1],
    ]),
  );
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line.chain).toMatch(/ 2026-05-15$/);
    expect(line.hash).toMatch(/^[0-9a-f]{64}$/);
  }
  expect(await seal()).toEqual([]);
  // After nights without a run it logs all of them.
  env.clock.advance(3 * dayMs);
  expect((await seal()).map(({ chain }) => chain.slice(-10))).toEqual(["2026-05-16"]);
});

test("the day's last requests may end after midnight, and the next run is scheduled after the next midnight", async () => {
  await createProjects(1);
  env.clock.set("2026-05-16T00:05:00.000Z");
  expect(await seal()).toEqual([]);
  const next = () =>
    env.db.withSystemRole("a test reads", (tx) =>
      tx.one<{ due_at: Date }>(sql`SELECT due_at FROM scheduled_job WHERE task = 'audit.seal'`),
    );
  expect((await next()).due_at.toISOString()).toBe("2026-05-16T00:10:00.000Z");
  env.clock.set("2026-05-16T00:10:00.000Z");
  expect(await seal()).toHaveLength(1);
  expect((await next()).due_at.toISOString()).toBe("2026-05-17T00:10:00.000Z");
});

test("logs a broken chain as an error every night and reports it as a metric", async () => {
  const broken = async () =>
    /boreal_audit_chains_broken (\d+)/.exec(
      await (await env.createClient().send("GET", "/metrics")).text(),
    )?.[1];
  await createProjects(2);
  await createProjects(1, "southwind");
  expect(await broken()).toBe("0");
  await tamper("UPDATE audit_event SET ip = '10.9.9.9' WHERE chain_position = 2");
  env.clock.advance(dayMs);
  const errors = (await seal()).filter((line) => line.level >= 50);
  expect(errors).toEqual([
    expect.objectContaining({ msg: "audit chain is broken", fault: "changed", length: 2 }),
  ]);
  expect(await broken()).toBe("1");
  env.clock.advance(dayMs);
  expect(await seal()).toHaveLength(1);
});

test("an audit event records actor, action, source and changes", async () => {
  await createProjects(1);
  const [auditEvent] = await env.db.withSystemRole("a test reads", (tx) =>
    tx.many(sql`SELECT actor_type, actor_user_id, actor_name, action, host(ip) AS ip, result, target_type, jsonb_array_length(changes) AS changes,
      session_id IS NOT NULL AS has_session FROM audit_event`),
  );
  expect(auditEvent).toEqual({
    actor_type: "user",
    actor_user_id: owner.id,
    actor_name: owner.name,
    action: "projects.create",
    ip: "127.0.0.1",
    result: "ok",
    target_type: "project",
    changes: expect.any(Number),
    has_session: true,
  });
});
