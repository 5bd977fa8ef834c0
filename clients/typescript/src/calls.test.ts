/** The generated operations against the contracts they are generated from. */
import { expect, test } from "vitest";
import { allEndpoints } from "../../../contracts/src/api.ts";
import { tokenScopesFor } from "../../../contracts/src/tokens.ts";
import { scriptedServer } from "../testing/scripted-server.ts";
import { Boreal } from "./boreal.ts";

const tokenEndpoints = allEndpoints.filter((endpoint) => tokenScopesFor(endpoint).length > 0);
const publicReads = ["system.health", "system.openapi"];

/** The client's operation ids. */
function operationIds(boreal: Boreal): string[] {
  return Object.entries(boreal).flatMap(([resource, operations]) =>
    typeof operations === "object"
      ? Object.keys(operations).map((operation) => `${resource}.${operation}`)
      : [],
  );
}

test("has exactly the endpoints that accept access tokens and the public ones", () => {
  const expected = [...tokenEndpoints.map(({ id }) => id), ...publicReads];
  expect(operationIds(new Boreal({ url: "https://x" })).sort()).toEqual(expected.sort());
  expect(expected.length).toBeGreaterThan(20);
});

test.each(tokenEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s sends method, path and body of its contract, and an idempotency key if accepted",
  async (id, { method, path, body, idempotent }) => {
    await using server = await scriptedServer([{ json: {} }]);
    const boreal = new Boreal({ url: server.url, token: "gcw_x" });
    const [resource = "", operation = ""] = id.split(".");
    const names = [...path.matchAll(/:([a-zA-Z]+)/g)].map(([, name = ""]) => name);
    const input = {
      path: Object.fromEntries(names.map((name) => [name, `the ${name}`])),
      ...(body !== undefined && { body: { a: 1 } }),
    };
    await Reflect.get(Reflect.get(boreal, resource), operation)(input);
    const [request] = server.requests;
    expect(request).toMatchObject({
      method,
      path: path.replace(/:([a-zA-Z]+)/g, (_, name: string) => `the%20${name}`),
      body: body === undefined ? "" : '{"a":1}',
    });
    expect(request?.headers["idempotency-key"] !== undefined).toBe(idempotent === true);
  },
);
