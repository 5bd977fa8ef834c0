/** A request in progress: its endpoint and handler without their types, and what its transaction leaves to do. */
import type { FastifyReply } from "fastify";
import type { WebSocket } from "ws";
import type { Endpoint } from "#contracts/endpoint.ts";
import type { AuditDetails } from "../audit/audit.ts";
import type { ListQuery } from "../db/list.ts";
import type { ProblemError } from "../lib/problem-error.ts";
import type { Caller } from "./authorization.ts";
import type { IncomingRequest, PendingLookups } from "./authorize-request.ts";
import type { ExplainRejection, RequestInfo } from "./handlers.ts";
import type { ServerDeps } from "./register-endpoints.ts";
import type { OpenStream } from "./streams.ts";

export type AcceptSocket = (
  context: object,
  protocols: readonly string[],
) => Promise<(socket: WebSocket) => void>;

export type HandlerFunction = (context: object) => Promise<unknown>;

/** A handler without its endpoint's types, which registerEndpoints has checked. */
export interface UntypedHandler {
  readonly kind: string;
  readonly reason?: string;
  readonly run?: HandlerFunction;
  readonly prepare?: (input: object) => Promise<HandlerFunction>;
  readonly read?: (context: object) => Promise<() => Promise<unknown>>;
  readonly accept?: AcceptSocket;
  readonly explain?: ExplainRejection | null;
  readonly list?: (input: object) => ListQuery;
  readonly open?: (context: object, ...stream: Parameters<OpenStream>) => () => void;
}

export interface RegisteredEndpoint {
  readonly platform: ServerDeps;
  readonly endpoint: Endpoint;
  readonly handler: UntypedHandler;
}

export type SerializedResponse = string | Uint8Array | null;

/** A request in progress, with the work that follows its commit. */
export interface RequestState extends RegisteredEndpoint {
  readonly incoming: IncomingRequest;
  readonly info: RequestInfo;
  readonly reply: FastifyReply;
  readonly auditDetails: AuditDetails[];
  /** Set after the commit: a rolled-back session must not set a cookie. */
  readonly cookies: (() => void)[];
  readonly afterCommit: (() => Promise<void>)[];
  lookups: PendingLookups | null;
  caller: Caller | null;
  /** A problem thrown by a handler that commits its writes. */
  rejection: ProblemError | null;
  openStream: (() => void) | null;
  openSocket: (() => void) | null;
  /** Asks an outside system for the response, after the commit. */
  askOutside: (() => Promise<unknown>) | null;
}
