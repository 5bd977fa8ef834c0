import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { api } from "#contracts/api.ts";
import { type Draft, type Field, toField, buildRequest, fieldKeyForProblem } from "./fields.ts";
import { bodyProperties, Schema } from "./schema.ts";

const bodyOf = (schema: z.ZodType): Field[] => {
  const json = Schema.parse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  return bodyProperties(json).map(({ name, schema: part, required }) =>
    toField("body", name, part, required),
  );
};
const kinds = (fields: readonly Field[]) =>
  Object.fromEntries(fields.map(({ name, kind, required }) => [name, [kind, required]]));
const project = toField("path", "project", { type: "string" }, true);

test("derives a suitable field for each property of a body", () => {
  expect(kinds(bodyOf(api.projects.create.body))).toEqual({
    name: ["text", true],
    description: ["text", false],
    colour: ["choice", false],
  });
  const token = bodyOf(api.tokens.create.body);
  expect(kinds(token)).toMatchObject({
    scopes: ["json", true],
    projectIds: ["json", false],
    expiresInDays: ["number", false],
  });
  expect(token.find(({ name }) => name === "projectIds")?.type).toBe("array | null");
});

test("sends typed values with their types and omits empty ones", () => {
  const fields = bodyOf(api.tokens.create.body);
  const draft = {
    "body.name": "deploy",
    "body.scopes": `["instance.view"]`,
    "body.expiresInDays": " 30 ",
    "body.projectIds": "null",
  };
  expect(buildRequest(fields, draft, "acme")).toEqual({
    input: {
      path: { workspace: "acme" },
      query: {},
      body: { name: "deploy", scopes: ["instance.view"], expiresInDays: 30, projectIds: null },
    },
    faults: {},
  });
});

test("a boolean is a switch, a query value is text, and a body without properties is one JSON field", () => {
  const fields = [
    toField("body", "enabled", { type: "boolean" }, true),
    toField("body", "off", { type: "string", const: "off" }, false),
    toField("query", "page", { type: "string" }, false),
  ];
  const draft = { "body.enabled": "false", "body.off": "off", "query.page": "2" };
  expect(buildRequest(fields, draft, null).input).toEqual({
    path: {},
    query: { page: "2" },
    body: { enabled: false, off: "off" },
  });
  const whole = [toField("body", "", {}, true)];
  expect(buildRequest(whole, { body: "[1]" }, null).input).toMatchObject({ body: [1] });
});

test("a required switch that was not touched is off", () => {
  const fields = [
    toField("body", "enabled", { type: "boolean" }, true),
    toField("body", "other", { type: "boolean" }, false),
  ];
  expect(fields.map(({ kind }) => kind)).toEqual(["switch", "switch"]);
  expect(buildRequest(fields, {}, null)).toEqual({
    input: { path: {}, query: {}, body: { enabled: false } },
    faults: {},
  });
});

const queryOf = (schema: z.ZodType): Field[] => {
  const json = Schema.parse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  return Object.entries(json.properties ?? {}).map(([name, part]) =>
    toField("query", name, part, false),
  );
};

test("query values have their choices and bounds, and are sent as text", () => {
  const fields = queryOf(api.instances.list.query);
  expect(kinds(fields)).toMatchObject({
    page: ["number", false],
    perPage: ["number", false],
    status: ["choices", false],
    orderBy: ["choice", false],
    search: ["text", false],
  });
  expect(fields.find(({ name }) => name === "orderBy")?.options).toContain("-hostname");
  const draft = {
    "query.perPage": "20",
    "query.status": "active,stopped",
    "query.orderBy": "-hostname",
  };
  expect(buildRequest(fields, draft, null)).toMatchObject({
    input: { query: { perPage: "20", status: "active,stopped", orderBy: "-hostname" } },
    faults: {},
  });
  expect(
    buildRequest(fields, { "query.perPage": "101", "query.status": "active,on" }, null).faults,
  ).toEqual({
    "query.perPage": { kind: "range", minimum: 1, maximum: 100 },
    "query.status": { kind: "choice" },
  });
});

test("ids are picked from the list of their kind", () => {
  const lookups = Object.fromEntries(
    bodyOf(api.instances.order.body).map(({ name, lookup }) => [name, lookup]),
  );
  expect(lookups).toMatchObject({
    region: "regions",
    virtualProduct: "products",
    operatingsystem: "images",
    workspaceCredential: "credentials",
    projectId: "projects",
    priceSnapshotId: "prices",
    hostname: null,
  });
  const path = { type: "string" };
  expect(toField("path", "token", path, true, "tokens.view").lookup).toBe("tokens");
  expect(toField("path", "token", path, true, "tokens.removeOwn").lookup).toBe("ownTokens");
  expect(toField("path", "constructor", path, true).lookup).toBeNull();
});

test.each<[field: Field, text: string, kind: string]>([
  [project, "", "required"],
  [project, ".", "dots"],
  [project, "..", "dots"],
  [toField("body", "days", { type: "integer" }, false), "ten", "number"],
  [toField("body", "days", { type: "integer" }, false), "0x10", "number"],
  [toField("body", "days", { type: "integer" }, false), "1.5", "whole"],
  [toField("body", "days", { type: "integer", minimum: 1 }, false), "0", "range"],
  [toField("body", "id", { type: "string", format: "uuid" }, false), "vision", "uuid"],
  [toField("body", "ids", { type: "array" }, false), "[1,", "json"],
  [toField("body", "on", { type: "boolean" }, false), "maybe", "choice"],
])("%o is not filled by %j: %s", (field, text, kind) => {
  const { faults: errors } = buildRequest([field], { [field.key]: text }, null);
  expect(errors[field.key]).toMatchObject({ kind });
});

test("names missing path parameters in the URL", () => {
  expect(buildRequest([project], {}, "acme").input.path).toEqual({
    workspace: "acme",
    project: "PROJECT",
  });
});

test("restores a filled form from its URL", () => {
  const fields = bodyOf(api.projects.create.body);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (name, about) => {
      const draft: Draft = { "body.name": name, "body.description": about };
      const again = Object.fromEntries(new URLSearchParams({ ...draft }));
      expect(buildRequest(fields, again, null)).toEqual(buildRequest(fields, draft, null));
    }),
  );
});

test("maps a validation error to its field, also inside a list", () => {
  const fields = [project, ...bodyOf(api.tokens.create.body)];
  expect(fieldKeyForProblem(fields, "scopes.0")).toBe("body.scopes");
  expect(fieldKeyForProblem(fields, "project")).toBeNull();
  expect(fieldKeyForProblem([toField("body", "", {}, true)], "anything")).toBe("body");
});
