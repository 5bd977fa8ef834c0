/**
 * Compares sign-in with a password to hashing the password alone, with the cost of production: shows the overhead of
 * everything except the hash. Rounds are interleaved, so that load on the computer affects both equally. Prints the
 * results and writes its section of bench/results.md.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { verify } from "@node-rs/argon2";
import { buildApp } from "#api/app.ts";
import { defaultPasswordCost } from "#api/modules/auth/passwords/password-cost.ts";
import { createPasswordHasher } from "#api/modules/auth/passwords/password-hasher.ts";
import { systemClock } from "#api/core/lib/clock.ts";
import { type Database, openDatabase, sql } from "#api/core/db/db.ts";
import { deriveKeyring, uuidv7 } from "#api/core/lib/crypto.ts";
import { migrate } from "#api/core/migrations/migrate.ts";
import { jobNames } from "#api/worker-tasks.ts";
import { startPostgres } from "../tools/postgres/postgres.ts";
import { benchAppDeps } from "./bench-app.ts";
import { writeResults } from "./results.ts";
import { secret } from "./bench-rows.ts";

const userCount = 8;
const rounds = 9;
const requestsPerRound = 24;
const password = "seven quiet herons at dusk";
const keys = deriveKeyring(secret);

async function addUsers(db: Database, passwordHash: string): Promise<void> {
  const now = systemClock.now();
  await db.withSystemRole("set up a benchmark", async (tx) => {
    for (let user = 0; user < userCount; user += 1) {
      const email = `user-${user}@bench.test`;
      await tx.execute(sql`INSERT INTO user_account (id, email, email_normalized, email_verified_at, password_hash, status, first_name, last_name, locale,
          timezone, is_over_18, tos_version, tos_accepted_at, created_at, updated_at)
        VALUES (${uuidv7(now)}, ${email}, ${email}, ${now}, ${passwordHash}, 'active', 'Bench', 'Mark', 'en', 'UTC', true, '1', ${now}, ${now}, ${now})`);
    }
  });
}

async function serve(db: Database): Promise<{ port: number; close(): Promise<void> }> {
  const app = await buildApp({
    ...benchAppDeps(db),
    // Every sign-in has an IP address of its own, so that none is throttled.
    trustedProxies: ["127.0.0.1"],
  });
  const url = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  return { port: Number(url.port), close: () => app.close() };
}

const agent = new Agent({ keepAlive: true });
let requestCount = 0;

/** Device cookie shared by all users: the device is known from the first sign-in on, as in most sign-ins. */
const device = "b".repeat(43);

function signIn(port: number): Promise<void> {
  requestCount += 1;
  const body = JSON.stringify({ email: `user-${requestCount % userCount}@bench.test`, password });
  const address = `10.${requestCount >> 16}.${(requestCount >> 8) & 255}.${requestCount & 255}`;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        host: "127.0.0.1",
        method: "POST",
        path: "/auth/login",
        agent,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          "x-forwarded-for": address,
          cookie: `did=${device}`,
        },
      },
      (response) => {
        response.resume().on("end", () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`${response.statusCode}`));
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

async function measure(count: number, work: () => Promise<unknown>) {
  const durations: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const startedAt = performance.now();
    await work();
    durations.push(performance.now() - startedAt);
  }
  const startedAt = performance.now();
  let remaining = count;
  const worker = async () => {
    while (remaining > 0) {
      remaining -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: cpus().length }, worker));
  return { p50Ms: median(durations), perSecond: count / ((performance.now() - startedAt) / 1_000) };
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

type Measurements = Record<"hash" | "login", { p50Ms: number; perSecond: number }[]>;

function report(measurements: Measurements): void {
  const of = (name: keyof Measurements) => ({
    p50Ms: median(measurements[name].map(({ p50Ms }) => p50Ms)),
    perSecond: median(measurements[name].map(({ perSecond }) => perSecond)),
  });
  const [hash, login] = [of("hash"), of("login")];
  const line = (label: string, { perSecond, p50Ms }: typeof hash) =>
    `| ${label} | ${perSecond.toFixed(1)} | ${p50Ms.toFixed(1)} |`;
  writeResults(`# Sign-in

\`node bench/sign-in.ts\`: with a password, from a known device, over HTTP, against argon2id with the same cost
(${defaultPasswordCost.memoryKib / 1_024} MiB, ${defaultPasswordCost.iterations} passes). Medians of ${rounds} interleaved rounds of ${requestsPerRound}; server, database and load on the same ${cpus().length} cores, with
one concurrent request per core.

| | per second | p50 of sequential requests, ms |
|---|---|---|
${line("argon2id", hash)}
${line("Boreal, POST /auth/login", login)}

- A sign-in takes ${(login.p50Ms / hash.p50Ms).toFixed(2)}× the time of its hash: ${(login.p50Ms - hash.p50Ms).toFixed(1)} ms for rate limits, session, device and audit.
- At full load there are ${(login.perSecond / hash.perSecond).toFixed(2)}× as many sign-ins as hashes.
`);
}

const dataDir = mkdtempSync(join(tmpdir(), "boreal-bench-"));
const postgres = await startPostgres({ dataDir, durable: false });
const onError = (error: Error) => console.error(error);
try {
  await migrate(postgres.url("boreal"), { jobNames });
  const db = openDatabase({ url: postgres.url("boreal"), poolSize: 8, onError });
  const hash = await createPasswordHasher(keys, defaultPasswordCost).hash(password);
  await addUsers(db, hash);
  const server = await serve(db);
  const pepper = keys.hmac("password", "v1");
  const cases = {
    hash: () => verify(hash, password, { secret: pepper }),
    login: () => signIn(server.port),
  };
  const measurements: Measurements = { hash: [], login: [] };
  for (const work of [cases.hash, cases.login]) await measure(userCount * 2, work);
  for (let round = 0; round < rounds; round += 1)
    for (const name of ["hash", "login"] as const)
      measurements[name].push(await measure(requestsPerRound, cases[name]));
  await server.close();
  await db.close();
  report(measurements);
} finally {
  agent.destroy();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
