/**
 * One declaration per call. The server mounts it, the console calls it, the OpenAPI document and
 * the access test read it: path, shapes, access and rules are said once, here.
 */
import "./zod-config.ts";
import { z } from "zod";
import { ErrorParams } from "./error-params.ts";
import { failsWith, wholeNumberText } from "./field-problem.ts";
import type { StaffPermission, WorkspacePermission } from "./permissions.ts";
import type { StaffRoleId } from "./roles.ts";

/** Names written `:like-this` in a path, as a union. */
export type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParams<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

/**
 * Who may make a call. There is no default: a call without access does not compile.
 * - `open`: no session needed; carries the sentence that says why.
 * - `link`: the one-use token in the path is the credential.
 * - `any`: a session is welcome but not needed.
 * - `attempt`: only a login-attempt session, waiting for its second step.
 * - `session`: any authenticated session. `self`: the same, and the call acts on its user alone.
 * - `impersonation`: only an impersonate session.
 * - `can`: a workspace permission on the object the path names.
 * - `staff`: a staff permission.
 */
export type Access<On extends string = string> =
  | { readonly kind: "open"; readonly why: string }
  | { readonly kind: "link" }
  | { readonly kind: "any" }
  | { readonly kind: "attempt" }
  | { readonly kind: "session" }
  | { readonly kind: "self" }
  | { readonly kind: "impersonation" }
  | { readonly kind: "can"; readonly permission: WorkspacePermission; readonly on: On }
  | { readonly kind: "staff"; readonly permission: StaffPermission };

export const open = (why: string) => ({ kind: "open", why }) as const;
export const link = { kind: "link" } as const;
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
  /** One sentence for the API document: what the call does. */
  readonly summary: string;
  readonly access: Access;
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  /** The answer's shape; `nothing` for a 204. */
  readonly response: z.ZodType;
  /** Status of success; 200 unless said, 204 where it returns `nothing`. */
  readonly status?: 200 | 201 | 202;
  /** A GET that changes something asks for what a POST asks: a header no link or image can send. */
  readonly mutates?: true;
  /** Takes an Idempotency-Key: it creates, or moves money or machines. */
  readonly idempotent?: true;
  /** Answers a stream of events instead of JSON; `returns` is the shape of one event. */
  readonly stream?: true;
  /** Answers a file of this media type; `returns` is `download`. */
  readonly responseFileType?: "application/zip" | "image/webp" | "text/csv";
  /** Asks for who one is again when the last proof is older than a quarter of an hour (403 confirmation_required). */
  readonly requiresReauthentication?: true;
  /** Kinds of staff that may make the call while they act as a customer; nobody where it is not said. For `can` the permission decides, and this narrows it. */
  readonly allowedWhileImpersonating?: readonly StaffRoleId[];
  /**
   * The scopes of which an access token needs one to make the call; `[]` keeps every token out. Where it
   * is not said, `can` takes the scope of its own permission, and nothing else takes a token.
   */
  readonly tokenScopes?: readonly WorkspacePermission[];
  /** Answers during maintenance too, and to whoever has not accepted the terms yet. */
  readonly alwaysAvailable?: true;
  /** Asked every few seconds from one address, by balancers and scrapers: outside the request limits, and answers HEAD too. */
  readonly probe?: true;
  /** Routes of console pages that need its response first: the HTML of the page preloads the request. */
  readonly preload?: { readonly pages: readonly string[]; readonly query?: string };
  /** A console page has the same path: a navigation gets the page, which calls the endpoint. */
  readonly hasPageAtSamePath?: true;
  /** It changes nothing a person would look for in the list of what was done. */
  readonly skipAudit?: true;
  /** Largest body in bytes, where the usual 64 KB do not do. */
  readonly bodyLimitBytes?: number;
}

export interface Endpoint extends EndpointDefinition {
  /** `noun.verb`: the audit action, the metric, the log field, the query key and the OpenAPI id. */
  readonly id: string;
  readonly method: Method;
  readonly path: string;
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

/** Gives each endpoint its id: the name of the resource and the endpoint's own key. */
export function defineEndpoints<G extends Record<string, EndpointWithoutId>>(
  /** What `defineResource` returns, or the name of a resource that declares nothing else. */
  declared: { readonly name: string } | string,
  endpoints: G,
): WithIds<G> {
  const resource = typeof declared === "string" ? declared : declared.name;
  const named = Object.entries(endpoints).map(([name, endpoint]) => [
    name,
    { ...endpoint, id: `${resource}.${name}` },
  ]);
  return Object.fromEntries(named);
}

/** The scopes of which a token needs one; null where none will do. */
export function acceptedScopes({
  access,
  tokenScopes,
}: Endpoint): readonly WorkspacePermission[] | null {
  if (tokenScopes !== undefined) return tokenScopes.length === 0 ? null : tokenScopes;
  return access.kind === "can" ? [access.permission] : null;
}

/** What the caller hands over: path names, body and query, each only where the call has it. */
export type EndpointInput<C extends Endpoint> = ([PathParams<C["path"]>] extends [never]
  ? { path?: undefined }
  : { path: Record<PathParams<C["path"]>, string> }) &
  (C extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : { body?: undefined }) &
  (C extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : { query?: undefined });

export type EndpointOutput<C extends Endpoint> = z.output<C["response"]>;

/** No body: 204. */
export const noContent = z.null();

/** What the handler of a call with `file` answers. */
export const fileDownload = z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) });

/** Every list answers in this envelope. `totalIsExact` is false where a search stopped counting. */
export const paginated = <T extends z.ZodType>(row: T) =>
  z.object({ data: z.array(row), meta: PageMeta });

export const PageMeta = z.object({
  page: z.int(),
  perPage: z.int(),
  total: z.int(),
  totalIsExact: z.boolean(),
  lastPage: z.int(),
  /** Cursors for the page after and before this one: pass as `after` or `before` beside `page`. */
  next: z.string().nullable(),
  previous: z.string().nullable(),
});
export type PageMeta = z.infer<typeof PageMeta>;

/** The query every list takes. Numbers arrive as text; anything but a whole number in range is refused. */
export const paginationQuery = (perPage: 10 | 15 = 10) => ({
  page: wholeNumberText(1, 10_000)
    .optional()
    .transform((page) => page ?? 1),
  perPage: wholeNumberText(1, 100)
    .optional()
    .transform((rows) => rows ?? perPage),
  after: z.string().max(300).optional(),
  before: z.string().max(300).optional(),
});

/**
 * The text to search for: trimmed, and without one pair of `%` around it (the staff user search sends one).
 * Every other `%`, `_` and `\` is literal. A term of wildcards alone is literal too: it never means "everything".
 */
export function literalTerm(typed: string): string {
  const term = typed.trim();
  const isWrapped = term.length > 2 && term.startsWith("%") && term.endsWith("%");
  const inner = isWrapped ? term.slice(1, -1).trim() : "";
  return inner === "" ? term : inner;
}

/** A search term of at most 100 characters, as `literalTerm` has it; blank is the same as none. */
export const searchTerm = z.string().max(100).transform(literalTerm).optional();

/** A query value that may be repeated (`status=a,b`): a comma list of allowed words. */
export const commaSeparated = <const W extends readonly string[]>(words: W) =>
  z
    .string()
    .meta({ description: `One or more of ${words.join(", ")}, separated by commas` })
    .transform((text) => text.split(",").filter((word) => word !== ""))
    .pipe(z.array(z.enum(words)))
    .optional();

/** `orderBy` with its direction, from an allow-list: `name` ascending, `-name` descending. */
export const orderBy = <const F extends readonly [string, ...string[]]>(fields: F) =>
  z
    .string()
    .meta({ description: `One of ${fields.join(", ")}. Prefix with - for descending order` })
    .refine((text) => fields.includes(text.replace(/^-/, "")), failsWith("choice"))
    .optional();

/** Milliseconds never appear in ids; times are ISO 8601 in UTC. */
export const Id = z.uuid();
export const Timestamp = z.iso.datetime({ offset: true });

/** Answer of every refusal. */
export const Problem = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  /** On 403: the permission that is missing. On 429: see Retry-After. */
  permission: z.string().optional(),
  seconds: z.int().optional(),
  /** Why, where the code alone does not say it: with `action_not_possible` always. */
  reason: z.string().optional(),
  /** The values the message of the reason names; absent where it names none. */
  params: ErrorParams.optional(),
});
export type Problem = z.infer<typeof Problem>;

/** A time somebody asks for. Of those ISO 8601 can write, PostgreSQL knows no year 0, and no zone 16 hours or more from UTC. */
export const TimestampInput = Timestamp.refine(
  (text) => !text.startsWith("0000") && !/[+-](?:1[6-9]|2\d):\d\d$/.test(text),
  failsWith("format", { rule: "timestamp" }),
);

/** What a rule says about a row: null when the action is possible, else the reason. */
export interface UnavailableReason {
  /** A stable code the console words (contracts/src/problem-reasons.ts). */
  readonly code: string;
  /** In English. */
  readonly message: string;
  /** The values the message names; absent where it names none. */
  readonly params?: ErrorParams;
}
