/**
 * What an outage of a region costs orders in another one: the time until a real worker has requested 20 servers in a
 * healthy region, while another region has 40 queued orders and is healthy, slow, or down. Rounds are interleaved, so
 * that load on the computer affects all states equally. Prints the results and writes its section of bench/results.md.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "#api/core/db/db.ts";
import { startWorker } from "#api/core/jobs/worker.ts";
import { createOrderContext, placeOrder } from "#api/testing/order-instances.ts";
import { startTestEnvironment } from "#api/testing/test-environment.ts";
import { migrate } from "#api/core/migrations/migrate.ts";
import { jobNames } from "#api/worker-tasks.ts";
import { startPostgres } from "../tools/postgres/postgres.ts";
import { writeResults } from "./results.ts";

const rounds = 3;
const measured = 20;
const queuedElsewhere = 40;
const states = ["no orders elsewhere", "healthy", "slow (3 s per response)", "down"] as const;
type State = (typeof states)[number];

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Milliseconds until the servers of the healthy region are requested. */
async function measure(state: State): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), "boreal-bench-"));
  const postgres = await startPostgres({ dataDir, durable: false });
  const url = postgres.url("boreal");
  await migrate(url, { jobNames });
  const drop = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const env = await startTestEnvironment({ database: { url, drop } });
  try {
    const other = await createOrderContext(env, "elsewhere");
    const mine = await createOrderContext(env, "mine");
    const order = async (context: typeof mine, region: string, count: number) => {
      for (let first = 0; first < count; first += 20) {
        const hostname = Array.from({ length: 20 }, (_, at) => `${region}-${first + at}`);
        const answer = await placeOrder(context.owner.client, {
          ...context,
          hostname,
          region,
          product: "2 vCPU",
        });
        if (answer.status !== 202) throw new Error(`The order was rejected: ${answer.status}`);
      }
    };
    if (state !== "no orders elsewhere") await order(other, "keflavik", queuedElsewhere);
    await order(mine, "lulea", measured);
    if (state === "slow (3 s per response)")
      env.emulator.faults.add({ match: { region: "keflavik" }, kind: "slow", delayMs: 3_000 });
    if (state === "down") env.emulator.faults.add({ match: { region: "keflavik" }, kind: "down" });
    const started = performance.now();
    const worker = await startWorker(env.worker);
    try {
      for (;;) {
        const { n } = await env.db.withSystemRole("a benchmark counts servers", (tx) =>
          tx.one<{
            n: number;
          }>(sql`SELECT count(*) AS n FROM instance_log l JOIN instance i ON i.id = l.instance_id
            WHERE i.region_handle = 'lulea' AND l.step = 'server' AND l.status = 'complete'`),
        );
        if (n === measured) return performance.now() - started;
        await delay(20);
      }
    } finally {
      env.emulator.faults.clear();
      await worker.stop();
    }
  } finally {
    await env.stop();
  }
}

const times = new Map<State, number[]>(states.map((state) => [state, []]));
for (let round = 0; round < rounds; round++)
  for (const state of states) times.get(state)?.push(await measure(state));
const medians = states.map((state) => [state, median(times.get(state) ?? [])] as const);
const healthy = medians.find(([state]) => state === "healthy")?.[1] ?? Number.NaN;
writeResults(`# Outage of a region

\`node bench/region-outage.ts\`: the time until one worker has requested ${measured} servers in a region, while another region has
${queuedElsewhere} queued orders of another customer. Medians of ${rounds} interleaved rounds; worker, database and cloud on the same 2 cores.

| the other region | seconds | to a healthy one |
|---|---|---|
${medians.map(([state, ms]) => `| ${state} | ${(ms / 1000).toFixed(2)} | ${(ms / healthy).toFixed(2)}× |`).join("\n")}
`);
