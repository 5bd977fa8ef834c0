/** What a noun hands to mount(): one handler per call, which receives only what the access granted. */
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Endpoint, PathParams } from "#contracts/endpoint.ts";
import type { LiveEventPayload } from "#contracts/live.ts";
import type { AccessLevel } from "#contracts/roles.ts";
import type {
  Caller,
  SessionCaller,
  AuthorizedObjects,
  AuthorizedWorkspace,
} from "./authorization.ts";
import { addressOf } from "./addresses.ts";
import type { AuditDetails } from "../audit/audit.ts";
import type { Tx } from "../db/db.ts";
import type { ProblemError } from "./problem-error.ts";
import type { JobDefinition, JobOptions } from "../jobs/jobs.ts";
import type { ListQuery } from "../db/list.ts";

export interface RequestInfo {
  readonly id: string;
  readonly ip: string;
  readonly userAgent: string | null;
  /** As sent, and not yet believed; empty where it came twice, null where it did not come. */
  readonly sessionCookie: string | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export const toRequestInfo = (
  request: FastifyRequest,
  sessionCookie: string | null,
): RequestInfo => ({
  id: request.id,
  ip: addressOf(request),
  userAgent: request.headers["user-agent"] ?? null,
  sessionCookie,
  headers: request.headers,
});

export interface CookieOptions {
  httpOnly: boolean;
  sameSite: "strict" | "lax";
  /** On the parent domain, for sibling hosts; else on this host alone. */
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
  readonly reach: AccessLevel;
  /** Adds to the audit entry of this call. */
  audit(note: AuditDetails): void;
  enqueue<S extends z.ZodType>(
    job: JobDefinition<S>,
    payload: z.output<S>,
    options?: JobOptions,
  ): Promise<void>;
  /** Tells open pages, once the change is on disk. */
  publish(workspaceId: string, news: LiveEventPayload): Promise<void>;
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string, options: CookieOptions): void;
  /** Runs when the change is on disk, before the answer goes out. */
  afterCommit(work: () => Promise<void>): void;
}

/** A call that takes access tokens may be made by a program. */
type CallerOf<C extends Endpoint> = C["access"] extends { kind: "open" | "link" | "any" }
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

/** Works as boreal_system; the reason says why the wall cannot hold here. */
export interface SystemHandler<C extends Endpoint> {
  readonly kind: "system";
  readonly reason: string;
  readonly run: HandlerFunction<C>;
}

/**
 * What is slow, or must be counted whatever becomes of the request, comes first and outside any
 * transaction; what it decided then runs as boreal_system.
 */
export interface PreparedHandler<C extends Endpoint> {
  readonly kind: "prepared";
  readonly reason: string;
  readonly prepare: (asked: PreparationContext<C>) => Promise<HandlerFunction<C>>;
  /** What whoever is not let in hears instead, where that would leave them in the dark. */
  readonly explain: ExplainRejection | null;
}
export type ExplainRejection = (
  asked: Pick<BaseContext<Endpoint>, "now" | "request">,
) => Promise<ProblemError | null>;
export type PreparationContext<C extends Endpoint> = Pick<
  BaseContext<C>,
  "now" | "request" | "body" | "query" | "path"
> & {
  /** Already let in; judged again in the transaction. Of open calls and links nobody is looked up before. */
  readonly caller: C["access"] extends { kind: "open" | "link" } ? null : CallerOf<C>;
};

/** A list: its query is sent together with the question who is asking, in one round trip. */
export interface ListHandler<C extends Endpoint> {
  readonly kind: "listing";
  readonly list: (asked: ListContext<C>) => ListQuery;
}
export type ListContext<C extends Endpoint> = Pick<BaseContext<C>, "now" | "query" | "path">;

/** A list the wall cannot hold, such as that of people: its query goes out once it is known that the caller may ask. */
export interface SystemListHandler<C extends Endpoint> {
  readonly kind: "system listing";
  readonly reason: string;
  readonly list: (asked: ListContext<C> & { readonly caller: CallerOf<C> }) => ListQuery;
}

/** Writes events until the page goes away. */
export interface StreamHandler<C extends Endpoint> {
  readonly kind: "stream";
  readonly open: (
    context: HandlerContext<C>,
    send: (event: HandlerResult<C>) => void,
    end: () => void,
  ) => () => void;
}

export type Handler<C extends Endpoint> =
  | HandlerFunction<C>
  | SystemHandler<C>
  | PreparedHandler<C>
  | (C extends { stream: true } ? StreamHandler<C> : never)
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
export const listHandler = <C extends Endpoint>(list: ListHandler<C>["list"]): ListHandler<C> => ({
  kind: "listing",
  list,
});
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

/** Whether it works as boreal_system, which sees every tenant. */
export const bypassesRowLevelSecurity = ({ kind }: { readonly kind: string }): boolean =>
  ["system", "prepared", "system listing"].includes(kind);
