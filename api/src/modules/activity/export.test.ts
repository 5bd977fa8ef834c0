/** CSV export of activities. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { downloadCsv } from "../../testing/csv.ts";
import { createMember, createUser, createWorkspace, type TestUser } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
});
afterAll(() => env.stop());

const ofWorkspace = (handle: string, query = "", user = owner) =>
  downloadCsv(user.client, `/api/v1/workspaces/${handle}/activity-logs/export${query}`);

const formulas = ['=HYPERLINK("http://e")', "-2", "@SUM(1)", "＝1", "+1"];

test("C70: names that would be formulas are exported as quoted text", async () => {
  const workspace = await createWorkspace(env, owner, "formulas");
  for (const name of formulas) {
    await owner.client.call(api.projects.create, {
      path: { workspace: workspace.handle },
      body: { name },
    });
    env.clock.advance(1000);
  }
  const { text, rows, headers, status } = await ofWorkspace("formulas");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toMatch(/^text\/csv/);
  expect(headers.get("content-disposition")).toBe(
    'attachment; filename="boreal-activity-formulas-2026-05-15.csv"',
  );
  expect(text.startsWith('\uFEFF"at",')).toBe(true);
  expect(rows.map(({ target }) => target)).toEqual(formulas.toReversed().map((name) => `'${name}`));
  expect(rows[0]).toMatchObject({
    actor: owner.name,
    actorType: "user",
    action: "projects.create",
    targetType: "project",
    result: "ok",
    changes: "name: – → +1",
    ip: "127.0.0.1",
  });
  // No cell of the file starts like a formula.
  expect(text).not.toMatch(/(^|,|\n)"\s*[=+\-@\t＝＋－＠]/u);
});

test("the export has the rows of the list, with the same filters, and without activities in other workspaces", async () => {
  const other = await createWorkspace(env, owner, "others");
  const workspace = await createWorkspace(env, owner, "filtered");
  for (const { handle } of [other, workspace]) {
    await owner.client.call(api.projects.create, {
      path: { workspace: handle },
      body: { name: `of ${handle}` },
    });
  }
  expect((await ofWorkspace("filtered")).rows.map(({ target }) => target)).toEqual(["of filtered"]);
  expect((await ofWorkspace("filtered", "?activityType=credentials")).rows).toEqual([]);
  expect((await ofWorkspace("filtered", "?activityType=projects&result=ok")).rows).toHaveLength(1);
  expect((await ofWorkspace("filtered", "?page=2")).status).toBe(422);
  const own = await downloadCsv(
    owner.client,
    "/api/v1/users/activity-logs/export?activityType=projects",
  );
  const list = await owner.client.call(api.activity.own, {
    query: { activityType: "projects", perPage: "100" },
  });
  expect(own.rows.map(({ at, target }) => [at, target])).toEqual(
    list.data.data.map(({ at, target }) => {
      const name = target?.name ?? "";
      return [at, formulas.includes(name) ? `'${name}` : name];
    }),
  );
  const member = await createMember(env, workspace, "team_member");
  expect((await ofWorkspace("filtered", "", member)).status).toBe(403);
  expect((await downloadCsv(member.client, "/api/v1/users/activity-logs/export")).status).toBe(200);
});

test("the export has the newest ten thousand events, with long changes truncated", async () => {
  const workspace = await createWorkspace(env, owner, "many");
  const at = env.clock.now();
  // In batches: a trigger counts each event, which gets slower within one transaction.
  const portion = 500;
  for (let from = 1; from <= 10_001; from += portion) {
    await env.db.withSystemRole("many audit events for a test", (tx) =>
      tx.execute(sql`INSERT INTO audit_event (id, at, workspace_id, actor_type, actor_user_id, actor_name, action, target_type, target_id, target_name, request_id)
        SELECT gen_random_uuid(), ${at}::timestamptz - n * interval '1 second', ${workspace.id}, 'user', ${owner.id}, 'x', 'projects.create', 'project', 'p', 'n' || n, 'r'
          FROM generate_series(${from}::int, ${from + portion - 1}::int) n`),
    );
  }
  await env.db.withSystemRole("an audit event with large changes", async (tx) => {
    await tx.execute(sql`INSERT INTO audit_event (id, at, workspace_id, actor_type, actor_name, action, changes, request_id)
      VALUES (${uuidv7(at)}, ${at}, ${workspace.id}, 'system', 'x', 'projects.update', ${JSON.stringify([{ field: "d", from: "a".repeat(5000), to: { deep: 1 } }])}::jsonb, 'r')`);
  });
  const { rows } = await ofWorkspace("many");
  expect(rows).toHaveLength(10_000);
  expect(rows[0]?.["changes"]).toHaveLength(1001);
  expect([rows[1]?.["target"], rows.at(-1)?.["target"]]).toEqual(["n1", "n9999"]);
  const times = rows.map(({ at: time = "" }) => time);
  expect(times).toEqual(times.toSorted().toReversed());
  // The remaining events are exported with the same filter and an earlier end: nothing twice and nothing left out.
  const older = (await ofWorkspace("many", `?activityType=projects&createdAtTo=${times.at(-1)}`))
    .rows;
  const targets = [...rows.slice(1), ...older].map(({ target }) => target);
  expect(targets).toEqual(Array.from({ length: 10_500 }, (_, n) => `n${n + 1}`));
  const own = await downloadCsv(
    owner.client,
    "/api/v1/users/activity-logs/export?activityType=projects",
  );
  expect([own.status, own.rows.length]).toEqual([200, 10_000]);
});
