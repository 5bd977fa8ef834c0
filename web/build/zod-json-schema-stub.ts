/**
 * Replaces zod's JSON Schema modules in the build of the console (`resolve.alias` in vite.config.ts). Every zod
 * schema refers to them from a method, so no bundler can remove them, but only the server generates JSON Schema. A
 * name that zod adds and this file lacks fails the build.
 */
// Not related to JSON Schema: zod uses it to compute `maxLength` of a string.
export { aggregateChecks } from "../../node_modules/zod/v4/core/json-schema-processors.js";

function jsonSchemaUnavailable(): never {
  throw new Error("The console is built without JSON Schema");
}

/** The router reads the Standard Schema properties of a schema, which contain what this returns. */
export const createStandardJSONSchemaMethod = () => jsonSchemaUnavailable;

export {
  jsonSchemaUnavailable as allProcessors,
  jsonSchemaUnavailable as anyProcessor,
  jsonSchemaUnavailable as arrayProcessor,
  jsonSchemaUnavailable as bigintProcessor,
  jsonSchemaUnavailable as booleanProcessor,
  jsonSchemaUnavailable as catchProcessor,
  jsonSchemaUnavailable as createToJSONSchemaMethod,
  jsonSchemaUnavailable as customProcessor,
  jsonSchemaUnavailable as dateProcessor,
  jsonSchemaUnavailable as defaultProcessor,
  jsonSchemaUnavailable as enumProcessor,
  jsonSchemaUnavailable as extractDefs,
  jsonSchemaUnavailable as fileProcessor,
  jsonSchemaUnavailable as finalize,
  jsonSchemaUnavailable as functionProcessor,
  jsonSchemaUnavailable as handleUnrepresentable,
  jsonSchemaUnavailable as initializeContext,
  jsonSchemaUnavailable as intersectionProcessor,
  jsonSchemaUnavailable as lazyProcessor,
  jsonSchemaUnavailable as literalProcessor,
  jsonSchemaUnavailable as mapProcessor,
  jsonSchemaUnavailable as nanProcessor,
  jsonSchemaUnavailable as neverProcessor,
  jsonSchemaUnavailable as nonoptionalProcessor,
  jsonSchemaUnavailable as nullProcessor,
  jsonSchemaUnavailable as nullableProcessor,
  jsonSchemaUnavailable as numberProcessor,
  jsonSchemaUnavailable as objectProcessor,
  jsonSchemaUnavailable as optionalProcessor,
  jsonSchemaUnavailable as pipeProcessor,
  jsonSchemaUnavailable as prefaultProcessor,
  jsonSchemaUnavailable as processSchema,
  jsonSchemaUnavailable as promiseProcessor,
  jsonSchemaUnavailable as readonlyProcessor,
  jsonSchemaUnavailable as recordProcessor,
  jsonSchemaUnavailable as setProcessor,
  jsonSchemaUnavailable as stringProcessor,
  jsonSchemaUnavailable as successProcessor,
  jsonSchemaUnavailable as symbolProcessor,
  jsonSchemaUnavailable as templateLiteralProcessor,
  jsonSchemaUnavailable as toJSONSchema,
  jsonSchemaUnavailable as transformProcessor,
  jsonSchemaUnavailable as tupleProcessor,
  jsonSchemaUnavailable as undefinedProcessor,
  jsonSchemaUnavailable as unionProcessor,
  jsonSchemaUnavailable as unknownProcessor,
  jsonSchemaUnavailable as voidProcessor,
};
