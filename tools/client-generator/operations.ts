/** The operations of the API document that a program may call: those that accept an access token, and what is read without one. */
import { z } from "zod";
import { asSchema, type Schema } from "./schema-type.ts";

const Content = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }));
const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(["path", "query", "header"]),
      required: z.boolean(),
      schema: z.record(z.string(), z.unknown()),
      description: z.string().optional(),
    }),
  ),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content.optional() })),
});
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});
const Components = z.object({
  components: z.object({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
});
type Operation = z.infer<typeof Operation>;

export interface OperationDescription {
  readonly id: string;
  readonly about: string;
  readonly method: string;
  readonly path: string;
  /** A token needs one of them; empty for public endpoints. */
  readonly scopes: readonly string[];
  readonly acceptsIdempotencyKey: boolean;
  readonly pathNames: readonly string[];
  readonly query: Schema | null;
  readonly body: Schema | null;
  /** Null for a response without JSON. */
  readonly response: Schema | null;
  /** The response is a file. */
  readonly isFile: boolean;
}

/** Public endpoints of the client; it has no sign-in and no metrics. */
const publicOperations = ["system.health", "system.openapi"];

/** The schemas that others refer to, by their names. */
export const listComponents = (document: unknown): ReadonlyMap<string, Schema> =>
  new Map(Object.entries(Components.parse(document).components.schemas));

export function listOperations(document: unknown): OperationDescription[] {
  const { paths } = Document.parse(document);
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) =>
        describeOperation(method, path, operation),
      ),
    )
    .filter(({ id, scopes }) => scopes.length > 0 || publicOperations.includes(id))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

function describeOperation(
  method: string,
  path: string,
  operation: Operation,
): OperationDescription {
  const { operationId, summary, security, parameters, requestBody, responses } = operation;
  const named = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const body = requestBody?.content["application/json"]?.schema;
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"));
  const response = success?.[1].content?.["application/json"]?.schema;
  return {
    id: operationId,
    about: summary,
    method: method.toUpperCase(),
    path,
    scopes: security.flatMap((way) => way["token"] ?? []),
    acceptsIdempotencyKey: named("header").some(({ name }) => name === "Idempotency-Key"),
    pathNames: named("path").map(({ name }) => name),
    query: named("query").length === 0 ? null : querySchema(named("query")),
    body: body === undefined ? null : asSchema(body),
    response: response === undefined ? null : asSchema(response),
    isFile: response === undefined && Object.keys(success?.[1].content ?? {}).length > 0,
  };
}

/** A number travels as text: a program may hand over the number itself. */
const allowNumber = (schema: Schema): Schema =>
  /^\^\\d\{1,\d\}\$$/.test(String(schema["pattern"]))
    ? { anyOf: [{ type: "number" }, { type: "string" }] }
    : schema;

const querySchema = (parameters: Operation["parameters"]): Schema => ({
  type: "object",
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, allowNumber(schema)])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});
