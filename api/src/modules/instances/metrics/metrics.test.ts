/** Metrics of an instance, from the cloud's measurements to the response. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { metricPeriods } from "#contracts/instance-metrics.ts";
import { insertInstance } from "../../../testing/instances.ts";
import {
  createOrderContext,
  createProject,
  findProduct,
  orderInstance,
} from "../../../testing/order-instances.ts";
import { createTokenClient } from "../../../testing/token-clients.ts";
import type { TestUser, TestWorkspace } from "../../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let credentialId: string;
let id: string;
beforeAll(async () => {
  env = await startTestEnvironment();
  ({ owner, workspace, credentialId } = await createOrderContext(env));
  id = await createActive("load-1");
  env.clock.advance(3 * 3_600_000);
});
afterEach(() => env.emulator.faults.clear());
afterAll(() => env.stop());

async function createActive(hostname: string, more: object = {}): Promise<string> {
  const options = { workspace, credentialId, hostname: [hostname], ...more };
  const instance = await orderInstance(owner.client, options);
  await env.advanceTime(120);
  return instance.id;
}

const read = (instance: string, period?: "day" | "week") =>
  owner.client.call(api.instanceMetrics.view, {
    path: { workspace: workspace.handle, instance },
    query: period === undefined ? {} : { period },
  });
const measured = (values: readonly (number | null)[]) => values.filter((value) => value !== null);

test("has one value per step since the instance is active, in the units of the contract", async () => {
  const { data } = await read(id);
  const { points, stepSeconds } = metricPeriods.day;
  expect(data).toMatchObject({ isAvailable: true, stepSeconds });
  expect(data.times).toHaveLength(points);
  expect(data.times.at(-1)).toBe(Date.parse("2026-05-15T12:00:00Z") / 1000 - stepSeconds);
  expect(data.series.map(({ name }) => name)).toEqual([
    "cpu",
    "memory",
    "networkIn",
    "networkOut",
    "diskRead",
    "diskWrite",
  ]);
  const cpu = data.series[0]?.values ?? [];
  expect(cpu).toHaveLength(points);
  // Nothing was measured before the first boot, which differs from zero.
  expect(cpu.slice(0, points - 37).every((value) => value === null)).toBe(true);
  expect(measured(cpu).length).toBeGreaterThan(30);
  for (const value of measured(cpu)) {
    expect(value).toBeGreaterThan(30);
    expect(value).toBeLessThan(100);
  }
  const product = await findProduct(owner.client, "4 vCPU");
  for (const value of measured(data.series[1]?.values ?? []))
    expect(value / 1024 ** 3).toBeLessThan(product.memoryGb);
});

test("a week has the mean of each hour, and an unknown period is rejected", async () => {
  const [day, week] = [(await read(id)).data, (await read(id, "week")).data];
  expect(week.times).toHaveLength(metricPeriods.week.points);
  const hour = Date.parse("2026-05-15T10:00:00Z") / 1000;
  const at = day.times.indexOf(hour);
  const values = measured(day.series[0]?.values.slice(at, at + 12) ?? []);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(values).toHaveLength(12);
  expect(week.series[0]?.values[week.times.indexOf(hour)]).toBeCloseTo(mean, 6);
  const year = await owner.client.send(
    "GET",
    `/api/v1/workspaces/${workspace.handle}/instances/${id}/metrics?period=year`,
  );
  expect(year.status).toBe(422);
});

test("GPUs are measured where the instance has them", async () => {
  const gpu = await createActive("gpu-1", { product: "1 × L40S" });
  env.clock.advance(900_000);
  const names = (await read(gpu)).data.series.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["gpu", "gpuMemory"]));
});

test("a region without measurements says so, and an instance without a server has none yet", async () => {
  const elsewhere = await createActive("north-1", { region: "kajaani" });
  expect((await read(elsewhere)).data).toMatchObject({ isAvailable: false, series: [] });
  const pending = await insertInstance(env, workspace, owner, {
    hostname: "pending-1",
    status: "pending",
  });
  expect((await read(pending)).data).toMatchObject({ isAvailable: true, series: [] });
});

test("a region that rejects the question has no metrics; one that is down is a 503", async () => {
  env.emulator.faults.add({ match: { service: "metric" }, kind: "status", status: 403 });
  expect((await read(id)).data).toMatchObject({ isAvailable: false });
  env.emulator.faults.clear();
  env.emulator.faults.add({ match: { service: "metric" }, kind: "down" });
  expect((await read(id)).json).toMatchObject({
    code: "unavailable",
    reason: "region_unavailable",
  });
});

test("a token that is limited to other projects does not see the instance", async () => {
  const other = await createProject(env, workspace, owner, "Other");
  const token = await createTokenClient(env, owner, workspace, {
    scopes: ["instance.view"],
    projectIds: [other],
  });
  const path = { workspace: workspace.handle, instance: id };
  expect((await token.call(api.instanceMetrics.view, { path })).status).toBe(404);
});
