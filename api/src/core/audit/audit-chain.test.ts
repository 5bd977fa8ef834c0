/** The audit cannot be changed unseen, also by who may change everything in the database. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { createUser, createWorkspace, type TestUser } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { auditSealJob, verifyAllChains } from "./audit-chain.ts";
import { bindJobs } from "../jobs/recurring-jobs.ts";
import { sql } from "../db/db.ts";
import { createLogger } from "../lib/logger.ts";

let world: TestEnvironment;
let owner: TestUser;
beforeEach(async () => {
  world = await startTestEnvironment();
  owner = await createUser(world, "owner@northwind.test");
  await createWorkspace(world, owner, "northwind");
  await createWorkspace(world, owner, "southwind");
});
afterEach(() => world.stop());

let made = 0;
async function makeProjects(count: number, workspace = "northwind"): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    made += 1;
    const { status } = await owner.client.call(api.projects.create, {
      path: { workspace },
      body: { name: `project ${made}` },
    });
    expect(status).toBe(201);
  }
}

const verify = () => world.db.withSystemRole("a test verifies", (tx) => verifyAllChains(tx));

/** What only the database's owner can do, and has to switch the guard off for. */
async function tamper(...statements: string[]): Promise<void> {
  const client = await world.db.owner.connect();
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

/** Everything the nightly job writes down when it runs now. */
async function seal(): Promise<Line[]> {
  const lines: string[] = [];
  const logger = createLogger("info", { write: (line) => lines.push(line) });
  await bindJobs([auditSealJob], { ...world.worker, logger })["audit.seal"]({});
  return lines.map((line) => JSON.parse(line));
}

const dayMs = 86_400_000;

test("forty who write at once leave one unbroken chain a workspace", async () => {
  const places = ["northwind", "southwind"];
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      owner.client.call(api.projects.create, {
        path: { workspace: places[n % 2] ?? "" },
        body: { name: `at once ${n}` },
      }),
    ),
  );
  const heads = await world.db.withSystemRole("a test reads", (tx) =>
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
    "an entry that says something else",
    ["UPDATE audit_event SET actor_name = 'Somebody Else' " + second],
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
  await makeProjects(3);
  expect(await verify()).toEqual([]);
  await tamper(...statements);
  expect(await verify()).toEqual([expect.objectContaining({ fault: error })]);
});

test("a whole day taken away with its end is missed by the day after it", async () => {
  await makeProjects(2);
  world.clock.advance(dayMs);
  await makeProjects(2);
  expect(await verify()).toEqual([]);
  await tamper(
    "DELETE FROM audit_event WHERE right(chain, 10) = '2026-05-15'",
    "DELETE FROM audit_chain WHERE day = '2026-05-15'",
  );
  expect(await verify()).toEqual([
    { chain: expect.stringContaining("2026-05-16"), fault: "wrong_beginning" },
  ]);
});

test("every night the ends of the days that are over go to the log, each once", async () => {
  await makeProjects(2);
  await makeProjects(1, "southwind");
  expect(await seal()).toEqual([]);
  world.clock.advance(dayMs);
  await makeProjects(1);
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
  // After nights on which nobody was there to do it, all of them.
  world.clock.advance(3 * dayMs);
  expect((await seal()).map(({ chain }) => chain.slice(-10))).toEqual(["2026-05-16"]);
});

test("the day's last requests may end after midnight, and the next turn is after the next one", async () => {
  await makeProjects(1);
  world.clock.set("2026-05-16T00:05:00.000Z");
  expect(await seal()).toEqual([]);
  const next = () =>
    world.db.withSystemRole("a test reads", (tx) =>
      tx.one<{ due_at: Date }>(sql`SELECT due_at FROM scheduled_job WHERE task = 'audit.seal'`),
    );
  expect((await next()).due_at.toISOString()).toBe("2026-05-16T00:10:00.000Z");
  world.clock.set("2026-05-16T00:10:00.000Z");
  expect(await seal()).toHaveLength(1);
  expect((await next()).due_at.toISOString()).toBe("2026-05-17T00:10:00.000Z");
});

test("a broken chain is an error in the log every night, and a figure for whoever watches", async () => {
  const broken = async () =>
    /boreal_audit_chains_broken (\d+)/.exec(
      await (await world.createClient().send("GET", "/metrics")).text(),
    )?.[1];
  await makeProjects(2);
  await makeProjects(1, "southwind");
  expect(await broken()).toBe("0");
  await tamper("UPDATE audit_event SET ip = '10.9.9.9' WHERE chain_position = 2");
  world.clock.advance(dayMs);
  const errors = (await seal()).filter((line) => line.level >= 50);
  expect(errors).toEqual([
    expect.objectContaining({ msg: "audit chain is broken", fault: "changed", length: 2 }),
  ]);
  expect(await broken()).toBe("1");
  world.clock.advance(dayMs);
  expect(await seal()).toHaveLength(1);
});

test("an entry says who did what, from where, with what, and what changed", async () => {
  await makeProjects(1);
  const [entry] = await world.db.withSystemRole("a test reads", (tx) =>
    tx.many(sql`SELECT actor_type, actor_user_id, actor_name, action, host(ip) AS ip, result, target_type, jsonb_array_length(changes) AS changes,
      session_id IS NOT NULL AS has_session FROM audit_event`),
  );
  expect(entry).toEqual({
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
