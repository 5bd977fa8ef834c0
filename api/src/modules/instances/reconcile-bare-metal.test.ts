/** Hosts whose power or installation changes without a command. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { FaultRule } from "#emulators/lib/faults.ts";
import { sql } from "../../core/db/db.ts";
import { addItems, orderMetal } from "../../testing/bare-metal.ts";
import { createOrderContext, getInstance } from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { reconcileBareMetal } from "./reconcile-bare-metal.ts";

let env: TestEnvironment;
let context: Awaited<ReturnType<typeof createOrderContext>>;
beforeAll(async () => {
  env = await startTestEnvironment();
  context = await createOrderContext(env);
  env.foreman.state.timings.installMs = 60_000;
});
afterAll(() => env.stop());

const compare = () => reconcileBareMetal({ ...env.worker, regions: env.regions }, "lulea");
const view = (id: string) => getInstance(context.owner.client, context.workspace, id);
const host = (name: string) => {
  const row = env.foreman.state.find(name);
  if (row === undefined) throw new Error(`the host ${name} does not exist`);
  return row;
};
const findings = async (id: string) =>
  (
    await env.db.withSystemRole("a test", (tx) =>
      tx.many<{
        finding: string;
      }>(sql`SELECT kind || ' ' || reference || ' ' || (detail->>'to') AS finding FROM infrastructure_finding
        WHERE instance_id = ${id} ORDER BY first_seen_at, id`),
    )
  ).map(({ finding }) => finding);

let count = 0;
async function runningOn(name: string) {
  count += 1;
  await addItems(env, name);
  const { id } = await orderMetal(context.owner.client, { ...context, hostname: [`rec-${count}`] });
  await env.advanceTime(150, 10);
  expect((await view(id)).status).toBe("active");
  return id;
}

test("a host that is turned off at its controller is shown stopped and still billed, and active again later", async () => {
  const id = await runningOn("console-off.test");
  env.foreman.state.turnOff(host("console-off.test"));
  await compare();
  expect(await view(id)).toMatchObject({ status: "stopped", usage: [{ endSecond: null }] });
  expect(await findings(id)).toEqual(["instance_changed console-off.test stopped"]);
  env.foreman.state.start(host("console-off.test"), env.clock.now().getTime());
  await compare();
  expect(await view(id)).toMatchObject({ status: "active", statusReason: null });
});

test("an installation that no command requested is work of the operator; its failure is an error", async () => {
  const id = await runningOn("rebuilt.test");
  env.foreman.state.setBuild(host("rebuilt.test"), true);
  await compare();
  expect(await view(id)).toMatchObject({ status: "active", statusReason: "provider_busy" });
  env.foreman.state.setBuild(host("rebuilt.test"), false);
  host("rebuilt.test").buildErrors = "no disk";
  await compare();
  expect(await view(id)).toMatchObject({ status: "error", statusReason: "provider_error" });
  host("rebuilt.test").buildErrors = null;
  await compare();
  expect(await view(id)).toMatchObject({ status: "active", statusReason: null });
});

test("a host that is gone is unknown and not billed until it is found again", async () => {
  const id = await runningOn("gone.test");
  const row = host("gone.test");
  row.name = "renamed.test";
  await compare();
  expect(await view(id)).toMatchObject({ status: "unknown", statusReason: "vanished" });
  expect((await view(id)).usage.at(-1)?.endSecond).not.toBeNull();
  expect(await findings(id)).toEqual(["instance_gone gone.test unknown vanished"]);
  row.name = "gone.test";
  await compare();
  expect((await view(id)).usage.at(-1)).toMatchObject({ endSecond: null });
});

test("a controller that does not respond says nothing, and an outage marks the bare metal of the region only", async () => {
  const id = await runningOn("silent.test");
  const row = host("silent.test");
  const reachable = () =>
    env.db.withSystemRole("a test", (tx) =>
      tx.one(
        sql`SELECT unreachable_since IS NULL AS compute, bare_metal_unreachable_since IS NULL AS metal FROM region WHERE handle = 'lulea'`,
      ),
    );
  env.foreman.faults.add(FaultRule.parse({ kind: "down" }));
  await compare();
  expect(await reachable()).toEqual({ compute: true, metal: false });
  env.foreman.faults.clear();
  await compare();
  expect(await reachable()).toEqual({ compute: true, metal: true });
  expect(await view(id)).toMatchObject({ status: "active" });
  row.isOn = false;
  env.foreman.faults.add(
    FaultRule.parse({ kind: "status", status: 500, match: { pathPattern: "/power$" } }),
  );
  await compare();
  env.foreman.faults.clear();
  expect(await view(id)).toMatchObject({ status: "active" });
});
