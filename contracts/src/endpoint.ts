/**
 * The declaration of an endpoint: path, shapes, access and rules in one place. The server registers it, the console
 * calls it, and the OpenAPI document and the access test read it.
 */
import "./zod-config.ts";
import { z } from "zod";
import { ErrorParams } from "./error-params.ts";
import { failsWith } from "./field-problem.ts";
import { pageQuery } from "./page-query.ts";
import type { PathParams } from "./path-params.ts";
import type { StaffPermission, WorkspacePermission } from "./permissions.ts";
import type { StaffRoleId } from "./roles.ts";

/**
 * Who may call an endpoint. There is no default: an endpoint without access does not compile.
 * - `open`: no session needed; carries a sentence with the reason.
 * - `link`: the action token in the path authenticates the request.
 * - `signature`: the signature of another system over the raw body authenticates the request; the handler verifies it.
 * - `any`: the session is optional.
 * - `attempt`: only a login attempt that waits for its second factor.
 * - `session`: any authenticated session. `self`: the same, limited to the session's own user.
 * - `impersonation`: only an impersonation session.
 * - `can`: a workspace permission on the object in the path.
 * - `staff`: a staff permission.
 */
export type Access<On extends string = string> =
  | { readonly kind: "open"; readonly why: string }
  | { readonly kind: "link" }
  | { readonly kind: "signature" }
  | { readonly kind: "any" }
  | { readonly kind: "attempt" }
  | { readonly kind: "session" }
  | { readonly kind: "self" }
  | { readonly kind: "impersonation" }
  | { readonly kind: "can"; readonly permission: WorkspacePermission; readonly on: On }
  | { readonly kind: "staff"; readonly permission: StaffPermission };

export const open = (why: string) => ({ kind: "open", why }) as const;
export const link = { kind: "link" } as const;
export const signature = { kind: "signature" } as const;

/** Kinds of access that need no session. */
const sessionless: ReadonlySet<Access["kind"]> = new Set(["open", "link", "signature"]);
export const isSessionless = ({ kind }: Access): boolean => sessionless.has(kind);
export const optionalSession = { kind: "any" } as const;
export const attempt = { kind: "attempt" } as const;
export const session = { kind: "session" } as const;
export const self = { kind: "self" } as const;
export const impersonation = { kind: "impersonation" } as const;
export const staff = (permission: StaffPermission) => ({ kind: "staff", permission }) as const;
export const can = <On extends string>(permission: WorkspacePermission, on: On) =>
  ({ kind: "can", permission, on }) as const;

export type Method = "GET" | "POST" | "PUT" | "DELETE";

interface EndpointDefinition {
  /** One sentence for the OpenAPI document: what the endpoint does. */
  readonly summary: string;
  readonly access: Access;
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  /** Shape of the response; `noContent` for a 204. */
  readonly response: z.ZodType;
  /** Status on success; the default is 200, or 204 with `noContent`. */
  readonly status?: 200 | 201 | 202;
  /** For a GET with side effects: it requires the CSRF header like a POST, which no link or image can send. */
  readonly mutates?: true;
  /** Accepts an Idempotency-Key: the endpoint creates something, or affects money or instances. */
  readonly idempotent?: true;
  /** The response holds a secret that is shown once: what is kept of it for a repeated request is encrypted. */
  readonly secretResponse?: true;
  /** Responds with server-sent events instead of JSON; `response` is the shape of one event. */
  readonly stream?: true;
  /** A WebSocket: the endpoint accepts upgrades of its own origin and responds to no other request. */
  readonly socket?: true;
  /** Responds with a file of this media type; `response` is `fileDownload`. */
  readonly responseFileType?:
    | "application/pdf"
    | "application/xml"
    | "application/zip"
    | "image/webp"
    | "text/csv"
    | "text/html";
  /** Requires reauthentication when the last one is older than 15 minutes (403 confirmation_required). */
  readonly requiresReauthentication?: true;
  /**
   * Staff roles that may call the endpoint while impersonating; none by default. For `can` the permission decides,
   * and this narrows it.
   */
  readonly allowedWhileImpersonating?: readonly StaffRoleId[];
  /**
   * Scopes of which an access token needs one; `[]` rejects all tokens. By default `can` accepts the scope of its own
   * permission, and other kinds accept no token.
   */
  readonly tokenScopes?: readonly WorkspacePermission[];
  /** Rejected while the workspace is suspended: it starts something that costs money. */
  readonly blockedWhileSuspended?: true;
  /** Available while the workspace is suspended, although its permission is not: it reads, or ends something. */
  readonly allowedWhileSuspended?: true;
  /** Also available during maintenance, and before the user has accepted the terms. */
  readonly alwaysAvailable?: true;
  /** Requested every few seconds by load balancers and scrapers: exempt from rate limits, and also handles HEAD. */
  readonly probe?: true;
  /**
   * Routes of console pages that show its response first: the HTML of the page contains it. `/$workspace/*` stands for
   * all pages of a workspace. `query` is what the page asks for without search parameters of its own.
   */
  readonly preload?: { readonly pages: readonly string[]; readonly query?: string };
  /** A console page has the same path: a navigation gets the page, which calls the endpoint. */
  readonly hasPageAtSamePath?: true;
  /** It changes nothing that a user would look for in the activities. */
  readonly skipAudit?: true;
  /** A read that is audited like a change: it takes data of many people out of the product. */
  readonly audited?: true;
  /** The body is JSON that the handler gets as the text that was sent, for a signature over it. */
  readonly rawBody?: true;
  /** Maximum body size in bytes, when the default of 64 KB is too small. */
  readonly bodyLimitBytes?: number;
}

export interface Endpoint extends EndpointDefinition {
  /** `resource.key`: audit action, metric label, log field, query key and OpenAPI operation id. */
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  /** The response is `noContent`. */
  readonly hasNoContent?: true;
}

const defineEndpoint =
  <M extends Method>(method: M) =>
  <const P extends string, const D extends EndpointDefinition>(
    path: P,
    declared: D & { readonly access: Access<PathParams<P>> },
  ): D & { readonly method: M; readonly path: P } => ({ method, path, ...declared });

export const get = defineEndpoint("GET");
export const post = defineEndpoint("POST");
export const put = defineEndpoint("PUT");
export const del = defineEndpoint("DELETE");

type EndpointWithoutId = Omit<Endpoint, "id">;
type WithIds<G> = { readonly [K in keyof G]: G[K] & { readonly id: string } };

/** What `defineResource` returns, or the name of a resource that declares nothing else. */
type DeclaredName = { readonly name: string } | string;

/** Declares the endpoints of a resource. */
export function defineEndpoints<G extends Record<string, EndpointWithoutId>>(
  declared: DeclaredName,
  endpoints: G,
): WithIds<G> {
  const marked = Object.entries(endpoints).map(([name, endpoint]) => [
    name,
    endpoint.response === noContent ? { ...endpoint, hasNoContent: true } : endpoint,
  ]);
  return withIds(declared, Object.fromEntries(marked));
}

/** Gives each endpoint its id: the name of the resource and the endpoint's own key. */
export function withIds<G extends object>(declared: DeclaredName, endpoints: G): WithIds<G> {
  const resource = typeof declared === "string" ? declared : declared.name;
  const named = Object.entries(endpoints).map(([name, endpoint]) => [
    name,
    { ...endpoint, id: `${resource}.${name}` },
  ]);
  return Object.fromEntries(named);
}

/** Scopes of which a token needs one; null when the endpoint accepts no token. */
export function acceptedScopes({
  access,
  tokenScopes,
}: Pick<Endpoint, "access" | "tokenScopes">): readonly WorkspacePermission[] | null {
  if (tokenScopes !== undefined) return tokenScopes.length === 0 ? null : tokenScopes;
  return access.kind === "can" ? [access.permission] : null;
}

/** Input of an endpoint: path parameters, body and query, each only when the endpoint has it. */
export type EndpointInput<C extends Endpoint> = ([PathParams<C["path"]>] extends [never]
  ? { path?: undefined }
  : { path: Record<PathParams<C["path"]>, string> }) &
  (C extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : { body?: undefined }) &
  (C extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : { query?: undefined });

export type EndpointOutput<C extends Endpoint> = z.output<C["response"]>;

/** No body: 204. */
export const noContent = z.null();

/** Output of the handler of an endpoint with `responseFileType`. */
export const fileDownload = z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) });

/** Envelope of every list. `totalIsExact` is false when a search stopped counting. */
export const paginated = <T extends z.ZodType>(row: T) =>
  z.object({ data: z.array(row), meta: PageMeta });

export const PageMeta = z.object({
  page: z.int(),
  perPage: z.int(),
  total: z.int(),
  totalIsExact: z.boolean(),
  lastPage: z.int(),
  /** Cursors of the next and previous page: pass them as `after` or `before` beside `page`. */
  next: z.string().nullable(),
  previous: z.string().nullable(),
});
export type PageMeta = z.infer<typeof PageMeta>;

/** Query of a list that also follows cursors. */
export const paginationQuery = (perPage: 10 | 15 = 10) => ({
  ...pageQuery(perPage),
  after: z.string().max(300).optional(),
  before: z.string().max(300).optional(),
});

/**
 * The text to search for: trimmed, and without one pair of `%` around it (the staff user search sends one). Every
 * other `%`, `_` and `\` is literal. A term of wildcards alone is literal too, so it never matches everything.
 */
export function literalTerm(typed: string): string {
  const term = typed.trim();
  const isWrapped = term.length > 2 && term.startsWith("%") && term.endsWith("%");
  const inner = isWrapped ? term.slice(1, -1).trim() : "";
  return inner === "" ? term : inner;
}

/** A search term of at most 100 characters, parsed by `literalTerm`; a blank term is the same as none. */
export const searchTerm = z.string().max(100).transform(literalTerm).optional();

/**
 * A query value that may be repeated (`status=a,b`): a comma-separated list of allowed values. JSON Schema has no
 * keyword for such a text, so the API document names the values in `x-choices`.
 */
export const commaSeparated = <const W extends readonly string[]>(values: W) =>
  z
    .string()
    .meta({
      description: `One or more of ${values.join(", ")}, separated by commas`,
      "x-choices": values,
      "x-multiple": true,
    })
    .transform((text) => text.split(",").filter((word) => word !== ""))
    .pipe(z.array(z.enum(values)))
    .optional();

/** `orderBy` with its direction, limited to allowed fields: `name` ascending, `-name` descending. */
export const orderBy = <const F extends readonly [string, ...string[]]>(fields: F) =>
  z
    .string()
    .meta({
      description: `One of ${fields.join(", ")}. Prefix with - for descending order`,
      "x-choices": fields.flatMap((field) => [field, `-${field}`]),
    })
    .refine((text) => fields.includes(text.replace(/^-/, "")), failsWith("choice"))
    .optional();

/** Milliseconds never appear in ids; times are ISO 8601 in UTC. */
export const Id = z.uuid();
export const Timestamp = z.iso.datetime({ offset: true });

/** Body of every problem response. */
export const Problem = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  /** On 403: the missing permission. */
  permission: z.string().optional(),
  seconds: z.int().optional(),
  /** Code of the reason, when the problem code is not specific; always present with `action_not_possible`. */
  reason: z.string().optional(),
  /** Parameters of the reason's message; absent when it has none. */
  params: ErrorParams.optional(),
});
export type Problem = z.infer<typeof Problem>;

/**
 * A timestamp sent by a client. PostgreSQL supports neither year 0 nor offsets of 16 hours or more, which ISO 8601
 * allows.
 */
export const TimestampInput = Timestamp.refine(
  (text) => !text.startsWith("0000") && !/[+-](?:1[6-9]|2\d):\d\d$/.test(text),
  failsWith("format", { rule: "timestamp" }),
);

/** Why an action is not available on a row; rules return null when it is. */
export interface UnavailableReason {
  /** A stable code; the console has the messages (contracts/src/problem-reasons.ts). */
  readonly code: string;
  /** English message for readers of the API. */
  readonly message: string;
  /** Parameters of the message; absent when it has none. */
  readonly params?: ErrorParams;
}
