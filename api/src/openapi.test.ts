/** Compares the API document with the endpoints it is generated from. */
import { expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "#contracts/api.ts";
import { openApiDocument } from "./openapi.ts";

const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(["path", "query", "header"]),
      required: z.boolean(),
      schema: z.looseObject({ description: z.string().optional() }),
    }),
  ),
  requestBody: z.unknown().optional(),
  responses: z.record(z.string(), z.object({ description: z.string() }).loose()),
  "x-access": z.unknown(),
  "x-changes": z.unknown().optional(),
});
const Document = z.object({
  openapi: z.string(),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});
const document = Document.parse(openApiDocument());
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    operation,
  })),
);
const operationOf = (id: string) => {
  const found = operations.find(({ operation }) => operation.operationId === id);
  if (found === undefined) throw new Error(`${id} is not documented`);
  return found;
};

test("documents exactly the declared endpoints", () => {
  expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(
    allEndpoints.map((endpoint) => endpoint.id).sort(),
  );
});

test.each(allEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s is documented at its path, with its status and parameters",
  (id, endpoint) => {
    const { path, method, operation } = operationOf(id);
    expect(`${method} ${path}`).toBe(
      `${endpoint.method} ${endpoint.path.replace(/:([a-zA-Z]+)/g, "{$1}")}`,
    );
    expect(operation.summary).toBe(endpoint.summary);
    const named = (place: string) =>
      operation.parameters
        .filter((parameter) => parameter.in === place)
        .map((parameter) => parameter.name);
    expect(named("path")).toEqual(
      [...endpoint.path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => name),
    );
    expect(named("header").includes("Idempotency-Key")).toBe(endpoint.idempotent === true);
    expect(operation.requestBody !== undefined).toBe(endpoint.body !== undefined);
    const success = endpoint.response instanceof z.ZodNull ? 204 : (endpoint.status ?? 200);
    expect(Object.keys(operation.responses)).toContain(String(success));
  },
);

test("a mutation by a session requires the CSRF token, and lists the scopes of a token", () => {
  const securityOf = (id: string) => operationOf(id).operation.security;
  expect(securityOf("projects.create")).toEqual([
    { session: [], csrf: [] },
    { token: ["project.create"] },
  ]);
  expect(securityOf("projects.list")).toEqual([{ session: [] }, { token: ["project.view"] }]);
  expect(securityOf("tokens.create")).toEqual([{ session: [], csrf: [] }]);
  expect(securityOf("catalogue.offer")).toEqual([
    { session: [] },
    { token: ["instance.view"] },
    { token: ["instance.create"] },
  ]);
  expect(operationOf("auth.login").operation.security).toEqual([{}]);
  // With or without a session; with one, a mutation requires its CSRF token.
  for (const id of ["auth.logout", "auth.refresh"])
    expect(securityOf(id)).toEqual([{ session: [], csrf: [] }, {}]);
  expect(securityOf("auth.self")).toEqual([{ session: [] }, {}]);
});

test("numbers of a list query are documented with their format in the query", () => {
  expect(
    operationOf("projects.list").operation.parameters.map((parameter) => parameter.name),
  ).toEqual(
    expect.arrayContaining([
      "workspace",
      "page",
      "perPage",
      "after",
      "before",
      "search",
      "orderBy",
    ]),
  );
});

test("required query parameters are marked, and enumerations list their values", () => {
  const queryOf = (id: string) =>
    operationOf(id).operation.parameters.filter((parameter) => parameter.in === "query");
  const estimate = queryOf("billing.estimatedCost");
  expect(estimate.filter(({ required }) => required).map(({ name }) => name)).toEqual(["product"]);
  const list = queryOf("instances.list");
  expect(list.some(({ required }) => required)).toBe(false);
  const described = (name: string) => list.find((one) => one.name === name)?.schema.description;
  expect(described("variants")).toBe(
    "One or more of virtual_machine, bare_metal, separated by commas",
  );
  expect(described("orderBy")).toContain("hostname, createdAt, status");
});

test("every endpoint documents 429 and Retry-After", () => {
  for (const { operation } of operations)
    expect(operation.responses["429"]).toMatchObject({
      headers: { "Retry-After": { schema: { type: "integer" } } },
    });
});

test("a file response is documented with its media type, and required query parameters are marked", () => {
  const { operation } = operationOf("activity.exportOwn");
  expect(operation.responses["200"]).toMatchObject({
    content: { "text/csv": { schema: { type: "string", format: "binary" } } },
  });
  for (const endpoint of allEndpoints) {
    if (endpoint.query === undefined) continue;
    const isComplete = endpoint.query.safeParse({}).success;
    const needed = operationOf(endpoint.id).operation.parameters.filter(
      (parameter) => parameter.in === "query" && parameter.required,
    );
    expect(needed.length === 0, endpoint.id).toBe(isComplete);
  }
});

test("documents access rules and mutating GETs in machine-readable form", () => {
  expect(operationOf("projects.create").operation).toMatchObject({
    "x-access": { kind: "can", permission: "project.create" },
  });
  expect(operationOf("system.health").operation).toMatchObject({ "x-access": { kind: "open" } });
  for (const endpoint of allEndpoints)
    expect(operationOf(endpoint.id).operation["x-changes"] === true, endpoint.id).toBe(
      endpoint.mutates === true,
    );
});

test("each exported schema is one component, and bodies and responses refer to it by its name", () => {
  const jsonOf = (schema: unknown) => ({ content: { "application/json": { schema } } });
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  expect(operationOf("projects.create").operation).toMatchObject({
    requestBody: jsonOf(ref("ProjectCreate")),
    responses: { 201: jsonOf(ref("Project")), 422: jsonOf(ref("FieldProblems")) },
  });
  expect(operationOf("instances.list").operation.responses["200"]).toMatchObject(
    jsonOf({
      properties: { data: { type: "array", items: ref("Instance") }, meta: ref("PageMeta") },
    }),
  );
  const { schemas } = document.components;
  expect(schemas["Instance"]).toMatchObject({
    properties: {
      costSoFar: ref("Money"),
      status: ref("InstanceStatus"),
      createdAt: { format: "date-time" },
    },
  });
  const isMoney = (_: string, value: unknown) =>
    JSON.stringify(value)?.startsWith('{"type":"object","properties":{"cents":') ? "money" : value;
  expect(JSON.stringify(document, isMoney).match(/"money"/g)).toHaveLength(1);
});

test("each reference has its component, and each component is used", () => {
  const referenced = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  expect([...new Set([...referenced].map(([, name]) => name))].sort()).toEqual(
    Object.keys(document.components.schemas),
  );
});

test("names the values of texts and the staff roles that may call an endpoint while acting as a customer", () => {
  const parameter = (id: string, name: string) =>
    operationOf(id).operation.parameters.find((each) => each.name === name)?.schema;
  expect(parameter("instances.list", "perPage")).toMatchObject({
    "x-range": { minimum: 1, maximum: 100 },
  });
  expect(parameter("projects.list", "orderBy")).toMatchObject({
    "x-choices": ["name", "-name", "createdAt", "-createdAt"],
  });
  expect(parameter("tokens.list", "status")).toMatchObject({
    "x-choices": ["active", "expired", "revoked"],
    "x-multiple": true,
  });
  expect(operationOf("workspaces.list").operation["x-access"]).toEqual({
    kind: "self",
    whileImpersonating: ["Admin", "BusinessAdmin", "Support"],
  });
  expect(operationOf("sessions.list").operation["x-access"]).toEqual({ kind: "self" });
});
