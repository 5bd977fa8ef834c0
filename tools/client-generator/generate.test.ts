import { expect, test } from "vitest";
import { openApiDocument } from "#api/openapi.ts";
import { generateClient } from "./generate.ts";
import { listOperations } from "./operations.ts";

const text = generateClient(openApiDocument());

test("the same description gives the same text, and a shape is written once, by its name", () => {
  expect(generateClient(openApiDocument())).toBe(text);
  expect(text.match(/export interface Instance \{/g)).toHaveLength(1);
  expect(text).toContain("send<Page<Instance>>");
  expect(text).toContain("  total: Money;");
  expect(text).not.toContain("{ cents: number");
});

test("what has to be given has to be, and what need not be may be left out", () => {
  expect(text).toMatch(
    /interface BillingEstimatedCostInput \{\n.*\n {2}query: \{ product: string; /,
  );
  expect(text).toMatch(
    /interface ProjectsListInput \{\n.*\n {2}query\?: \{ page\?: number \| string/,
  );
  expect(text).toContain("offer: (input: CatalogueOfferInput = {}, options");
  expect(text).toContain("create: (input: ProjectsCreateInput, options");
});

test("a call tells the scope it needs", () => {
  expect(text).toContain("/** Create a project. Scope: `project.create`. */");
  expect(text).toContain("Scope: `instance.view` or `instance.create`. */");
  expect(text).toMatch(/used for this request and its workspace\. Any scope will do\. \*\//);
});

const operation = {
  operationId: "things.remove",
  summary: "Remove a thing",
  security: [{ token: ["thing.remove"] }],
  parameters: [],
  responses: { 204: { description: "Done" }, "4XX": {} },
};

test("a call with nothing to answer answers nothing; one without a token's scope is not the client's", () => {
  const document = {
    paths: {
      "/things": {
        delete: operation,
        get: { ...operation, operationId: "things.view", security: [{ session: [] }] },
      },
    },
  };
  expect(listOperations(document).map(({ id }) => id)).toEqual(["things.remove"]);
  expect(generateClient(document)).toContain("this.send<void>(");
});

test("a description that is not understood stops the generator", () => {
  expect(() => generateClient({ paths: { "/things": { get: { operationId: "x" } } } })).toThrow();
});
