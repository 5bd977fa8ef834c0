/**
 * Measures the lists of staff over 1,000,000 users, instances, commands, invoices and entries of the billing history, in
 * 200,000 workspaces: first and deep pages, filters, and searches of every length with and without matches, as an Admin's
 * requests through the server. First pages are compared with 1,000 rows. Prints the results and writes its section of
 * bench/results.md. `node bench/staff-lists.ts [ROWS] [ROUNDS]`
 */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { z } from "zod";
import { buildApp } from "#api/app.ts";
import { openDatabase, sql } from "#api/core/db/db.ts";
import { systemClock } from "#api/core/lib/clock.ts";
import { migrate } from "#api/core/migrations/migrate.ts";
import { jobNames } from "#api/worker-tasks.ts";
import { startPostgres } from "../tools/postgres/postgres.ts";
import { benchAppDeps } from "./bench-app.ts";
import { writeResults } from "./results.ts";
import { insertStaffRows, type StaffRowCounts } from "./staff-rows.ts";

const [rows = 1_000_000, rounds = 3] = process.argv.slice(2).map(Number);
const small: StaffRowCounts = { rows: 1_000, workspaces: 200 };
const large: StaffRowCounts = { rows, workspaces: rows / 5 };

/** Searches of one to three characters, of frequent and rare terms, and without any match. */
const searches = ["q", "te", "zq", "a_", "ü", "üqü", "zzq", "web", "team-7a", "zzzzzz"];
const userSearches = [
  "a",
  "an",
  "zq",
  "%a_%",
  "ü",
  "gü",
  "üqü",
  "ann",
  "zzq",
  "%vogelski%",
  "vogelski7",
  "zzzzzz",
  "olga grün",
  "@firma",
  "0a1b2c",
];

interface ListCases {
  readonly name: string;
  readonly path: string;
  /** Whose list it is; the other role may not see it. */
  readonly role: "Admin" | "BusinessAdmin";
  /** Query strings, by what they stand for. The first page without parameters is measured in every list. */
  readonly filters: readonly string[];
  readonly searches: readonly string[];
}

const lists: readonly ListCases[] = [
  {
    name: "users",
    path: "users",
    role: "Admin",
    filters: ["status=frozen", "status=deactivated", "orderBy=email", "orderBy=-lastName"],
    searches: userSearches,
  },
  {
    name: "users without a workspace",
    path: "users/no-role",
    role: "Admin",
    filters: ["status=frozen"],
    searches: ["an", "zq", "ann", "vogelski7", "zzzzzz"],
  },
  {
    name: "workspaces",
    path: "workspaces",
    role: "Admin",
    filters: ["status=suspended", "status=deactivated", "orderBy=handle"],
    searches: [...searches, "user7", "vogelski7"],
  },
  {
    name: "roles in workspaces",
    path: "user-workspace-roles",
    role: "Admin",
    filters: ["role=owner", "role=billing_administrator"],
    searches: [],
  },
  {
    name: "instances",
    path: "instances",
    role: "Admin",
    filters: [
      "status=error",
      "status=terminated",
      "status=error,unknown&regionHandle=r2",
      "regionHandle=r5",
      "variants=bare_metal",
      "variants=bare_metal&regionHandle=r5&status=stopped",
      "waiting=staff",
      "orderBy=hostname",
    ],
    searches: [...searches, "web-999", "10.0.0.77"],
  },
  {
    name: "commands",
    path: "commands",
    role: "Admin",
    filters: [
      "status=waiting",
      "status=queued,running,waiting",
      "status=timed_out",
      "status=cancelled&regionHandle=r1",
      "regionHandle=r5",
      "variant=bare_metal&regionHandle=r5&status=failed",
    ],
    searches: [...searches, "web-999"],
  },
  {
    name: "billing history",
    path: "workspaces/billing/history",
    role: "BusinessAdmin",
    filters: [
      "activityType=chargeback",
      "activityType=refund",
      "createdAtFrom=2026-10-01T00:00:00Z&createdAtTo=2026-10-02T00:00:00Z",
    ],
    searches,
  },
  {
    name: "invoices",
    path: "workspaces/billing/invoices",
    role: "BusinessAdmin",
    filters: ["status=overdue", "status=uncollectible", "status=draft", "kind=credit_note"],
    searches: [...searches, "INV-2026-777777"],
  },
  {
    name: "limit requests",
    path: "limit-requests",
    role: "BusinessAdmin",
    filters: ["status=open", "status=approved", "status=rejected"],
    searches,
  },
  {
    name: "data copy requests",
    path: "users/data-copy-requests",
    role: "Admin",
    filters: ["status=failed", "status=queued"],
    searches: [],
  },
];
const singleReads = [
  ["count of users", "users/count"],
  ["count of workspaces", "workspaces/count"],
  ["dashboard", "dashboard"],
] as const;

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);

const Meta = z.object({ meta: z.object({ next: z.string().nullable() }) });

type Read = (query: string) => Promise<{ readonly ms: number; readonly body: string }>;

async function serve(url: string, superuserUrl: string, counts: StaffRowCounts) {
  await migrate(url, { jobNames });
  const db = openDatabase({ url, poolSize: 2, onError: () => undefined });
  const cookie = await insertStaffRows(db, superuserUrl, counts, systemClock.now());
  const app = await buildApp(benchAppDeps(db));
  const read: Read = async (path) => {
    const startedAt = performance.now();
    const response = await app.inject({
      url: `/admin/${path}`,
      headers: { cookie: `sid=${cookie}`, accept: "application/json" },
    });
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.body}`);
    return { ms: performance.now() - startedAt, body: response.body };
  };
  const become = (role: ListCases["role"]) =>
    db.withSystemRole("a benchmark", (tx) =>
      tx.execute(sql`UPDATE user_staff_role SET staff_role_id = ${role}`),
    );
  const close = async () => {
    await app.close();
    await db.close();
  };
  return { read, become, close };
}

async function measure(read: Read, path: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const { ms: time } = await read(path);
    if (round > 0) times.push(time);
  }
  return median(times);
}

/** First pages of both sizes in turn, so that load on the computer affects both equally. */
async function compare(one: Read, other: Read, path: string): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds * 4; round += 1) {
    const pair = [(await one(path)).ms, (await other(path)).ms] as const;
    if (round > 0) for (const side of [0, 1] as const) times[side].push(pair[side]);
  }
  return [median(times[0]), median(times[1])];
}

const dataDir = mkdtempSync(join(tmpdir(), "boreal-bench-"));
const postgres = await startPostgres({ dataDir, durable: false });
try {
  const superuser = new pg.Client({ connectionString: postgres.url("postgres", "postgres") });
  await superuser.connect();
  await superuser.query("CREATE DATABASE small OWNER boreal");
  await superuser.end();
  console.log(`Adding ${rows} rows to each table`);
  const few = await serve(postgres.url("small"), postgres.url("small", "postgres"), small);
  const many = await serve(postgres.url("boreal"), postgres.url("boreal", "postgres"), large);

  const tableLines: string[] = [];
  const searchTimes: number[] = [];
  const worstOf = async (list: ListCases, kind: string, queries: readonly string[]) => {
    const timed = [];
    for (const query of queries) {
      const time = await measure(many.read, `${list.path}?${query}`);
      timed.push({ time, query });
      console.log(`${list.name} ${kind} ${decodeURIComponent(query)}: ${ms(time)}`);
    }
    if (kind === "search") searchTimes.push(...timed.map(({ time }) => time));
    const worst = timed.toSorted((one, other) => other.time - one.time)[0];
    if (worst === undefined) return "";
    const shown = decodeURIComponent(worst.query).replace(/after=.*/, "after a cursor");
    return `${ms(worst.time)} (\`${shown}\`)`;
  };
  for (const list of lists) {
    await few.become(list.role);
    await many.become(list.role);
    const [first, ofFew] = await compare(many.read, few.read, list.path);
    console.log(`${list.name} first: ${ms(first)} ${ms(ofFew)}`);
    let cursor: string | null = null;
    for (let page = 0; page < 20; page += 1) {
      const { body } = await many.read(
        `${list.path}?perPage=100${cursor === null ? "" : `&after=${cursor}`}`,
      );
      cursor = Meta.parse(JSON.parse(body)).meta.next ?? cursor;
    }
    tableLines.push(
      [
        list.name,
        ms(first),
        `${(first / ofFew).toFixed(2)}×`,
        await worstOf(list, "page", [
          "page=60",
          "page=300",
          ...(cursor === null ? [] : [`after=${cursor}`]),
        ]),
        ms(await measure(many.read, `${list.path}?page=10000`)),
        await worstOf(list, "filter", list.filters),
        await worstOf(
          list,
          "search",
          list.searches.map((term) => `search=${encodeURIComponent(term)}`),
        ),
      ]
        .join(" | ")
        .replace(/^.*$/, (cells) => `| ${cells} |`),
    );
  }
  await many.become("Admin");
  const singleTimes: string[] = [];
  for (const [label, path] of singleReads)
    singleTimes.push(`${label} ${ms(await measure(many.read, path))} ms`);
  await few.close();
  await many.close();
  const within = searchTimes.filter((time) => time <= 200).length;
  writeResults(`# Lists of staff

\`node bench/staff-lists.ts\`: ${rows.toLocaleString("en")} users, roles, instances, commands, invoices and entries of the billing history each, and
${large.workspaces.toLocaleString("en")} workspaces, limit requests and data copy requests, as requests of staff through the server. Medians of ${rounds} rounds, in ms;
in brackets the worst query. "To 1,000" compares the first page with ${small.rows.toLocaleString("en")} rows, interleaved. Server, database and load on the same ${cpus().length} cores.

| list | first page | to 1,000 | deep page | page 10,000 | filter | search |
|---|---|---|---|---|---|---|
${tableLines.join("\n")}

- Searches: ${within} of ${searchTimes.length} within 200 ms, median ${ms(median(searchTimes))}.
- ${singleTimes.join(", ")}.
- Load average of the computer at the end: ${loadavg()[0]?.toFixed(1)}.
`);
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
