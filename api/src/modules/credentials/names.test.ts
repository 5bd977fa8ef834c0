/** Names of keys, and the error for a key that already exists. */
import { readdir, readFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import pg from "pg";
import { runMigrations } from "graphile-worker";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { z } from "zod";
import { api } from "#contracts/api.ts";
import { createUser, createWorkspace, type TestUser } from "../../testing/users.ts";
import { newPublicKey } from "../../testing/ssh-keys.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
});
afterAll(() => env.stop());

let testCount = 0;
async function fresh() {
  testCount += 1;
  const { handle } = await createWorkspace(env, owner, `names-${testCount}-ws`);
  const path = { workspace: handle };
  return (name: string, publicKey = newPublicKey()) =>
    owner.client.call(api.credentials.create, { path, body: { name, publicKey } });
}

const Existing = z.object({ id: z.string(), name: z.string() }).optional();
const Problem = z.object({
  errors: z.record(z.string(), z.array(z.object({ code: z.string(), existing: Existing }))),
});
const problemOf = (json: unknown, field: string) => Problem.parse(json).errors[field]?.[0];

test("a key's name is unique in its workspace regardless of case; another workspace may use it", async () => {
  const add = await fresh();
  const first = (await add("Laptop")).data;
  for (const name of ["Laptop", "laptop", " LAPTOP "]) {
    const repeated = await add(name);
    expect([repeated.status, repeated.fields]).toEqual([422, { name: "taken" }]);
    expect(problemOf(repeated.json, "name")?.existing).toEqual({ id: first.id, name: "Laptop" });
  }
  expect((await add("laptop 2")).status).toBe(201);
  expect((await (await fresh())("laptop")).status).toBe(201);
});

test("of many concurrent additions with one name exactly one succeeds", async () => {
  const add = await fresh();
  const responses = await Promise.all(Array.from({ length: 6 }, () => add("laptop")));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
});

test("N05: rejects an existing key with the name and id of the existing one", async () => {
  const add = await fresh();
  const key = newPublicKey("first");
  const first = (await add("laptop", key)).data;
  for (const [name, publicKey] of [
    ["ci", key],
    ["ci", key.replace(/first$/, "another comment")],
    ["laptop", key],
  ] as const) {
    const repeated = await add(name, publicKey);
    expect([repeated.status, repeated.fields]).toEqual([422, { publicKey: "already_added" }]);
    expect(problemOf(repeated.json, "publicKey")?.existing).toEqual({
      id: first.id,
      name: "laptop",
    });
  }
  expect((await (await fresh())("ci", key)).status).toBe(201);
});

test("N26: rejects names shaped like an id, for keys and projects", async () => {
  const add = await fresh();
  const id = "0197c9a2-1111-7111-8111-aaaaaaaaaaaa";
  const rejected = await add(id);
  expect([rejected.status, rejected.fields]).toEqual([422, { name: "id_shape" }]);
  const path = { workspace: `names-${testCount}-ws` };
  const { create, update } = api.projects;
  const project = await owner.client.call(create, { path, body: { name: id.toUpperCase() } });
  expect([project.status, project.fields]).toEqual([422, { name: "id_shape" }]);
  const web = (await owner.client.call(create, { path, body: { name: "Web" } })).data;
  const renamed = await owner.client.call(update, {
    path: { ...path, project: web.id },
    body: { name: id },
  });
  expect([renamed.status, renamed.fields]).toEqual([422, { name: "id_shape" }]);
});

/** A database from before key names had to be unique. */
async function olderDatabase() {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const urlOf = (database: string) => {
    const url = new URL(inject("postgresOwnerUrl"));
    url.pathname = `/${database}`;
    return url.href;
  };
  const postgres = new pg.Client({ connectionString: urlOf("postgres") });
  await postgres.connect();
  await postgres.query(`CREATE DATABASE ${name}`);
  await runMigrations({ connectionString: urlOf(name) });
  const client = new pg.Client({ connectionString: urlOf(name) });
  await client.connect();
  const folder = new URL("../../../migrations/", import.meta.url);
  const migrate = async (isMeant: (file: string) => boolean) => {
    for (const file of (await readdir(folder)).filter(isMeant).sort()) {
      const text = await readFile(new URL(file, folder), "utf8");
      await client.query("BEGIN");
      await client.query(text);
      await client.query("COMMIT");
    }
  };
  await migrate((file) => file < "010");
  return {
    client,
    bringUpToDate: () => migrate((file) => file.startsWith("010")),
    [Symbol.asyncDispose]: async () => {
      await client.end();
      await postgres.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await postgres.end();
    },
  };
}

test("duplicate names get a number when they become unique; the first keeps its name", async () => {
  await using database = await olderDatabase();
  const { client } = database;
  const [here, there, user] = [randomUUID(), randomUUID(), randomUUID()];
  await client.query("SET ROLE boreal_system");
  await client.query(
    `INSERT INTO user_account (id, email, email_key, status, first_name, last_name, locale, timezone, is_over_18, created_at, updated_at)
     VALUES ($1, 'a@b.test', 'a@b.test', 'active', 'A', 'B', 'en', 'UTC', true, now(), now())`,
    [user],
  );
  for (const [id, handle] of [
    [here, "here"],
    [there, "there"],
  ])
    await client.query(
      "INSERT INTO workspace (id, handle, name, colour, created_at, updated_at) VALUES ($1, $2, $2, '#000000', now(), now())",
      [id, handle],
    );
  const long = "x".repeat(64);
  const names = ["laptop", "Laptop", "laptop (2)", "LAPTOP", long, long, "ci"];
  const rows: [workspace: string, name: string][] = [
    ...names.map((name): [string, string] => [here, name]),
    [there, "laptop"],
  ];
  for (const [at, [workspace, name]] of rows.entries())
    await client.query(
      `INSERT INTO credential (id, workspace_id, name, type, public_key, fingerprint_sha256, created_by, created_at, updated_at)
       VALUES ($1, $2, $3, 'ssh-ed25519', 'key', $4, $5, timestamptz '2026-05-15' + $6 * interval '1 second', now())`,
      [randomUUID(), workspace, name, `fingerprint ${at}`, user, at],
    );
  await client.query("RESET ROLE");
  await database.bringUpToDate();
  await client.query("SET ROLE boreal_system");
  const found = await client.query<{ name: string }>(
    "SELECT name FROM credential ORDER BY created_at",
  );
  expect(found.rows.map(({ name }) => name)).toEqual([
    "laptop",
    "Laptop (3)",
    "laptop (2)",
    "LAPTOP (4)",
    long,
    `${"x".repeat(60)} (2)`,
    "ci",
    "laptop",
  ]);
});
