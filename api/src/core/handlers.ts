/** What a noun hands to mount(): one handler per call, which receives only what the access granted. */
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Call, PathNames } from "#contracts/kit.ts";
import type { LiveNews } from "#contracts/live.ts";
import type { Reach } from "#contracts/permissions.ts";
import type { AnyCaller, Caller, Granted, GrantedWorkspace } from "./access.ts";
import { addressOf } from "./addresses.ts";
import type { AuditNote } from "./audit.ts";
import type { Tx } from "./db.ts";
import type { Refusal } from "./errors.ts";
import type { JobOptions, TaskName, Tasks } from "./jobs.ts";
import type { ListQuery } from "./list.ts";

export interface RequestInfo {
  readonly id: string;
  readonly ip: string;
  readonly userAgent: string | null;
  /** As sent, and not yet believed; empty where it came twice, null where it did not come. */
  readonly sessionCookie: string | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export const describeRequest = (
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

interface Basics<C extends Call> {
  readonly tx: Tx;
  /** The injected clock, read once for the request. */
  readonly now: Date;
  readonly request: RequestInfo;
  readonly body: C extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
  readonly query: C extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
  readonly path: Readonly<Record<PathNames<C["path"]>, string>>;
  readonly reach: Reach;
  /** Adds to the audit entry of this call. */
  note(note: AuditNote): void;
  enqueue<T extends TaskName>(task: T, payload: Tasks[T], options?: JobOptions): Promise<void>;
  /** Tells open pages, once the change is on disk. */
  announce(workspaceId: string, news: LiveNews): Promise<void>;
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string, options: CookieOptions): void;
  /** Runs when the change is on disk, before the answer goes out. */
  afterwards(work: () => Promise<void>): void;
}

/** A call that takes access tokens may be made by a program. */
type CallerOf<C extends Call> = C["access"] extends { kind: "open" | "link" | "any" }
  ? Caller | null
  : C extends { tokenWith: readonly [] }
    ? Caller
    : C extends { access: { kind: "can" } } | { tokenWith: object }
      ? AnyCaller
      : Caller;

type GrantedBy<A> = A extends { kind: "can"; on: infer N }
  ? N extends Exclude<keyof Granted, "workspace">
    ? { readonly workspace: GrantedWorkspace } & { readonly [K in N]: Granted[K] }
    : { readonly workspace: GrantedWorkspace }
  : object;

export type Context<C extends Call> = Basics<C> & {
  readonly caller: CallerOf<C>;
} & GrantedBy<C["access"]>;

export type Answer<C extends Call> = z.input<C["returns"]>;

export type Run<C extends Call> = (context: Context<C>) => Promise<Answer<C>>;

/** Works as boreal_system; the reason says why the wall cannot hold here. */
export interface SystemHandler<C extends Call> {
  readonly kind: "system";
  readonly reason: string;
  readonly run: Run<C>;
}

/**
 * What is slow, or must be counted whatever becomes of the request, comes first and outside any
 * transaction; what it decided then runs as boreal_system.
 */
export interface PreparedHandler<C extends Call> {
  readonly kind: "prepared";
  readonly reason: string;
  readonly prepare: (asked: Asked<C>) => Promise<Run<C>>;
  /** What whoever is not let in hears instead, where that would leave them in the dark. */
  readonly explain: Explain | null;
}
export type Explain = (asked: Pick<Basics<Call>, "now" | "request">) => Promise<Refusal | null>;
export type Asked<C extends Call> = Pick<
  Basics<C>,
  "now" | "request" | "body" | "query" | "path"
> & {
  /** Already let in; judged again in the transaction. Of open calls and links nobody is looked up before. */
  readonly caller: C["access"] extends { kind: "open" | "link" } ? null : CallerOf<C>;
};

/** A list: its query is sent together with the question who is asking, in one round trip. */
export interface Listing<C extends Call> {
  readonly kind: "listing";
  readonly list: (asked: ListContext<C>) => ListQuery;
}
export type ListContext<C extends Call> = Pick<Basics<C>, "now" | "query" | "path">;

/** A list the wall cannot hold, such as that of people: its query goes out once it is known that the caller may ask. */
export interface SystemListing<C extends Call> {
  readonly kind: "system listing";
  readonly reason: string;
  readonly list: (asked: ListContext<C> & { readonly caller: CallerOf<C> }) => ListQuery;
}

/** Writes events until the page goes away. */
export interface Stream<C extends Call> {
  readonly kind: "stream";
  readonly open: (
    context: Context<C>,
    send: (event: Answer<C>) => void,
    end: () => void,
  ) => () => void;
}

export type Handler<C extends Call> =
  | Run<C>
  | SystemHandler<C>
  | PreparedHandler<C>
  | (C extends { stream: true } ? Stream<C> : never)
  | (C["returns"] extends z.ZodType<{ meta: unknown }> ? Listing<C> | SystemListing<C> : never);

export type Handlers<G> = { readonly [K in keyof G]: G[K] extends Call ? Handler<G[K]> : never };

export const asSystem = <C extends Call>(reason: string, run: Run<C>): SystemHandler<C> => ({
  kind: "system",
  reason,
  run,
});
export const prepared = <C extends Call>(
  reason: string,
  prepare: PreparedHandler<C>["prepare"],
  options: { explain?: Explain } = {},
): PreparedHandler<C> => ({
  kind: "prepared",
  reason,
  prepare,
  explain: options.explain ?? null,
});
export const listing = <C extends Call>(list: Listing<C>["list"]): Listing<C> => ({
  kind: "listing",
  list,
});
export const systemListing = <C extends Call>(
  reason: string,
  list: SystemListing<C>["list"],
): SystemListing<C> => ({
  kind: "system listing",
  reason,
  list,
});
export const stream = <C extends Call>(open: Stream<C>["open"]): Stream<C> => ({
  kind: "stream",
  open,
});

/** Whether it works as boreal_system, which sees every tenant. */
export const worksOutsideWall = ({ kind }: { readonly kind: string }): boolean =>
  ["system", "prepared", "system listing"].includes(kind);
