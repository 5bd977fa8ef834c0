/**
 * One request, from the wire and back. It is judged in one fixed order: limits and context before its body is read
 * (before-body.ts), then maintenance, session, CSRF, access, object, shape; then its handler works. One request is one
 * transaction, with its audit entry and the jobs it starts.
 */
import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Endpoint } from "#contracts/endpoint.ts";
import { type Caller, mapRlsViolation } from "./authorization.ts";
import {
  authorizeRequest,
  type IncomingRequest,
  isStaff,
  type PendingLookups,
  startLookups,
} from "./authorize-request.ts";
import { awaitListResponse, startListQuery, serializeResponse } from "./response.ts";
import { auditRequest, type AuditDetails, isAudited, recordDenial } from "../audit/audit.ts";
import { isMutation, readBearerToken } from "./csrf.ts";
import type { Tx } from "../db/db.ts";
import { ProblemError } from "./problem-error.ts";
import {
  toRequestInfo,
  type ExplainRejection,
  type RequestInfo,
  bypassesRowLevelSecurity,
} from "./handlers.ts";
import { createHandlerContext } from "./handler-context.ts";
import { claimIdempotencyKey, storeResponse, toIdempotentRequest } from "./idempotency.ts";
import type { ListQuery } from "../db/list.ts";
import type { ServerDeps } from "./register-endpoints.ts";
import { rateLimitKey } from "./rate-limiter.ts";
import { confirmRotatedCookie, recordTokenUse } from "./authenticate.ts";
import { validateInput } from "./validation.ts";
import { presented } from "./before-body.ts";
import { acceptsStream, type OpenStream } from "./streams.ts";

const PathValues = z.record(z.string(), z.string());

type HandlerFunction = (context: object) => Promise<unknown>;

/** A handler without its call's types, which mount() has checked. */
export interface UntypedHandler {
  readonly kind: string;
  readonly reason?: string;
  readonly run?: HandlerFunction;
  readonly prepare?: (asked: object) => Promise<HandlerFunction>;
  readonly explain?: ExplainRejection | null;
  readonly list?: (asked: object) => ListQuery;
  readonly open?: (context: object, ...stream: Parameters<OpenStream>) => () => void;
}

export interface RegisteredEndpoint {
  readonly platform: ServerDeps;
  readonly call: Endpoint;
  readonly handler: UntypedHandler;
}

type SerializedResponse = string | Uint8Array | null;

/** A request on its way, and what is left to do for it when its change is on disk. */
export interface RequestState extends RegisteredEndpoint {
  readonly asked: IncomingRequest;
  readonly info: RequestInfo;
  readonly reply: FastifyReply;
  readonly notes: AuditDetails[];
  /** A session that was rolled back has no cookie: they are set behind the transaction. */
  readonly cookies: (() => void)[];
  readonly afterCommit: (() => Promise<void>)[];
  questions: PendingLookups | null;
  caller: Caller | null;
  /** A refusal that keeps what was written. */
  refused: ProblemError | null;
  openStream: (() => void) | null;
}

export async function handleRequest(
  served: RegisteredEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const serving = await createRequestState(served, request, reply);
  const { platform, call: endpoint, handler } = serving;
  const run =
    handler.prepare === undefined ? handler.run : await runPreparation(serving, handler.prepare);
  const work = (tx: Tx) => executeInTransaction(serving, tx, run);
  const working = bypassesRowLevelSecurity(handler)
    ? platform.db.withSystemRole(handler.reason ?? endpoint.id, work)
    : platform.db.withTenant(work, {
        readOnly: !isMutation(endpoint),
        pipelineCommit: handler.kind === "listing",
      });
  const out = await working.catch((failure: unknown) =>
    recordDenialAndRethrow(serving, mapRlsViolation(endpoint, serving.caller, failure)),
  );
  return await sendResponse(serving, out);
}

async function recordDenialAndRethrow(
  { platform, asked, questions }: RequestState,
  error: unknown,
): Promise<never> {
  await recordDenial(platform, asked, questions?.opening, error);
  throw error;
}

/** What can be told before the database is asked for anything but the right to ask. */
async function createRequestState(
  served: RegisteredEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestState> {
  const { platform, call: endpoint } = served;
  const now = platform.clock.now();
  const { cookie, token } = presented(request, platform);
  const bearer = readBearerToken(endpoint, request);
  const path = PathValues.parse(request.params);
  const isClosed = platform.maintenance.startedAt !== null;
  return {
    ...served,
    asked: { call: endpoint, request, path, token, bearer, now, isClosed },
    info: toRequestInfo(request, cookie),
    reply,
    notes: [],
    cookies: [],
    afterCommit: [],
    questions: null,
    caller: null,
    refused: null,
    openStream: null,
  };
}

/** Counting and hashing happen with no transaction open; who asks is judged before, unless nobody needs to be known. */
async function runPreparation(
  serving: RequestState,
  prepare: NonNullable<UntypedHandler["prepare"]>,
): Promise<HandlerFunction> {
  const { asked, info } = serving;
  const { call: endpoint, request, path, now, isClosed } = asked;
  const isOpen = endpoint.access.kind === "open" || endpoint.access.kind === "link";
  if (isOpen && isClosed && endpoint.alwaysAvailable !== true)
    throw new ProblemError("maintenance");
  const caller = isOpen ? null : await authorizeBeforePreparation(serving);
  const known = { now, path, request: info, caller, ...validateInput(endpoint, request) };
  return await prepare(known).catch((error: unknown) => recordDenialAndRethrow(serving, error));
}

async function authorizeBeforePreparation(serving: RequestState): Promise<Caller | null> {
  const { platform, handler, asked, info } = serving;
  try {
    return await platform.db.withSystemRole(handler.reason ?? asked.call.id, async (tx) => {
      serving.questions = startLookups(tx, asked);
      return (await authorizeRequest(asked, serving.questions, platform)).caller;
    });
  } catch (error) {
    await recordDenial(platform, asked, serving.questions?.opening, error);
    const explained =
      error instanceof ProblemError
        ? await handler.explain?.({ now: asked.now, request: info })
        : null;
    throw explained ?? error;
  }
}

/** Everything inside the transaction. */
async function executeInTransaction(
  serving: RequestState,
  tx: Tx,
  run: HandlerFunction | undefined,
): Promise<SerializedResponse> {
  const { platform, handler, asked } = serving;
  const { kind, list, open } = handler;
  serving.questions = startLookups(tx, asked);
  const listed = kind === "listing" && list !== undefined ? startListQuery(tx, list, asked) : null;
  const admitted = await authorizeRequest(asked, serving.questions, platform);
  const { caller, seenChanges } = admitted;
  serving.caller = caller;
  // What is shown of a workspace knows by it whether it has what a live event tells of.
  if (seenChanges !== null && !isMutation(asked.call) && asked.path["workspace"] !== undefined)
    serving.reply.header("X-Seen-Changes", seenChanges);
  const holder = caller === null ? null : rateLimitKey(asked.token, asked.bearer);
  if (holder !== null) platform.requests.markAuthenticated(holder, serving.info.ip);
  if (listed !== null) return await awaitListResponse(listed);
  if (kind === "system listing" && list !== undefined)
    return await awaitListResponse(startListQuery(tx, list, asked, caller));
  const input = validateInput(asked.call, asked.request);
  const context = createHandlerContext(serving, tx, admitted, input);
  if (open !== undefined) return prepareStream(serving, (...stream) => open(context, ...stream));
  if (run === undefined) throw new Error(`${asked.call.id} does nothing`);
  return await executeIdempotently(serving, tx, input.body, async () => await run(context));
}

/** Does it, unless the same was asked for before under the same key: then that answer is repeated. */
async function executeIdempotently(
  serving: RequestState,
  tx: Tx,
  body: unknown,
  run: () => Promise<unknown>,
): Promise<SerializedResponse> {
  const { asked, caller, reply, notes } = serving;
  const { call: endpoint, request, now } = asked;
  const repeat = toIdempotentRequest(asked, caller, body);
  const stored = repeat === null ? null : await claimIdempotencyKey(tx, repeat, now);
  if (stored !== null) {
    reply.header("Idempotent-Replayed", "true").code(stored.status);
    return stored.answer;
  }
  const answer = await run().catch((error: unknown) => {
    if (!(error instanceof ProblemError) || !error.commitsTransaction) throw error;
    serving.refused = error;
    notes.push({ result: "denied" });
    return null;
  });
  const out = answer === null ? null : serializeResponse(endpoint, answer, reply);
  if (repeat !== null) {
    const text = typeof out === "string" ? out : "";
    await storeResponse(tx, repeat, { status: endpoint.status ?? 200, answer: text });
  }
  // A refusal that keeps what was written is one to look for, whatever the call.
  if (isAudited(endpoint) || serving.refused !== null)
    await auditRequest(tx, endpoint, caller, request, now, notes);
  return out;
}

function prepareStream(serving: RequestState, open: OpenStream): null {
  const { asked, caller, platform, reply } = serving;
  if (!acceptsStream(asked.request.headers.accept)) throw new ProblemError("not_acceptable");
  if (caller === null || caller.session === null)
    throw new Error(`${asked.call.id}: a stream is opened by a session`);
  const listener = {
    isStaff: isStaff(caller),
    sessionId: caller.session.id,
    userId: caller.user.id,
  };
  serving.openStream = () => {
    // It may have begun since the caller was let in.
    if (!listener.isStaff && platform.maintenance.startedAt !== null)
      throw new ProblemError("maintenance");
    platform.streams.open(reply, listener, open);
  };
  return null;
}

/** Behind the transaction: what waited for it, and the answer. */
async function sendResponse(serving: RequestState, out: SerializedResponse) {
  const { platform, asked, reply, refused: rejected } = serving;
  for (const set of serving.cookies) set();
  await confirmRotatedCookie(platform.db, serving.caller, asked.now);
  await recordTokenUse(platform.db, serving.caller, serving.info.ip, asked.now);
  for (const later of serving.afterCommit) await later();
  if (rejected !== null) {
    asked.request.log.warn({ call: asked.call.id, code: rejected.code }, "refused, and on record");
    throw rejected;
  }
  if (serving.openStream !== null) {
    serving.openStream();
    return reply;
  }
  if (reply.statusCode === 200) reply.code(out === null ? 204 : (asked.call.status ?? 200));
  if (out !== null && !reply.hasHeader("content-type"))
    reply.type("application/json; charset=utf-8");
  return reply.send(out ?? undefined);
}
