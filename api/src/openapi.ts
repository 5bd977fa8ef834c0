/** Generates the API document (OpenAPI 3.1) from the contracts, so that it cannot deviate from them. */
import { z } from "zod";
import { allEndpoints } from "#contracts/api.ts";
import { type Endpoint, isSessionless } from "#contracts/endpoint.ts";
import { tokenScopesFor, tokenPrefix } from "#contracts/tokens.ts";
import { type ApiSchemas, apiSchemas, type Json } from "./openapi-schemas.ts";

const jsonBody = (schema: Json) => ({ "application/json": { schema } });

export function openApiDocument(): Json {
  const schemas = apiSchemas();
  const paths: Record<string, Json> = {};
  for (const endpoint of allEndpoints) {
    const path = endpoint.path.replace(/:([a-zA-Z]+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Boreal",
      version: "1.0.0",
      description:
        "Create and manage virtual and bare-metal instances. Amounts are integers in cents, hourly rates are integers in micro-dollars, and times are ISO 8601 in UTC.",
      license: { name: "Proprietary", url: "https://boreal.example/terms" },
    },
    servers: [{ url: "/" }],
    tags: [...new Set(allEndpoints.map(resourceName))].map((name) => ({
      name,
      description: `Calls of ${name}`,
    })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-sid",
          description: "The console's session cookie",
        },
        csrf: {
          type: "apiKey",
          in: "header",
          name: "X-CSRF-Token",
          description: "Required with session authentication for every request that changes data",
        },
        token: {
          type: "http",
          scheme: "bearer",
          bearerFormat: `${tokenPrefix}…`,
          description: "A workspace access token, sent without cookies",
        },
      },
      schemas: schemas.components,
    },
  };
}

const resourceName = (endpoint: Endpoint) => endpoint.id.split(".")[0] ?? endpoint.id;

function operation(endpoint: Endpoint, schemas: ApiSchemas): Json {
  const body = schemas.bodies[endpoint.id];
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [resourceName(endpoint)],
    description: accessSentence(endpoint),
    "x-access": describeAccess(endpoint),
    ...(endpoint.mutates === true ? { "x-changes": true } : {}),
    security: securityOf(endpoint),
    parameters: [
      ...pathParameters(endpoint),
      ...queryParameters(schemas.queries[endpoint.id]),
      ...idempotencyKeyParameter(endpoint),
    ],
    ...(body === undefined ? {} : { requestBody: { required: true, content: jsonBody(body) } }),
    responses: responses(endpoint, schemas),
  };
}

function securityOf(endpoint: Endpoint): Json[] {
  const { kind } = endpoint.access;
  if (isSessionless(endpoint.access)) return [{}];
  const changes = endpoint.method !== "GET" || endpoint.mutates === true;
  return [
    changes ? { session: [], csrf: [] } : { session: [] },
    ...tokenScopesFor(endpoint).map((scope) => ({ token: [scope] })),
    // A session is optional here, but if one is sent, it counts, and mutations require its CSRF token.
    ...(kind === "any" ? [{}] : []),
  ];
}

/**
 * The access rule in machine-readable form: its kind, its permission if it has one, and the staff roles that may call
 * the endpoint while they act as a customer, where it names them itself.
 */
const describeAccess = ({ access, allowedWhileImpersonating }: Endpoint): Json => ({
  kind: access.kind,
  ...("permission" in access ? { permission: access.permission } : {}),
  ...(allowedWhileImpersonating === undefined
    ? {}
    : { whileImpersonating: allowedWhileImpersonating }),
});

function accessSentence(endpoint: Endpoint): string {
  const { access } = endpoint;
  if (access.kind === "can")
    return `Requires the permission \`${access.permission}\` on the ${access.on}.`;
  if (access.kind === "staff") return `Requires the staff permission \`${access.permission}\`.`;
  if (access.kind === "open") return `No authentication required: ${access.why}.`;
  return {
    link: "Authenticated by the token in the path.",
    signature: "Authenticated by the signature of the sending system over the body.",
    any: "Works with or without a session.",
    attempt: "Requires a session that is waiting for two-factor authentication.",
    session: "Requires a session.",
    self: "Requires a session. Acts only on the signed-in user.",
    impersonation: "Requires an impersonation session.",
  }[access.kind];
}

const pathParameters = (endpoint: Endpoint) =>
  [...endpoint.path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
    ...(name === "workspace" ? { description: "Workspace ID or handle" } : {}),
  }));

function queryParameters(query: Json | undefined): Json[] {
  if (query === undefined) return [];
  const { properties, required } = z
    .object({
      properties: z.record(z.string(), z.unknown()),
      required: z.array(z.string()).default([]),
    })
    .parse(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

const idempotencyKeyParameter = (endpoint: Endpoint): Json[] =>
  endpoint.idempotent === true
    ? [
        {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          schema: { type: "string", minLength: 16, maxLength: 64 },
          description:
            "Repeating a request with the same key returns the first response and has no further effect",
        },
      ]
    : [];

function responseMediaType({ responseFileType, stream, response }: Endpoint): string {
  if (responseFileType !== undefined) return responseFileType;
  if (stream === true) return "text/event-stream";
  return response instanceof z.ZodString ? "text/plain" : "application/json";
}

function responses(endpoint: Endpoint, schemas: ApiSchemas): Json {
  const returnsNothing = endpoint.response instanceof z.ZodNull;
  const media = responseMediaType(endpoint);
  const success = returnsNothing
    ? { 204: { description: "Done" } }
    : {
        [endpoint.status ?? 200]: {
          description: "Done",
          content: {
            [media]: {
              schema: schemas.responses[endpoint.id] ?? { type: "string", format: "binary" },
            },
          },
        },
      };
  const problem = (description: string) => ({
    description,
    content: jsonBody(schemas.problem),
  });
  const needsSession = !isSessionless(endpoint.access);
  return {
    ...success,
    ...(needsSession ? { 401: problem("Not signed in") } : {}),
    ...(endpoint.access.kind === "can" || endpoint.access.kind === "staff"
      ? { 403: problem("Missing role or permission") }
      : {}),
    ...(endpoint.body === undefined && endpoint.query === undefined
      ? {}
      : {
          422: {
            description: "Validation failed",
            content: jsonBody(schemas.fieldProblems),
          },
        }),
    429: {
      ...problem("Too many requests"),
      headers: {
        "Retry-After": {
          description: "Seconds to wait before retrying",
          schema: { type: "integer" },
        },
      },
    },
    "4XX": problem("Request refused"),
  };
}
