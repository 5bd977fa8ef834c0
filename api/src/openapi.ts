/** The API document (OpenAPI 3.1), made from the contracts: it cannot describe what is not there. */
import { z } from "zod";
import { allCalls } from "#contracts/api.ts";
import { type Call, FieldProblems, Problem } from "#contracts/kit.ts";
import { scopesOpening, tokenPrefix } from "#contracts/tokens.ts";

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
};

const jsonBody = (schema: Json) => ({ "application/json": { schema } });

export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const call of allCalls) {
    const path = call.path.replace(/:([a-zA-Z]+)/g, "{$1}");
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
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
    tags: [...new Set(allCalls.map(noun))].map((name) => ({
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
      schemas: {
        Problem: schemaOf(Problem, "output"),
        FieldProblems: schemaOf(FieldProblems, "output"),
      },
    },
  };
}

const noun = (call: Call) => call.id.split(".")[0] ?? call.id;

function operation(call: Call): Json {
  return {
    operationId: call.id,
    summary: call.about,
    tags: [noun(call)],
    description: accessSentence(call),
    "x-access": accessOf(call),
    ...(call.changes === true ? { "x-changes": true } : {}),
    security: securityOf(call),
    parameters: [...pathParameters(call), ...queryParameters(call), ...keyParameter(call)],
    ...(call.body === undefined
      ? {}
      : { requestBody: { required: true, content: jsonBody(schemaOf(call.body, "input")) } }),
    responses: responses(call),
  };
}

function securityOf(call: Call): Json[] {
  const { kind } = call.access;
  if (kind === "open" || kind === "link") return [{}];
  const changes = call.method !== "GET" || call.changes === true;
  return [
    changes ? { session: [], csrf: [] } : { session: [] },
    ...scopesOpening(call).map((scope) => ({ token: [scope] })),
    // A session that is sent counts, with its CSRF token on a change; without one the answer is another.
    ...(kind === "any" ? [{}] : []),
  ];
}

/** The same for programs: the kind, and the permission where there is one. */
const accessOf = ({ access }: Call): Json =>
  "permission" in access
    ? { kind: access.kind, permission: access.permission }
    : { kind: access.kind };

function accessSentence(call: Call): string {
  const { access } = call;
  if (access.kind === "can")
    return `Requires the permission \`${access.permission}\` on the ${access.on}.`;
  if (access.kind === "staff") return `Requires the staff permission \`${access.permission}\`.`;
  if (access.kind === "open") return `No authentication required: ${access.why}.`;
  return {
    link: "Authenticated by the token in the path.",
    any: "Works with or without a session.",
    attempt: "Requires a session that is waiting for two-factor authentication.",
    session: "Requires a session.",
    self: "Requires a session. Acts only on the signed-in user.",
    impersonation: "Requires an impersonation session.",
  }[access.kind];
}

const pathParameters = (call: Call) =>
  [...call.path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
    ...(name === "workspace" ? { description: "Workspace ID or handle" } : {}),
  }));

function queryParameters(call: Call): Json[] {
  if (call.query === undefined) return [];
  const { properties, required } = z
    .object({
      properties: z.record(z.string(), z.unknown()),
      required: z.array(z.string()).default([]),
    })
    .parse(schemaOf(call.query, "input"));
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

const keyParameter = (call: Call): Json[] =>
  call.idempotent === true
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

function mediaOf({ file, stream, returns }: Call): string {
  if (file !== undefined) return file;
  if (stream === true) return "text/event-stream";
  return returns instanceof z.ZodString ? "text/plain" : "application/json";
}

/** What stands in the answer: of a file its bytes, not what the handler makes them from. */
const answerOf = ({ file, returns }: Call): Json =>
  file === undefined ? schemaOf(returns, "output") : { type: "string", format: "binary" };

function responses(call: Call): Json {
  const returnsNothing = call.returns instanceof z.ZodNull;
  const media = mediaOf(call);
  const success = returnsNothing
    ? { 204: { description: "Done" } }
    : {
        [call.status ?? 200]: {
          description: "Done",
          content: { [media]: { schema: answerOf(call) } },
        },
      };
  const problem = (description: string) => ({
    description,
    content: jsonBody({ $ref: "#/components/schemas/Problem" }),
  });
  const needsSession = call.access.kind !== "open" && call.access.kind !== "link";
  return {
    ...success,
    ...(needsSession ? { 401: problem("Not signed in") } : {}),
    ...(call.access.kind === "can" || call.access.kind === "staff"
      ? { 403: problem("Missing role or permission") }
      : {}),
    ...(call.body === undefined && call.query === undefined
      ? {}
      : {
          422: {
            description: "Validation failed",
            content: jsonBody({ $ref: "#/components/schemas/FieldProblems" }),
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
