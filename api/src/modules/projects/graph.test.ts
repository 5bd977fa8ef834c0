/** Project graph: which instances run in which project, and their cost. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { startMetering, stopMetering } from "../billing/metering.ts";
import { sql } from "../../core/db/db.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import {
  grantProject,
  createDefaultProject,
  insertInstance,
  meterAt,
} from "../../testing/instances.ts";
import { createProject } from "../../testing/order-instances.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment({ start: "2026-05-15T06:00:00.000Z" });
  owner = await createUser(env, "owner@northwind.test");
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const graphOf = async (workspace: TestWorkspace, user = owner) =>
  (await user.client.call(api.projects.graph, { path: { workspace: workspace.handle } })).data;

const meter = (change: typeof startMetering, workspace: TestWorkspace, id: string, at: string) =>
  meterAt(env, change, workspace, id, at);

/** The rate at which an hour costs a hundred cents. */
const dollar = { rateMicrosPerHour: 1_000_000 };

type Graph = Awaited<ReturnType<typeof graphOf>>;
/** `day project cents`, for days with cost. */
const spentOf = ({ days, projects }: Graph) =>
  days.flatMap(({ day, amounts }) =>
    amounts.map(({ projectId, amount }) => {
      const name = projects.find(({ id }) => id === projectId)?.name ?? "none";
      return `${day} ${name} ${amount.cents}`;
    }),
  );

test("the tree has each project with its instances, their hourly rate, and thirty days of cost", async () => {
  const workspace = await createWorkspace(env, owner, "tree-ws");
  await createDefaultProject(env, workspace, owner);
  const farm = await createProject(env, workspace, owner, "Farm");
  const up = await insertInstance(env, workspace, owner, { hostname: "up", projectId: farm });
  await insertInstance(env, workspace, owner, {
    hostname: "new",
    projectId: farm,
    status: "pending",
  });
  await insertInstance(env, workspace, owner, {
    hostname: "gone",
    projectId: farm,
    status: "terminated",
  });
  const graph = await graphOf(workspace);
  expect(graph.projects).toMatchObject([
    { name: "Default", rateMicrosPerHour: 0, instances: [], moreInstances: 0 },
    {
      id: farm,
      name: "Farm",
      colour: "teal",
      rateMicrosPerHour: 100_000,
      instances: [
        { hostname: "new", status: "pending", rateMicrosPerHour: 0 },
        { id: up, hostname: "up", status: "active", rateMicrosPerHour: 100_000 },
      ],
      moreInstances: 0,
    },
  ]);
  expect(graph.days).toHaveLength(30);
  expect([graph.days[0]?.day, graph.days[29]?.day]).toEqual(["2026-04-16", "2026-05-15"]);
  expect(spentOf(graph)).toEqual([]);
});

test("of a project with many instances a hundred are listed and the others are counted", async () => {
  const workspace = await createWorkspace(env, owner, "many-ws");
  const farm = await createProject(env, workspace, owner, "Farm");
  const id = await insertInstance(env, workspace, owner, { hostname: "m-0", projectId: farm });
  await env.db.withSystemRole("many instances for a test", (tx) =>
    tx.execute(sql`INSERT INTO instance (id, workspace_id, project_id, order_id, hostname, variant, status, region_handle, product_id, image_id,
        price_snapshot_id, rate_micros_per_hour, ssh_keys, created_by, created_at, updated_at)
      SELECT gen_random_uuid(), workspace_id, project_id, order_id, 'm-' || n, variant, status, region_handle, product_id, image_id,
        price_snapshot_id, rate_micros_per_hour, ssh_keys, created_by, created_at, updated_at FROM instance, generate_series(1, 119) n WHERE id = ${id}`),
  );
  const [project] = (await graphOf(workspace)).projects;
  expect(project?.instances).toHaveLength(100);
  expect(project).toMatchObject({ moreInstances: 20, rateMicrosPerHour: 12_000_000 });
});

test("of a workspace with many projects the first hundred have instances, and the tree ends after a thousand", async () => {
  const workspace = await createWorkspace(env, owner, "projects-ws");
  const first = await createProject(env, workspace, owner, "A first");
  const last = await createProject(env, workspace, owner, "B last");
  await insertInstance(env, workspace, owner, { hostname: "m-first", projectId: first });
  await insertInstance(env, workspace, owner, { hostname: "m-last", projectId: last });
  await env.db.withSystemRole("many projects for a test", (tx) =>
    tx.execute(sql`INSERT INTO project (id, workspace_id, name, colour, created_by, created_at, updated_at)
      SELECT gen_random_uuid(), workspace_id, 'Ab ' || lpad(n::text, 4, '0'), colour, created_by, created_at, updated_at
        FROM project, generate_series(1, 1100) n WHERE id = ${first}`),
  );
  const graph = await graphOf(workspace);
  expect(graph.projects).toHaveLength(1000);
  // "B last" is beyond the limit; the cost includes it.
  expect(graph).toMatchObject({ moreProjects: 102, rateMicrosPerHour: 200_000 });
  expect(graph.projects.find(({ id }) => id === first)?.instances).toHaveLength(1);
  await env.db.withSystemRole("fewer projects for a test", (tx) =>
    tx.execute(
      sql`DELETE FROM project WHERE workspace_id = ${workspace.id} AND name > 'Ab 0500' AND name < 'B'`,
    ),
  );
  const fewer = await graphOf(workspace);
  expect(fewer).toMatchObject({ moreProjects: 0 });
  expect(fewer.projects.find(({ id }) => id === last)).toMatchObject({
    instances: [],
    moreInstances: 1,
  });
});

test("each day has its usage: split at midnight, up to now, and starting with the first day of the range", async () => {
  const workspace = await createWorkspace(env, owner, "days-ws");
  const farm = await createProject(env, workspace, owner, "Farm");
  const options = { ...dollar, projectId: farm };
  const old = await insertInstance(env, workspace, owner, { hostname: "old", ...options });
  const up = await insertInstance(env, workspace, owner, { hostname: "up", ...options });
  const short = await insertInstance(env, workspace, owner, { hostname: "short", ...options });
  await meter(startMetering, workspace, old, "2026-04-15T20:00:00Z");
  await meter(stopMetering, workspace, old, "2026-04-16T01:00:00Z");
  await meter(startMetering, workspace, up, "2026-05-13T22:00:00Z");
  // The minimum of one minute, across midnight: half of it on each day.
  await meter(startMetering, workspace, short, "2026-05-10T23:59:30Z");
  await meter(stopMetering, workspace, short, "2026-05-10T23:59:31Z");
  expect(spentOf(await graphOf(workspace))).toEqual([
    "2026-04-16 Farm 100",
    "2026-05-10 Farm 1",
    "2026-05-11 Farm 1",
    "2026-05-13 Farm 200",
    "2026-05-14 Farm 2400",
    "2026-05-15 Farm 600",
  ]);
});

test("a moved instance is charged to its new project from the second of the move", async () => {
  const workspace = await createWorkspace(env, owner, "moved-ws");
  await createDefaultProject(env, workspace, owner);
  const [farm, barn] = [
    await createProject(env, workspace, owner, "Farm"),
    await createProject(env, workspace, owner, "Barn"),
  ];
  const [up, young] = [
    await insertInstance(env, workspace, owner, { ...dollar, hostname: "up", projectId: farm }),
    await insertInstance(env, workspace, owner, {
      ...dollar,
      hostname: "young",
      projectId: farm,
    }),
  ];
  await meter(startMetering, workspace, up, "2026-05-15T04:00:00Z");
  await meter(startMetering, workspace, young, "2026-05-15T05:59:30Z");
  const path = { workspace: workspace.handle };
  const assign = (project: string) =>
    owner.client.call(api.projects.assign, {
      path: { ...path, project },
      body: { instanceIds: [up, young] },
    });
  await assign(barn);
  // Again, within the same second.
  await assign(farm);
  await assign(barn);
  env.clock.advance(3_600_000);
  expect(spentOf(await graphOf(workspace))).toEqual(["2026-05-15 Barn 201", "2026-05-15 Farm 200"]);
  const spans = await env.db.withSystemRole("a test reads", (tx) =>
    tx.many<{ hostname: string; spans: number }>(
      sql`SELECT i.hostname, count(*) AS spans FROM usage_interval u JOIN instance i ON i.id = u.instance_id WHERE u.workspace_id = ${workspace.id} GROUP BY 1 ORDER BY 1`,
    ),
  );
  expect(spans).toEqual([
    { hostname: "up", spans: 2 },
    { hostname: "young", spans: 1 },
  ]);
  // The cost of a deleted project belongs to no project.
  await owner.client.call(api.projects.remove, { path: { ...path, project: farm } });
  expect(spentOf(await graphOf(workspace))).toEqual(["2026-05-15 Barn 201", "2026-05-15 none 200"]);
  env.clock.set("2026-05-15T06:00:00.000Z");
});

test("a limited team member sees the granted projects, their instances and their cost", async () => {
  const workspace = await createWorkspace(env, owner, "limited-ws");
  await createDefaultProject(env, workspace, owner);
  const limited = await createMember(env, workspace, "limited_team_member");
  const [farm, barn] = [
    await createProject(env, workspace, owner, "Farm"),
    await createProject(env, workspace, owner, "Barn"),
  ];
  await grantProject(env, workspace, farm, limited);
  const instances = {
    seen: await insertInstance(env, workspace, owner, {
      ...dollar,
      hostname: "seen",
      projectId: farm,
    }),
    hidden: await insertInstance(env, workspace, owner, {
      ...dollar,
      hostname: "hidden",
      projectId: barn,
    }),
    loose: await insertInstance(env, workspace, owner, { ...dollar, hostname: "loose" }),
    movedIn: await insertInstance(env, workspace, owner, {
      ...dollar,
      hostname: "moved-in",
      projectId: barn,
    }),
  };
  for (const id of Object.values(instances)) {
    await meter(startMetering, workspace, id, "2026-05-15T05:00:00Z");
  }
  await owner.client.call(api.projects.assign, {
    path: { workspace: workspace.handle, project: farm },
    body: { instanceIds: [instances.movedIn] },
  });
  const graph = await graphOf(workspace, limited);
  expect(
    graph.projects.map(({ name, rateMicrosPerHour, instances }) => [
      name,
      rateMicrosPerHour,
      instances.map(({ hostname }) => hostname),
    ]),
  ).toEqual([["Farm", 2_000_000, ["moved-in", "seen"]]]);
  expect(spentOf(graph)).toEqual(["2026-05-15 Farm 100"]);
});
