/** Reads the OpenAPI document: the endpoints and their inputs. */
import { z } from "zod";
import type { EndpointAccess } from "#contracts/actions/actor.ts";
import { type Endpoint, optionalSession } from "#contracts/endpoint.ts";
import { isStaffPermission, permissionNames } from "#contracts/permissions.ts";
import { StaffRoleId } from "#contracts/roles.ts";
import type { SampleEndpoint } from "../../components/code-samples/sample-request.ts";
import { isSensitiveEndpoint } from "../../lib/api/sensitive-endpoints.ts";
import { type Field, toField } from "./fields.ts";
import { bodyProperties, Schema } from "./schema.ts";

const Content = z.record(z.string(), z.object({ schema: Schema.default({}) }));
const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  "x-access": z.object({
    kind: z.string(),
    permission: z.string().optional(),
    whileImpersonating: z.array(z.string()).optional(),
  }),
  "x-changes": z.literal(true).optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(["path", "query", "header"]),
      required: z.boolean(),
      schema: Schema,
    }),
  ),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content.optional() })),
});
type Operation = z.infer<typeof Operation>;
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });
const Components = z.object({
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

const methods: Readonly<Record<string, Endpoint["method"]>> = {
  get: "GET",
  post: "POST",
  put: "PUT",
  delete: "DELETE",
};

export interface DocumentedEndpoint
  extends SampleEndpoint,
    Pick<EndpointAccess, "access" | "allowedWhileImpersonating"> {
  readonly resource: string;
  /** The endpoint's summary in the document. */
  readonly about: string;
  /** Requires a staff permission. */
  readonly isStaffs: boolean;
  /** Belongs to a workspace named in its path. */
  readonly isWorkspaces: boolean;
  /** Responds with an endless event stream, so there is no response to show. */
  readonly isStream: boolean;
  readonly fields: readonly Field[];
}

/**
 * The access rule of the document, so that the contract's rules decide as they do for the server. A rule that this
 * release does not know is left to the server.
 */
function toAccess({ kind, permission }: Operation["x-access"]): EndpointAccess["access"] {
  switch (kind) {
    case "can": {
      const known = permissionNames.find((name) => name === permission);
      return known === undefined ? optionalSession : { kind, permission: known, on: "" };
    }
    case "staff":
      return permission !== undefined && isStaffPermission(permission)
        ? { kind, permission }
        : optionalSession;
    case "session":
    case "self":
    case "impersonation":
      return { kind };
    default:
      return optionalSession;
  }
}

/** Endpoints that replace the session of this browser. */
const sessionReplacingEndpoints = new Set(["users.impersonate", "users.endImpersonation"]);

function bodyFields(id: string, body: Operation["requestBody"]): Field[] {
  const schema = body?.content["application/json"]?.schema;
  if (schema === undefined) return [];
  const properties = bodyProperties(schema);
  if (properties.length === 0) return [toField("body", "", schema, true)];
  return properties.map(({ name, schema: part, required }) =>
    toField("body", name, part, required, id),
  );
}

function toDocumentedEndpoint(
  path: string,
  method: Endpoint["method"],
  operation: Operation,
): DocumentedEndpoint {
  const { operationId: id, parameters, requestBody, responses, security } = operation;
  const access = operation["x-access"];
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"));
  const media = Object.keys(success?.[1].content ?? {})[0];
  const template = path.replace(/\{(\w+)\}/g, ":$1");
  const takesToken = security.some((way) => "token" in way);
  return {
    id,
    resource: id.split(".")[0] ?? id,
    method,
    path: template,
    ...(operation["x-changes"] === true ? { mutates: true } : {}),
    ...(parameters.some(({ name }) => name === "Idempotency-Key") ? { idempotent: true } : {}),
    ...(media === undefined || /json|event-stream/.test(media) ? {} : { responseFileType: media }),
    about: operation.summary,
    token: takesToken ? "needed" : access.kind === "open" ? "unneeded" : "rejected",
    hasNoResponse: media === undefined,
    access: toAccess(access),
    ...(access.whileImpersonating === undefined
      ? {}
      : {
          allowedWhileImpersonating: StaffRoleId.options.filter((role) =>
            access.whileImpersonating?.includes(role),
          ),
        }),
    isStaffs: access.kind === "staff",
    isWorkspaces: template.includes(":workspace"),
    isStream: media === "text/event-stream",
    fields: [
      ...parameters.flatMap(({ name, in: place, required, schema }) =>
        place === "header" || (place === "path" && name === "workspace")
          ? []
          : [toField(place, name, schema, required, id)],
      ),
      ...bodyFields(id, requestBody),
    ],
  };
}

const componentPath = "#/components/schemas/";

/** Inlines all component references; a recursive component stays a reference. */
function dereference(document: unknown): unknown {
  const { schemas } = Components.parse(document).components;
  const resolve = (part: unknown, parents: readonly string[]): unknown => {
    if (Array.isArray(part)) return part.map((item) => resolve(item, parents));
    if (typeof part !== "object" || part === null) return part;
    const { $ref, ...rest }: { $ref?: unknown } = part;
    const name = typeof $ref === "string" ? $ref.slice(componentPath.length) : "";
    const component = parents.includes(name) ? undefined : schemas[name];
    const entries = Object.entries(component === undefined ? part : rest);
    const own = Object.fromEntries(entries.map(([key, value]) => [key, resolve(value, parents)]));
    if (component === undefined) return own;
    const resolved = resolve(component, [...parents, name]);
    return typeof resolved === "object" ? { ...resolved, ...own } : own;
  };
  return resolve(document, []);
}

/** Endpoints in the order of the document, without those that carry secrets or replace the session. */
export function parseOpenapi(document: unknown): DocumentedEndpoint[] {
  return Object.entries(Document.parse(dereference(document)).paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([name, operation]) => {
        const method = methods[name];
        return method === undefined ? [] : [toDocumentedEndpoint(path, method, operation)];
      }),
    )
    .filter(
      (endpoint) => !isSensitiveEndpoint(endpoint) && !sessionReplacingEndpoints.has(endpoint.id),
    );
}
