/** Commands without an instance and a workspace, with definitions of the test. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../core/db/db.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { type CommandDefinition, done, failed, wait } from "./command-definition.ts";
import { createSubjectCommand } from "./create-commands.ts";
import { advanceCommand } from "./engine.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());

const step = { typicalSeconds: 1, deadlineSeconds: 600 };

/** Creates a command of the kind `check`; returns its id, or null when the subject has an open one. */
const create = (definition: CommandDefinition, subject: string) =>
  env.db.withSystemRole("a command for a test", (tx) =>
    createSubjectCommand(tx, env.clock.now(), {
      kind: "check",
      definition,
      subject,
      regionHandle: "lulea",
      requester: { type: "system" },
      requestId: null,
    }),
  );

async function createOpen(definition: CommandDefinition, subject: string): Promise<string> {
  const id = await create(definition, subject);
  if (id === null) throw new Error("The subject has an open command");
  return id;
}

const advance = (definition: CommandDefinition, id: string) =>
  advanceCommand({ ...env.worker, regions: env.regions, definitions: { check: definition } }, id);

const find = (id: string) =>
  env.db.withSystemRole("a test", (tx) =>
    tx.one(sql`
      SELECT c.status, c.workspace_id, c.instance_id, c.provider_ref, c.error_code, c.requested_by_type,
        (SELECT array_agg(l.step || ' ' || l.status || CASE WHEN l.compensated_at IS NULL THEN '' ELSE ' compensated' END ORDER BY l.position)
           FROM instance_log l WHERE l.command_id = c.id) AS steps,
        (SELECT array_agg(l.message ORDER BY l.id) FROM command_log l WHERE l.command_id = c.id) AS log
        FROM command c WHERE c.id = ${id}`),
  );

test("a command without an instance runs its steps and keeps what the provider calls its request", async () => {
  const subjects: (string | null)[] = [];
  const definition: CommandDefinition = {
    maxAttempts: 3,
    steps: [
      {
        ...step,
        name: "ask",
        run: async ({ instance, subject, compute }) => {
          expect(instance).toBeNull();
          subjects.push(subject);
          return done(undefined, (await compute.ping()).apiVersion);
        },
      },
      { ...step, name: "finish", run: async () => done() },
    ],
  };
  const id = await createOpen(definition, "region lulea");
  await advance(definition, id);
  expect(subjects).toEqual(["region lulea"]);
  expect(await find(id)).toEqual({
    status: "succeeded",
    workspace_id: null,
    instance_id: null,
    provider_ref: expect.stringMatching(/^\d/),
    error_code: null,
    requested_by_type: "system",
    steps: ["ask complete", "finish complete"],
    log: ["ask: complete", "finish: complete"],
  });
});

test("a subject has one open command at a time, also when two are created at once", async () => {
  const definition: CommandDefinition = {
    maxAttempts: 3,
    steps: [{ ...step, name: "ask", run: async () => done() }],
  };
  const created = await Promise.all([1, 2, 3].map(() => create(definition, "region kajaani")));
  const [id = null, ...others] = created.filter((one) => one !== null);
  expect([id === null, others]).toEqual([false, []]);
  await advance(definition, id ?? "");
  expect(await create(definition, "region kajaani")).not.toBeNull();
});

test("a command whose deadline passes compensates the steps that define it, and ends timed_out", async () => {
  const definition: CommandDefinition = {
    maxAttempts: 3,
    steps: [
      { ...step, name: "reserve", run: async () => done(), compensate: async () => done() },
      { ...step, name: "note", run: async () => done() },
      { ...step, name: "erase", run: async () => wait(60), compensate: async () => done() },
      { ...step, name: "release", run: async () => done() },
    ],
  };
  const id = await createOpen(definition, "item 1");
  await advance(definition, id);
  expect(await find(id)).toMatchObject({ status: "running" });
  env.clock.advance(601_000);
  await advance(definition, id);
  expect(await find(id)).toMatchObject({
    status: "timed_out",
    error_code: "timed_out",
    steps: ["reserve complete compensated", "note complete", "erase failed compensated"],
  });
});

test("a failure of a command without an instance is in the command log and in no activity", async () => {
  const activities = () =>
    env.db.withSystemRole("a test", (tx) =>
      tx.one(sql`SELECT count(*) AS n FROM audit_event WHERE action LIKE 'instances.%'`),
    );
  const before = await activities();
  const definition: CommandDefinition = {
    maxAttempts: 3,
    steps: [{ ...step, name: "erase", run: async () => failed("provider_error", "one disk left") }],
  };
  const id = await createOpen(definition, "item 2");
  await advance(definition, id);
  expect(await find(id)).toMatchObject({
    status: "failed",
    log: ["erase: provider_error: one disk left"],
  });
  expect(await activities()).toEqual(before);
});

test("a worker leaves a command whose kind it does not know to a newer release", async () => {
  const definition: CommandDefinition = {
    maxAttempts: 3,
    steps: [{ ...step, name: "ask", run: async () => done() }],
  };
  const id = await createOpen(definition, "item 3");
  await env.runDueJobs();
  expect(await find(id)).toMatchObject({ status: "queued", steps: ["ask pending"] });
  // It holds no slot, which the known kinds need.
  const held = await env.db.withSystemRole("a test", (tx) =>
    tx.many(sql`SELECT FROM command WHERE id = ${id} AND holds_slot`),
  );
  expect(held).toEqual([]);
  await advance(definition, id);
  expect(await find(id)).toMatchObject({ status: "succeeded" });
});

test("row-level security shows a command without a workspace, its steps and its log to the system role only", async () => {
  const rows = sql`SELECT (SELECT count(*) FROM command) AS commands, (SELECT count(*) FROM instance_log) AS steps,
    (SELECT count(*) FROM command_log) AS lines`;
  const seen = await env.db.withSystemRole("a test", (tx) => tx.one(rows));
  expect(seen).not.toMatchObject({ commands: 0 });
  expect(seen).not.toMatchObject({ lines: 0 });
  expect(await env.db.withTenant((tx) => tx.one(rows))).toEqual({
    commands: 0,
    steps: 0,
    lines: 0,
  });
  await expect(
    env.db.withTenant((tx) =>
      createSubjectCommand(tx, env.clock.now(), {
        kind: "check",
        definition: { maxAttempts: 1, steps: [] },
        subject: "item 4",
        regionHandle: "lulea",
        requester: { type: "system" },
        requestId: null,
      }),
    ),
  ).rejects.toThrow("row-level security");
});

test("a command has either an instance with its workspace, or a subject", async () => {
  const insert = (workspace: string | null, instance: string | null, subject: string | null) =>
    env.db.withSystemRole("a test", (tx) =>
      tx.execute(sql`INSERT INTO command (id, workspace_id, instance_id, subject, kind, region_handle, max_attempts, created_at, updated_at)
        VALUES (${crypto.randomUUID()}, ${workspace}, ${instance}, ${subject}, 'check', 'lulea', 1, ${env.clock.now()}, ${env.clock.now()})`),
    );
  const id = crypto.randomUUID();
  for (const [workspace, instance, subject] of [
    [null, null, null],
    [id, null, "item 5"],
    [null, id, "item 5"],
    [id, id, "item 5"],
  ] as const)
    await expect(insert(workspace, instance, subject)).rejects.toThrow("command_subject_check");
});
