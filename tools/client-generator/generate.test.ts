import { expect, test } from "vitest";
import { openApiDocument } from "#api/openapi.ts";
import { generateClient } from "./generate.ts";
import { listOperations } from "./operations.ts";

const text = generateClient(openApiDocument());

test("the same document gives the same text, and a component is written once, by its name", () => {
  expect(generateClient(openApiDocument())).toBe(text);
  expect(text.match(/export interface Instance \{/g)).toHaveLength(1);
  expect(text).toContain("send<Page<Instance>>");
  expect(text).toContain("  total: Money;");
  expect(text).not.toContain("{ cents: number");
});

test("a required query value is required in the input, and an optional one may be left out", () => {
  expect(text).toMatch(
    /interface BillingEstimatedCostInput \{\n.*\n {2}query: \{ product: string; /,
  );
  expect(text).toMatch(
    /interface ProjectsListInput \{\n.*\n {2}query\?: \{ page\?: number \| string/,
  );
  expect(text).toContain("offer: (input: CatalogueOfferInput = {}, options");
  expect(text).toContain("create: (input: ProjectsCreateInput, options");
});

test("the comment of a method names the scope it needs", () => {
  expect(text).toContain("/** Create a project. Scope: `project.create`. */");
  expect(text).toContain("Scope: `instance.view` or `instance.create`. */");
  expect(text).toMatch(/used for this request and its workspace\. Any scope will do\. \*\//);
});

const operation = {
  operationId: "widgets.remove",
  summary: "Remove a widget",
  security: [{ token: ["widget.remove"] }],
  parameters: [],
  responses: { 204: { description: "Done" }, "4XX": {} },
};

test("a 204 returns nothing, and an operation that accepts no token is left out", () => {
  const document = {
    components: { schemas: {} },
    paths: {
      "/widgets": {
        delete: operation,
        get: { ...operation, operationId: "widgets.view", security: [{ session: [] }] },
      },
    },
  };
  expect(listOperations(document).map(({ id }) => id)).toEqual(["widgets.remove"]);
  expect(generateClient(document)).toContain("this.send<void>(");
});

test("a response that is a file is its bytes", () => {
  const content = { "application/pdf": { schema: { type: "string", format: "binary" } } };
  const get = { ...operation, responses: { 200: { content } } };
  const document = { components: { schemas: {} }, paths: { "/widgets": { get } } };
  expect(generateClient(document)).toContain("this.sendFile(");
});

test("only components that an operation refers to are written, also one that contains itself", () => {
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const Tree = { type: "object", properties: { parent: ref("Tree"), size: ref("Size") } };
  const Size = { type: "string", enum: ["small", "large"] };
  const get = { ...operation, responses: { 200: json(ref("Tree")) } };
  const written = generateClient({
    components: { schemas: { Tree, Size, Unused: Size } },
    paths: { "/widgets": { get } },
  });
  expect(written).toContain("export interface Tree {\n  parent?: Tree | undefined;\n");
  expect(written).toContain('export type Size = "small" | "large";');
  expect(written).toContain("this.send<Tree>(");
  expect(written).not.toContain("Unused");
});

test("a document that is not understood stops the generator", () => {
  const components = { schemas: {} };
  const broken = { paths: { "/widgets": { get: { operationId: "x" } } }, components };
  expect(() => generateClient(broken)).toThrow();
  const missing = { $ref: "#/components/schemas/Missing" };
  const responses = { 200: { content: { "application/json": { schema: missing } } } };
  const paths = { "/widgets": { get: { ...operation, responses } } };
  expect(() => generateClient({ paths, components })).toThrow("no component Missing");
});
