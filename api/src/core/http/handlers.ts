/**
 * Types of handlers: a resource provides one per endpoint; a handler receives only what the endpoint's access grants.
 */
import type { FastifyRequest } from "fastify";
import type { WebSocket } from "ws";
import type { z } from "zod";
import type { Endpoint } from "#contracts/endpoint.ts";
import type { PathParams } from "#contracts/path-params.ts";
import type { LiveEventPayload } from "#contracts/live.ts";
import type {
  Caller,
  SessionCaller,
  AuthorizedObjects,
  AuthorizedWorkspace,
} from "./authorization.ts";
import { clientAddress } from "../lib/addresses.ts";
import type { AuditDetails } from "../audit/audit.ts";
import type { Tx } from "../db/db.ts";
import type { ProblemError } from "../lib/problem-error.ts";
import type { JobDefinition, JobOptions } from "../jobs/jobs.ts";
import type { ListQuery } from "../db/list.ts";
import { memoizeList } from "../db/memoized-lists.ts";

export interface RequestInfo {
  readonly id: string;
  readonly ip: string;
  readonly userAgent: string | null;
  /** As sent and not yet verified; empty if the cookie occurred twice, null if it is missing. */
  readonly sessionCookie: string | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export const toRequestInfo = (
  request: FastifyRequest,
  sessionCookie: string | null,
): RequestInfo => ({
  id: request.id,
  ip: clientAddress(request),
  userAgent: request.headers["user-agent"] ?? null,
  sessionCookie,
  headers: request.headers,
});

export interface CookieOptions {
  httpOnly: boolean;
  sameSite: "strict" | "lax";
  /** Set on the parent domain, for sibling hosts; otherwise only on this host. */
  shared: boolean;
  expires?: Date;
}

export interface BaseContext<C extends Endpoint> {
  readonly tx: Tx;
  /** The injected clock, read once for the request. */
  readonly now: Date;
  readonly request: RequestInfo;
  readonly body: C extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
  readonly query: C extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
  readonly path: Readonly<Record<PathParams<C["path"]>, string>>;
  /** Adds details to the audit event of this request. */
  audit(details: AuditDetails): void;
  enqueue<S extends z.ZodType>(
    job: JobDefinition<S>,
    payload: z.output<S>,
    options?: JobOptions,
  ): Promise<void>;
  /** Publishes a live event when the transaction commits. */
  publish(workspaceId: string, event: LiveEventPayload): Promise<void>;
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string, options: CookieOptions): void;
  /** Runs after the commit and before the response is sent. */
  afterCommit(work: () => Promise<void>): void;
}

/** An endpoint that accepts access tokens may have a token as its caller. */
type CallerOf<C extends Endpoint> = C["access"] extends {
  kind: "open" | "link" | "signature" | "any";
}
  ? SessionCaller | null
  : C extends { tokenScopes: readonly [] }
    ? SessionCaller
    : C extends { access: { kind: "can" } } | { tokenScopes: object }
      ? Caller
      : SessionCaller;

type AuthorizedBy<A> = A extends { kind: "can"; on: infer N }
  ? N extends Exclude<keyof AuthorizedObjects, "workspace">
    ? { readonly workspace: AuthorizedWorkspace } & { readonly [K in N]: AuthorizedObjects[K] }
    : { readonly workspace: AuthorizedWorkspace }
  : object;

export type HandlerContext<C extends Endpoint> = BaseContext<C> & {
  readonly caller: CallerOf<C>;
} & AuthorizedBy<C["access"]>;

export type HandlerResult<C extends Endpoint> = z.input<C["response"]>;

export type HandlerFunction<C extends Endpoint> = (
  context: HandlerContext<C>,
) => Promise<HandlerResult<C>>;

/** Runs in a transaction as `boreal_system`. The reason says why row-level security cannot apply. */
export interface SystemHandler<C extends Endpoint> {
  readonly kind: "system";
  readonly reason: string;
  readonly run: HandlerFunction<C>;
}

/**
 * Runs slow work (hashing, provider calls) and attempt counting before any transaction starts. The function it
 * returns then runs in a transaction as `boreal_system`.
 */
export interface PreparedHandler<C extends Endpoint> {
  readonly kind: "prepared";
  readonly reason: string;
  readonly prepare: (context: PreparationContext<C>) => Promise<HandlerFunction<C>>;
  /** Replaces the problem of a rejected caller where the standard one would not explain the rejection. */
  readonly explain: ExplainRejection | null;
}
export type ExplainRejection = (
  context: Pick<BaseContext<Endpoint>, "now" | "request">,
) => Promise<ProblemError | null>;
export type PreparationContext<C extends Endpoint> = Pick<
  BaseContext<C>,
  "now" | "request" | "body" | "query" | "path"
> & {
  /**
   * Already authorized, and authorized again in the transaction. Null for open and link endpoints, which are
   * prepared without authentication.
   */
  readonly caller: C["access"] extends { kind: "open" | "link" | "signature" } ? null : CallerOf<C>;
};

/**
 * Reads in a transaction under row-level security, and asks an outside system after the transaction has ended: no
 * connection waits for its response, and tokens keep their limits.
 */
export interface OutsideHandler<C extends Endpoint> {
  readonly kind: "outside";
  /** Returns the function that asks the outside system. */
  readonly read: (context: HandlerContext<C>) => Promise<() => Promise<HandlerResult<C>>>;
}

/** A list. Its query is pipelined with the authentication query in one round trip. */
export interface ListHandler<C extends Endpoint> {
  readonly kind: "listing";
  readonly list: (context: ListContext<C>) => ListQuery;
}
export type ListContext<C extends Endpoint> = Pick<BaseContext<C>, "now" | "query" | "path">;

/**
 * A list that row-level security cannot filter, such as the list of users. Its query is sent after the caller is
 * authorized.
 */
export interface SystemListHandler<C extends Endpoint> {
  readonly kind: "system listing";
  readonly reason: string;
  readonly list: (context: ListContext<C> & { readonly caller: CallerOf<C> }) => ListQuery;
}

/** Sends events until the client disconnects. */
export interface StreamHandler<C extends Endpoint> {
  readonly kind: "stream";
  readonly open: (
    context: HandlerContext<C>,
    send: (event: HandlerResult<C>) => void,
    end: () => void,
    /** Whether the client shows data that was read a moment ago. */
    isContinued: boolean,
  ) => () => void;
}

/** Accepts a WebSocket after its request is authorized. */
export interface SocketHandler<C extends Endpoint> {
  readonly kind: "socket";
  /** Runs in a transaction that may write. Returns the function that gets the open socket after the commit. */
  readonly accept: (
    context: HandlerContext<C>,
    /** Subprotocols that the client offers. */
    protocols: readonly string[],
  ) => Promise<(socket: WebSocket) => void>;
}

export type Handler<C extends Endpoint> =
  | HandlerFunction<C>
  | SystemHandler<C>
  | PreparedHandler<C>
  | OutsideHandler<C>
  | (C extends { stream: true } ? StreamHandler<C> : never)
  | (C extends { socket: true } ? SocketHandler<C> : never)
  | (C["response"] extends z.ZodType<{ meta: unknown }>
      ? ListHandler<C> | SystemListHandler<C>
      : never);

export type Handlers<G> = {
  readonly [K in keyof G]: G[K] extends Endpoint ? Handler<G[K]> : never;
};

export const systemHandler = <C extends Endpoint>(
  reason: string,
  run: HandlerFunction<C>,
): SystemHandler<C> => ({
  kind: "system",
  reason,
  run,
});
export const preparedHandler = <C extends Endpoint>(
  reason: string,
  prepare: PreparedHandler<C>["prepare"],
  options: { explain?: ExplainRejection } = {},
): PreparedHandler<C> => ({
  kind: "prepared",
  reason,
  prepare,
  explain: options.explain ?? null,
});
export const outsideHandler = <C extends Endpoint>(
  read: OutsideHandler<C>["read"],
): OutsideHandler<C> => ({ kind: "outside", read });
export const listHandler = <C extends Endpoint>(list: ListHandler<C>["list"]): ListHandler<C> => ({
  kind: "listing",
  list,
});
/** A list whose statement depends on the query of the request only. */
export const memoizedListHandler = <C extends Endpoint>(
  list: (query: BaseContext<C>["query"]) => ListQuery,
): ListHandler<C> => {
  const memoized = memoizeList(list);
  return listHandler(({ query }) => memoized(query));
};
export const systemListHandler = <C extends Endpoint>(
  reason: string,
  list: SystemListHandler<C>["list"],
): SystemListHandler<C> => ({
  kind: "system listing",
  reason,
  list,
});
export const streamHandler = <C extends Endpoint>(
  open: StreamHandler<C>["open"],
): StreamHandler<C> => ({
  kind: "stream",
  open,
});
export const socketHandler = <C extends Endpoint>(
  accept: SocketHandler<C>["accept"],
): SocketHandler<C> => ({ kind: "socket", accept });

/** Whether the handler runs as boreal_system, which sees every tenant. */
export const bypassesRowLevelSecurity = ({ kind }: { readonly kind: string }): boolean =>
  ["system", "prepared", "system listing"].includes(kind);
