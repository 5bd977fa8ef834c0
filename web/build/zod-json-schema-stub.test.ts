import { expect, test } from "vitest";
import * as processors from "../../node_modules/zod/v4/core/json-schema-processors.js";
import * as toJsonSchema from "../../node_modules/zod/v4/core/to-json-schema.js";
import * as stub from "./zod-json-schema-stub.ts";

test("the stub exports the names of the modules it replaces and keeps the function in use", () => {
  // An alias for `processSchema` that nothing in zod imports.
  const { process: _, ...used } = toJsonSchema;
  expect(Object.keys(stub).sort()).toEqual(
    [...Object.keys(processors), ...Object.keys(used)].sort(),
  );
  expect(stub.aggregateChecks).toBe(processors.aggregateChecks);
});

test("Standard Schema properties are readable, and converting a schema throws", () => {
  expect(() => stub.createStandardJSONSchemaMethod()()).toThrow("built without JSON Schema");
  expect(stub.stringProcessor).toThrow("built without JSON Schema");
});
