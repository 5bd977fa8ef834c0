/** T26: secrets of a request are stored nowhere, and no part of a request's body is logged. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { AttributeUpdate } from "#contracts/account.ts";
import { allEndpoints } from "#contracts/api.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { buildApp } from "../app.ts";
import { minimalAppDeps } from "../testing/app-deps.ts";
import { createUser, createWorkspace, type TestUser, signIn } from "../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../testing/test-environment.ts";
import { createLogger } from "../core/lib/logger.ts";

let env: TestEnvironment;
let owner: TestUser;
let admin: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment({ signIn: true });
  owner = await createUser(env, "owner@northwind.test");
  await createWorkspace(env, owner, "northwind");
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
});
afterAll(() => env.stop());

const secret = "canary-secret-91bc";
const plain = "canary-plain-77de";
const secretFields = new Set([
  "password",
  "currentPassword",
  "token",
  "otpToken",
  "otpSecret",
  "authorizationCode",
  "state",
  "id",
]);

const Shape: z.ZodType<Shape> = z.looseObject({
  properties: z
    .record(
      z.string(),
      z.lazy(() => Shape),
    )
    .optional(),
  anyOf: z.array(z.lazy(() => Shape)).optional(),
  oneOf: z.array(z.lazy(() => Shape)).optional(),
  items: z.lazy(() => Shape).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
});
interface Shape {
  properties?: Record<string, Shape> | undefined;
  anyOf?: Shape[] | undefined;
  oneOf?: Shape[] | undefined;
  items?: Shape | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  type?: string | string[] | undefined;
  format?: string | undefined;
}

/** A value of that schema with a canary in every free text. */
function filled(shape: Shape, field: string): unknown {
  const option = shape.anyOf?.[0] ?? shape.oneOf?.[0];
  if (option !== undefined) return filled(option, field);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum !== undefined) return shape.enum[0];
  if (shape.properties !== undefined)
    return Object.fromEntries(
      Object.entries(shape.properties).map(([name, inner]) => [name, filled(inner, name)]),
    );
  if (shape.type === "array") return [filled(shape.items ?? {}, field)];
  if (shape.type === "boolean") return true;
  if (shape.type === "integer" || shape.type === "number") return 1;
  if (field === "email") return `${plain}@northwind.test`;
  if (field === "locale") return "en";
  if (field === "timezone") return "UTC";
  if (shape.format === "date") return "1990-05-04";
  return secretFields.has(field) ? secret : plain;
}

const shapeOf = (schema: z.ZodType): Shape =>
  Shape.parse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));

/** Every body of an endpoint: several if one of several attributes is changed. */
function bodiesFor(endpoint: Endpoint): unknown[] {
  if (endpoint.body === undefined) return [undefined];
  if (endpoint.id !== "account.update") return [filled(shapeOf(endpoint.body), "")];
  return AttributeUpdate.options.map((option) => filled(shapeOf(option), ""));
}

const inPath = (): Record<string, string> => ({
  workspace: "northwind",
  user: owner.id,
  provider: "google",
  handle: "a-free-handle",
  token: secret.padEnd(43, "x"),
});
const someId = "01890000-0000-7000-8000-000000000000";

function addressOf(endpoint: Endpoint): string {
  const known = inPath();
  const path = endpoint.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => known[name] ?? someId);
  const names =
    endpoint.query === undefined ? [] : Object.keys(shapeOf(endpoint.query).properties ?? {});
  const query = new URLSearchParams(names.map((name) => [name, plain]));
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The whole database, table by table, including bytes. */
async function rowsWith(canary: string): Promise<string[]> {
  const tables = await env.db.owner.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname = 'public' OR schemaname = 'graphile_worker'`,
  );
  const hex = Buffer.from(canary).toString("hex");
  const matches: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await env.db.owner.query<{ row: string }>(
      `SELECT t::text AS row FROM ${name} t WHERE t::text LIKE $1 OR t::text LIKE $2`,
      [`%${canary}%`, `%${hex}%`],
    );
    matches.push(...rows.rows.map(({ row }) => `${name}: ${row}`));
  }
  return matches;
}

test("no endpoint writes a secret from a request into the log, the database, an email or a response", {
  timeout: 120_000,
}, async () => {
  const lines: string[] = [];
  const app = await buildApp({
    ...minimalAppDeps(env),
    logger: createLogger("trace", { write: (line) => lines.push(line) }),
    emailStep: "always",
    ...(env.signIn !== null && { signIn: env.signIn.providers }),
  });
  const cookies: string[] = [];
  const statuses = new Map<string, number[]>();
  const send = async (endpoint: Endpoint, body: unknown, userId: string | null) => {
    const client = userId === null ? env.createClient() : await signIn(env, userId);
    const sid = client.cookies.get("sid");
    const csrf = client.cookies.get("csrf");
    if (sid !== undefined) cookies.push(sid);
    const response = await app.inject({
      method: endpoint.method,
      url: addressOf(endpoint),
      headers: {
        accept: "application/json",
        ...(sid === undefined
          ? { cookie: `sid=${secret}`, "x-csrf-token": secret }
          : { cookie: `sid=${sid}; csrf=${csrf}`, "x-csrf-token": csrf }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    expect([endpoint.id, response.payload.includes(secret)]).toEqual([endpoint.id, false]);
    expect([endpoint.id, response.statusCode < 500]).toEqual([endpoint.id, true]);
    statuses.set(endpoint.id, [...(statuses.get(endpoint.id) ?? []), response.statusCode]);
  };
  const endpoints = allEndpoints.filter(
    (one) => one.stream !== true && !one.id.startsWith("demo."),
  );
  // After it the user is signed out.
  const isLast = (endpoint: Endpoint) => Number(endpoint.id === "account.deactivate");
  for (const endpoint of endpoints.toSorted((one, other) => isLast(one) - isLast(other))) {
    for (const body of bodiesFor(endpoint))
      for (const user of [null, owner.id, admin.id]) await send(endpoint, body, user);
  }
  await env.runDueJobs();

  // The test proves nothing unless requests reach their handlers.
  const succeeded = [...statuses.values()].filter((codes) => codes.some((code) => code < 300));
  expect(succeeded.length).toBeGreaterThan(25);
  expect(lines.length).toBeGreaterThan(statuses.size);
  const log = lines.join("");
  for (const written of [secret, plain, ...cookies]) expect(log.includes(written)).toBe(false);
  expect(await rowsWith(secret)).toEqual([]);
  expect(JSON.stringify(env.mail.messages())).not.toContain(secret);
  // Proves that the test can find what is there.
  expect(await rowsWith(plain)).not.toEqual([]);
  await app.close();
});
