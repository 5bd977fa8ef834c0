/** T26: what is secret in a request is written down nowhere, and nothing of a request's body in a log. */
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

let world: TestEnvironment;
let owner: TestUser;
let admin: TestUser;
beforeAll(async () => {
  world = await startTestEnvironment({ signIn: true });
  owner = await createUser(world, "owner@northwind.test");
  await createWorkspace(world, owner, "northwind");
  admin = await createUser(world, "admin@boreal.test", { staffRole: "Admin" });
});
afterAll(() => world.stop());

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

/** A value of that shape with a canary wherever text is free. */
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

/** Every body a call may be sent: more than one where one of several attributes is changed. */
function bodiesOf(endpoint: Endpoint): unknown[] {
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

/** Everything the database holds, table by table, also what stands there as bytes. */
async function rowsWith(canary: string): Promise<string[]> {
  const tables = await world.db.owner.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname = 'public' OR schemaname = 'graphile_worker'`,
  );
  const hex = Buffer.from(canary).toString("hex");
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await world.db.owner.query<{ row: string }>(
      `SELECT t::text AS row FROM ${name} t WHERE t::text LIKE $1 OR t::text LIKE $2`,
      [`%${canary}%`, `%${hex}%`],
    );
    found.push(...rows.rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

test("no call writes a secret it was sent into the log, the database, a mail or an answer", {
  timeout: 120_000,
}, async () => {
  const lines: string[] = [];
  const app = await buildApp({
    ...minimalAppDeps(world),
    logger: createLogger("trace", { write: (line) => lines.push(line) }),
    emailStep: "always",
    ...(world.signIn !== null && { signIn: world.signIn.providers }),
  });
  const cookies: string[] = [];
  const statuses = new Map<string, number[]>();
  const send = async (endpoint: Endpoint, body: unknown, personId: string | null) => {
    const client = personId === null ? world.createClient() : await signIn(world, personId);
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
  const calls = allEndpoints.filter((one) => one.stream !== true && !one.id.startsWith("demo."));
  // After it the person is in no more.
  const isLast = (endpoint: Endpoint) => Number(endpoint.id === "account.deactivate");
  for (const endpoint of calls.toSorted((one, other) => isLast(one) - isLast(other))) {
    for (const body of bodiesOf(endpoint))
      for (const user of [null, owner.id, admin.id]) await send(endpoint, body, user);
  }
  await world.runDueJobs();

  // It says nothing unless calls came as far as their handlers.
  const succeeded = [...statuses.values()].filter((codes) => codes.some((code) => code < 300));
  expect(succeeded.length).toBeGreaterThan(25);
  expect(lines.length).toBeGreaterThan(statuses.size);
  const log = lines.join("");
  for (const written of [secret, plain, ...cookies]) expect(log.includes(written)).toBe(false);
  expect(await rowsWith(secret)).toEqual([]);
  expect(JSON.stringify(world.mail.messages())).not.toContain(secret);
  // The test can see what is there.
  expect(await rowsWith(plain)).not.toEqual([]);
  await app.close();
});
