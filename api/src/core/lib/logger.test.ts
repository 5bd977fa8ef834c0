/** Secrets do not appear in logs, audit events and responses. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "../../app.ts";
import { minimalAppDeps } from "../../testing/app-deps.ts";
import { createUser, createWorkspace, type TestUser } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { sql } from "../db/db.ts";
import { createLogger } from "./logger.ts";

let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
  await createWorkspace(env, owner, "northwind");
});
afterAll(() => env.stop());

test("redacts secret fields at the top level and nested", () => {
  const lines: string[] = [];
  const logger = createLogger("info", { write: (line) => lines.push(line) });
  const secret = "canary-7f3a";
  logger.info(
    {
      password: secret,
      body: { token: secret, user: { otpSecret: secret } },
      headers: { cookie: secret, authorization: secret },
      kept: "fine",
    },
    "a message",
  );
  expect(lines.join("")).not.toContain(secret);
  expect(lines.join("")).toContain("fine");
  expect(lines.join("")).toContain("[redacted]");
});

test("masks email addresses, links and tokens in messages, stacks and fields, and keeps hashes", () => {
  const lines: string[] = [];
  const logger = createLogger("info", { write: (line) => lines.push(line) });
  const token = "k3Jd9_sQ-1mZxA7pVbR2tYw8uLhNcEfG5iOqB4vD0aT";
  const hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
  const message = `550 <ada@northwind.test>: see https://console.boreal.test/auth/reset/${token}`;
  const error = new Error(message, { cause: new Error(`cause ${message}`) });
  logger.error({ err: error, detail: message, hash }, message);
  logger.error(error);
  const log = lines.join("");
  for (const secret of ["ada@", token, "/auth/reset"]) expect(log).not.toContain(secret);
  expect(log).toContain("https://console.boreal.test/[masked]");
  expect(log).toContain(hash);
  expect(log).toContain("logger.test.ts");
});

test("does not log the value in a PostgreSQL error", async () => {
  const lines: string[] = [];
  const logger = createLogger("info", { write: (line) => lines.push(line) });
  const error = await env.db.owner
    .query("SELECT $1::text::uuid", ["canary-value"])
    .catch((failure: unknown) => failure);
  logger.error({ err: error }, "a query failed");
  expect(lines.join("")).not.toContain("canary-value");
  expect(lines.join("")).toContain("invalid input syntax for type uuid");
});

test("no secret of any request is stored in the log, the audit log or a job", async () => {
  const lines: string[] = [];
  const app = await buildApp({
    ...minimalAppDeps(env),
    logger: createLogger("trace", { write: (line) => lines.push(line) }),
  });
  const canary = "canary-91bc-do-not-write-me-down";
  const sid = owner.client.cookies.get("sid") ?? "";
  const csrf = owner.client.cookies.get("csrf") ?? "";
  const json = { accept: "application/json", "content-type": "application/json" };
  const registration = {
    email: "new@northwind.test",
    firstName: "New",
    lastName: "User",
    password: canary,
    isOver18: true,
    isTosAccepted: true,
    isProcessingPrivacyPolicyAccepted: true,
    locale: "en",
    timezone: "Europe/Berlin",
  };
  const credentials = "/api/v1/workspaces/northwind/credentials";
  const privateKey = `-----BEGIN OPENSSH PRIVATE KEY-----\n${canary}\n-----END OPENSSH PRIVATE KEY-----`;
  const responses = [
    await app.inject({
      method: "POST",
      url: "/auth/register",
      headers: json,
      payload: registration,
    }),
    await app.inject({
      method: "POST",
      url: "/auth/login",
      headers: json,
      payload: { email: owner.email, password: canary },
    }),
    await app.inject({
      method: "GET",
      url: `/auth/verify-email/${canary.padEnd(43, "x")}`,
      headers: json,
    }),
    await app.inject({
      method: "GET",
      url: credentials,
      headers: {
        ...json,
        cookie: `sid=${canary}; csrf=${canary}`,
        authorization: `Bearer ${canary}`,
      },
    }),
    await app.inject({
      method: "POST",
      url: credentials,
      headers: { ...json, cookie: `sid=${sid}`, "x-csrf-token": canary },
      payload: { name: "x", publicKey: "y" },
    }),
    await app.inject({
      method: "POST",
      url: credentials,
      headers: { ...json, cookie: `sid=${sid}`, "x-csrf-token": csrf },
      payload: { name: "x", publicKey: privateKey },
    }),
  ];
  expect(responses.map((response) => response.statusCode)).toEqual([201, 401, 400, 401, 401, 422]);
  for (const response of responses) expect(response.payload).not.toContain(canary);
  expect(lines.length).toBeGreaterThan(responses.length);
  for (const secret of [canary, sid, csrf])
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  const written = await env.db.withSystemRole("a test searches for secrets", (tx) =>
    tx.many<{
      text: string;
    }>(sql`SELECT e::text AS text FROM audit_event e UNION ALL SELECT r::text FROM idempotency_record r
      UNION ALL SELECT u::text FROM user_account u UNION ALL SELECT j::text FROM scheduled_job j`),
  );
  const jobs = await env.db.owner.query<{ text: string }>(
    "SELECT j::text AS text FROM graphile_worker._private_jobs j",
  );
  for (const { text } of [...written, ...jobs.rows]) expect(text).not.toContain(canary);
  await app.close();
});
