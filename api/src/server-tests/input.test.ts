/** Invalid input causes no harm. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "#contracts/api.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { createUser, createWorkspace, type TestUser } from "../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
const list = "/api/v1/workspaces/northwind/projects";
beforeAll(async () => {
  env = await startTestEnvironment({ demo: true });
  owner = await createUser(env, "owner@northwind.test");
  await createWorkspace(env, owner, "northwind");
});
afterAll(() => env.stop());

const Problem = z.object({
  code: z.string().optional(),
  errors: z.record(z.string(), z.array(z.object({ code: z.string() }))).optional(),
});
async function readProblem(response: Response) {
  const { code, errors } = Problem.parse(await response.json());
  return {
    status: response.status,
    code: code ?? null,
    fields: Object.fromEntries(
      Object.entries(errors ?? {}).map(([field, problems]) => [field, problems[0]?.code]),
    ),
  };
}
const post = async (body: string) => readProblem(await owner.client.send("POST", list, body));
const rejectedBody = { status: 400, code: "bad_request", fields: {} };

describe("a body", () => {
  test.each([
    "",
    "{",
    "nul",
    '{"name": "x"',
    "{'name': 'x'}",
    '{"name": undefined}',
    "\u0000",
    '{"a":NaN}',
  ])("that is not JSON (%j) is rejected as such", async (body) => {
    expect(await post(body)).toEqual(rejectedBody);
  });

  test.each(["[]", "null", "7", '"text"', "true"])(
    "that is JSON but not an object (%s) is a validation error",
    async (body) => {
      expect((await post(body)).status).toBe(422);
    },
  );

  test("with an unknown field is rejected under the field's name", async () => {
    expect(await post('{"name":"x","isDefault":true,"workspace_id":"y"}')).toEqual({
      status: 422,
      code: null,
      fields: { isDefault: "unknown_field", workspace_id: "unknown_field" },
    });
  });

  test.each([
    '{"__proto__":{"polluted":1},"name":"x"}',
    '{"constructor":{"prototype":{"polluted":1}},"name":"x"}',
    '{"name":"x","colour":{"__proto__":{"polluted":1}}}',
    '{"\\u005f_proto__":{"polluted":1}}',
  ])("that reaches for every object's prototype (%s) changes none", async (body) => {
    expect(await post(body)).toEqual(rejectedBody);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  test("with unlimited nesting is rejected without harm", async () => {
    const depth = 20_000;
    const response = await post(`{"name":${"[".repeat(depth)}${"]".repeat(depth)}}`);
    expect([400, 422]).toContain(response.status);
    expect((await owner.client.send("GET", list)).status).toBe(200);
  });

  test.each(["a\\u0000b", "a\\ud800b", "\\udfff"])(
    "with invalid text (%s) is rejected at its field",
    async (text) => {
      expect((await post(`{"name":"${text}"}`)).fields).toHaveProperty("name");
      expect((await post(`{"name":"fine","description":"${text}"}`)).fields).toHaveProperty(
        "description",
      );
    },
  );
});

describe("a query", () => {
  const get = async (query: string) =>
    readProblem(await owner.client.send("GET", `${list}?${query}`));
  test.each([
    "search=a&search=b",
    "orderBy=name&orderBy=name",
    "unknown=1",
    "__proto__=1",
    "constructor=1",
    "search[]=a",
    "search[a]=b",
    "orderBy=id",
    "orderBy=pg_sleep(5)",
  ])("?%s is rejected on its field", async (query) => {
    expect((await get(query)).status).toBe(422);
  });

  test.each(["search=%00", "search=a%00b"])(
    "?%s contains invalid text and is rejected",
    async (query) => {
      expect([400, 422]).toContain((await get(query)).status);
    },
  );

  test("with truncated characters is not an internal error", async () => {
    expect((await owner.client.send("GET", `${list}?search=%ff%fe`)).status).toBeLessThan(500);
    expect((await owner.client.send("GET", "/api/v1/workspaces/%ff/projects")).status).toBeLessThan(
      500,
    );
    expect((await owner.client.send("GET", "/api/v1/workspaces/%00/projects")).status).toBeLessThan(
      500,
    );
  });

  test("that contains SQL is searched for literally", async () => {
    const response = await owner.client.send(
      "GET",
      `${list}?search=${encodeURIComponent("' OR 1=1; SELECT pg_sleep(5) --")}`,
    );
    expect(z.object({ data: z.array(z.unknown()) }).parse(await response.json()).data).toEqual([]);
  });
});

const secretField =
  /"(?:password|passwordHash|password_hash|token_hash|salt|secret|totpSecret|totp_secret)"\s*:\s*"/;
/** The secret of a second factor is shown once, to the user who enables it. */
const handsOutSecrets: ReadonlySet<string> = new Set(["auth.newSecret", "account.newSecret"]);

describe("any input", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom(
      "",
      " ",
      "null",
      "\0",
      "\ud800",
      "%00",
      "'; --",
      "../..",
      "1e400",
      "9223372036854775808",
      "-1",
      "2026-13-45T99:99:99Z",
      "01890000-0000-7000-8000-000000000000",
      "x".repeat(5000),
    ),
  );
  const value = fc.oneof(
    text,
    fc.jsonValue(),
    fc.constantFrom(null, true, -1, 0, 1e308, 9007199254740992, [], {}),
    fc.array(text, { maxLength: 30 }),
  );
  const Properties = z.object({ properties: z.record(z.string(), z.unknown()).optional() });
  const keysOf = (schema: z.ZodType | undefined) =>
    schema === undefined
      ? []
      : Object.keys(
          Properties.parse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }))
            .properties ?? {},
        );
  const some = <T>(keys: readonly string[], of: fc.Arbitrary<T>) =>
    keys.length === 0
      ? fc.constant({})
      : fc.dictionary(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...keys) }, text), of, {
          maxKeys: keys.length + 1,
        });

  /** Signing out would end the session of the test; a stream has no end to wait for. */
  const fuzzed = allEndpoints.filter(
    (endpoint) => endpoint.id !== "auth.logout" && endpoint.stream !== true,
  );
  const request = (endpoint: Endpoint) =>
    fc.record({
      body: some(keysOf(endpoint.body), value),
      query: some(keysOf(endpoint.query), text),
      name: text,
    });

  test.each(fuzzed.map((endpoint) => [endpoint.id, endpoint] as const))(
    "%s responds according to its contract or rejects, and never fails internally",
    { timeout: 60_000 },
    async (_, endpoint) => {
      await fc.assert(
        fc.asyncProperty(request(endpoint), async ({ body, query, name }) => {
          const path = endpoint.path
            .replaceAll(":workspace", "northwind")
            .replace(/:[a-zA-Z]+/g, () => encodeURIComponent(name.toWellFormed()) || "x");
          const search = new URLSearchParams(
            Object.entries(query).map(([key, one]): [string, string] => [key, String(one)]),
          );
          const response = await owner.client.send(
            endpoint.method,
            `${path}?${search}`,
            endpoint.body === undefined ? undefined : body,
          );
          const text = await response.text();
          expect(response.status, text).toBeLessThan(500);
          const mayShowSecret = handsOutSecrets.has(endpoint.id) && response.status === 200;
          if (!mayShowSecret) expect(text).not.toMatch(secretField);
          if (
            response.status >= 200 &&
            response.status < 300 &&
            text !== "" &&
            response.headers.get("content-type")?.startsWith("application/json") === true
          ) {
            expect(endpoint.response.safeParse(JSON.parse(text)).error).toBeUndefined();
          }
        }),
        { numRuns: 40 },
      );
    },
  );
});
