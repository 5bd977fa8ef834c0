/**
 * Measures the instance list with a session, under row-level security and over HTTP, in workspaces of 1,000 and
 * 1,000,000 instances, against a minimal server that returns the same rows. Rounds are interleaved, so that load on
 * the computer affects all cases equally; processor time is affected less than requests per second. Prints the results
 * and writes its section of bench/results.md. `node bench/instance-list.ts [ROUNDS]`
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { startPostgres } from "../tools/postgres/postgres.ts";
import { writeResults } from "./results.ts";
import { seed, type Size, sizes } from "./seed.ts";

const connections = 16;
const requestsPerRound = 600;
const rounds = Number(process.argv[2] ?? 9);
const warmUpRequests = 400;

interface Server {
  name: string;
  port: number;
  child: ChildProcess;
}

async function start(name: "product" | "bare", url: string): Promise<Server> {
  const child = fork(new URL("./servers.ts", import.meta.url), [name, url]);
  const message = await new Promise<unknown>((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code}`)));
  });
  return { name, port: z.object({ port: z.int() }).parse(message).port, child };
}

async function serverCpuMicros({ child }: Server): Promise<number> {
  const answer = new Promise<unknown>((resolve) => child.once("message", resolve));
  child.send("cpu");
  return z.object({ cpuMicros: z.number() }).parse(await answer).cpuMicros;
}

/** Processor time of a process in µs, and its parent; null for one that has ended. */
function readProcess(pid: string): { parent: number; micros: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [nanoseconds = ""] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
    const parent = Number(stat.slice(stat.lastIndexOf(")")).split(" ")[2]);
    return { parent, micros: Number(nanoseconds) / 1_000 };
  } catch {
    return null;
  }
}

/** Processor time of all connections of a PostgreSQL server, in µs. */
const databaseCpuMicros = (postmaster: number): number =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(readProcess)
    .reduce((sum, one) => sum + (one?.parent === postmaster ? one.micros : 0), 0);

const agent = new Agent({ keepAlive: true, maxSockets: connections });

function sendRequest(
  port: number,
  path: string,
  cookie: string,
): Promise<{ ms: number; text: string }> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        host: "127.0.0.1",
        path,
        agent,
        headers: { cookie: `sid=${cookie}`, accept: "application/json" },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () =>
          response.statusCode === 200
            ? resolve({ ms: performance.now() - startedAt, text })
            : reject(new Error(`${response.statusCode} ${text}`)),
        );
      },
    );
    sent.on("error", reject);
    sent.end();
  });
}

interface Figures {
  readonly perSecond: number;
  /** Median latency of sequential requests. */
  readonly p50Ms: number;
  /** Processor time of a request at full load. */
  readonly serverMicros: number;
  readonly databaseMicros: number;
}

async function measure(
  server: Server,
  postmaster: number,
  path: string,
  cookie: string,
  count: number,
): Promise<Figures> {
  const { port } = server;
  const before = [await serverCpuMicros(server), databaseCpuMicros(postmaster)] as const;
  const startedAt = performance.now();
  let remaining = count;
  const connection = async () => {
    while (remaining > 0) {
      remaining -= 1;
      await sendRequest(port, path, cookie);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const perSecond = count / ((performance.now() - startedAt) / 1000);
  const serverMicros = ((await serverCpuMicros(server)) - before[0]) / count;
  const databaseMicros = (databaseCpuMicros(postmaster) - before[1]) / count;
  const latencies: number[] = [];
  for (let n = 0; n < count / 10; n += 1)
    latencies.push((await sendRequest(port, path, cookie)).ms);
  return { perSecond, p50Ms: median(latencies), serverMicros, databaseMicros };
}

const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
const listPath = (size: Size) => `/api/v1/workspaces/${size}/instances?page=1&perPage=15`;

const Rows = z.object({
  data: z.array(z.object({ id: z.string() }).loose()),
  meta: z.object({ total: z.int(), totalIsExact: z.boolean() }).optional(),
});

/** Verifies that both servers return the same rows; otherwise the comparison is meaningless. */
async function checkSame(servers: readonly Server[], size: Size, cookie: string): Promise<void> {
  const [one, other] = await Promise.all(
    servers.map(async ({ port }) =>
      Rows.parse(JSON.parse((await sendRequest(port, listPath(size), cookie)).text)),
    ),
  );
  if (one === undefined || other === undefined || one.data.length !== 15)
    throw new Error("No full page");
  const ids = [one, other].map(({ data }) => data.map((row) => row.id).join());
  if (ids[0] !== ids[1]) throw new Error(`The servers list different instances of ${size}`);
  const live = sizes[size] - Math.floor(sizes[size] / 10);
  const meta = [one, other].find((response) => response.meta !== undefined)?.meta;
  if (meta?.total !== live || !meta.totalIsExact)
    throw new Error(`The total of ${size} is not exact: ${JSON.stringify(meta)}`);
}

const dataDir = mkdtempSync(join(tmpdir(), "boreal-bench-"));
const postgres = await startPostgres({ dataDir, durable: false });
const children: ChildProcess[] = [];
try {
  console.log(`Adding ${Object.values(sizes).join(" and ")} instances`);
  const cookie = await seed(postgres.url("boreal"), postgres.url("boreal", "postgres"));
  const servers = [
    await start("product", postgres.url("boreal")),
    await start("bare", postgres.url("boreal", "postgres")),
  ];
  children.push(...servers.map((server) => server.child));
  const figures = new Map<string, Figures[]>();
  const cases = (["small", "large"] as const).flatMap((size) =>
    servers.map((server) => ({ size, server, key: `${server.name} ${size}` })),
  );
  const run = (server: Server, size: Size, count: number) =>
    measure(server, postgres.pid, listPath(size), cookie, count);
  for (const size of ["small", "large"] as const) await checkSame(servers, size, cookie);
  for (const { server, size } of cases) await run(server, size, warmUpRequests);
  for (let round = 0; round < rounds; round += 1) {
    for (const { server, size, key } of cases)
      figures.set(key, [...(figures.get(key) ?? []), await run(server, size, requestsPerRound)]);
  }
  const of = (key: string, figure: keyof Figures) =>
    median((figures.get(key) ?? []).map((one) => one[figure]));
  const line = (label: string, key: string) =>
    `| ${label} | ${Math.round(of(key, "perSecond"))} | ${of(key, "p50Ms").toFixed(2)} | ${Math.round(of(key, "serverMicros"))} | ${Math.round(of(key, "databaseMicros"))} |`;
  /** Median of the ratios within each round, in which the load of other processes is about the same. */
  const ratio = (one: string, other: string, figure: (figures: Figures) => number) => {
    const others = figures.get(other) ?? [];
    const ratios = (figures.get(one) ?? []).map((sample, round) => {
      const reference = others[round];
      return reference === undefined ? Number.NaN : figure(sample) / figure(reference);
    });
    return median(ratios).toFixed(2);
  };
  const perSecond = (sample: Figures) => sample.perSecond;
  const cpu = (sample: Figures) => sample.serverMicros + sample.databaseMicros;
  const results = `# Instance list, 15 rows

\`node bench/instance-list.ts\`: with a session, under row-level security, with an exact total, over HTTP. The minimal server (node:http and pg) looks up
the session and reads the same rows without row-level security, permissions and total. Medians of ${rounds} interleaved rounds, ${connections}
connections; servers, database and load on the same ${cpus().length} cores.

| | requests per second | p50 of sequential requests, ms | server, µs per request | PostgreSQL, µs per request |
|---|---|---|---|---|
${line("Boreal, 1,000 instances", "product small")}
${line("minimal, 1,000 instances", "bare small")}
${line("Boreal, 1,000,000 instances", "product large")}
${line("minimal, 1,000,000 instances", "bare large")}

- Boreal to minimal: ${ratio("product small", "bare small", perSecond)}× the requests per second at 1,000 instances, ${ratio("product large", "bare large", perSecond)}× at 1,000,000 (median of the rounds' ratios).
- Boreal to minimal: ${ratio("product small", "bare small", cpu)}× the processor time of a request at 1,000 instances, ${ratio("product large", "bare large", cpu)}× at 1,000,000.
- 1,000,000 instances take ${(of("product large", "p50Ms") / of("product small", "p50Ms")).toFixed(2)}× the time of 1,000.
- Load average of the computer at the end: ${loadavg()[0]?.toFixed(1)}.
`;
  writeResults(results);
} finally {
  for (const child of children) child.kill();
  agent.destroy();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
