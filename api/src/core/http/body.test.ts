/** Bodies that are cheap to send and expensive to parse. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints, api } from "#contracts/api.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { createUser, createWorkspace, type TestUser } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { bodyBounds, findBodyProblem } from "./body.ts";

const nested = (depth: number, inside = "") => `${"[".repeat(depth)}${inside}${"]".repeat(depth)}`;
const array = (values: number) => `[${Array.from({ length: values }, () => 1).join(",")}]`;
const keys = (count: number) =>
  `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(",")}}`;

describe("body limits", () => {
  test.each([
    ["as deep as allowed", nested(bodyBounds.depth)],
    ["as many values as allowed", array(bodyBounds.values)],
    ["as many keys as allowed", keys(bodyBounds.values)],
    ["brackets inside a string", JSON.stringify("[".repeat(60_000))],
    ["commas inside a string", JSON.stringify(`",${",".repeat(60_000)}`)],
    ["a quote behind backslashes", '{"a\\\\":"\\\\\\"[[","b":"\\\\"}'],
    ["the same key in two objects", '[{"a":1},{"a":{"a":2}}]'],
    ["a key that is another's value", '{"a":"b","b":"a"}'],
    ["not JSON", '{"a'],
  ])("%s: it may be parsed", (_, text) => {
    expect(findBodyProblem(text)).toBeNull();
  });

  test.each([
    ["too deep", nested(bodyBounds.depth + 1), "nested"],
    ["too deep in objects", `${'{"a":'.repeat(bodyBounds.depth + 1)}1`, "nested"],
    ["too many values", array(bodyBounds.values + 1), "values"],
    ["too many keys", keys(bodyBounds.values + 1), "values"],
    ["too many empty containers", `[${"[],".repeat(bodyBounds.values)}1]`, "values"],
    ["a key twice", '{"a":1,"b":2,"a":3}', '"a" occurs twice'],
    ["a key twice, once escaped", '{"name":1, "\\u006eame" : 3}', '"name" occurs twice'],
  ])("%s: it is rejected", (_, text, error) => {
    expect(findBodyProblem(text)?.message).toContain(error);
  });
});

describe("the server", () => {
  let env: TestEnvironment;
  let owner: TestUser;
  beforeAll(async () => {
    env = await startTestEnvironment({ demo: true });
    owner = await createUser(env, "owner@northwind.test");
    await createWorkspace(env, owner, "northwind");
  });
  afterAll(() => env.stop());

  const Problem = z.object({ code: z.string() });
  const numbers = Array.from({ length: 25_000 }, () => 1).join(",");
  /** 62 kB: 6,000 levels with 25,000 numbers inside. */
  const costly = `{"response":{"id":"x","inside":${nested(6_000, numbers)}}}`;

  test("rejects a deep and wide body of an unauthenticated client before parsing it", async () => {
    expect(costly.length).toBeLessThan(64 * 1024);
    const response = await env.createClient().send("POST", "/auth/passkey", costly);
    expect([response.status, Problem.parse(await response.json()).code]).toEqual([
      400,
      "bad_request",
    ]);
  });

  // A raw body is text: its handler verifies the signature over it first.
  const withBody = allEndpoints.filter(
    (endpoint) => endpoint.body !== undefined && endpoint.rawBody !== true,
  );
  const hostile = {
    deep: nested(6_000),
    wide: array(25_000),
    keys: keys(5_000),
    twice: '{"name":"a","name":"b"}',
    prototype: '{"__proto__":{"a":1}}',
    constructor: '{"constructor":{"prototype":{"a":1}}}',
  };
  test.each(withBody.map((endpoint) => [endpoint.id, endpoint] as const))(
    "%s rejects nested, wide or ambiguous bodies and prototype keys",
    async (_, endpoint: Endpoint) => {
      const path = endpoint.path.replaceAll(":workspace", "northwind").replace(/:[a-zA-Z]+/g, "x");
      for (const [kind, body] of Object.entries(hostile)) {
        const response = await owner.client.send(endpoint.method, path, body);
        expect([kind, response.status, Problem.parse(await response.json()).code]).toEqual([
          kind,
          400,
          "bad_request",
        ]);
      }
    },
  );

  test("does not accept out-of-range numbers", async () => {
    for (const seconds of ["1e400", "-1e400", "9".repeat(400), `0.${"1".repeat(60_000)}`]) {
      const body = `{"seconds":${seconds}}`;
      expect((await owner.client.send("POST", api.demo.moveClock.path, body)).status).toBe(422);
    }
  });

  test("names the field of text that cannot be stored, at any depth", async () => {
    const inside = `${'{"a":'.repeat(10)}"\\u0000"${"}".repeat(10)}`;
    const body = `{"response":{"id":"x","inside":${inside}}}`;
    const response = await env.createClient().send("POST", "/auth/passkey", body);
    const field = ["response", "inside", ...Array.from({ length: 10 }, () => "a")].join(".");
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { errors: { [field]: [{ code: "format" }] } },
    ]);
  });

  test("rejects the maximum number of query values and reports a hundred of them", async () => {
    const query = Array.from({ length: 1_000 }, (_, at) => `k${at}=`).join("&");
    const response = await owner.client.send(
      "GET",
      `/api/v1/workspaces/northwind/projects?${query}`,
    );
    const { errors } = z
      .object({ errors: z.record(z.string(), z.unknown()) })
      .parse(await response.json());
    expect([response.status, Object.keys(errors).length]).toEqual([422, 100]);
  });
});
