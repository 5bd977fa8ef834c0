/**
 * Processes one request in a fixed order: rate limits and origin before the body is read (before-body.ts), then
 * maintenance, session, CSRF, permission, object and validation; then the handler runs. One request is one
 * transaction, including its audit event and the jobs it enqueues.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { isAudited } from "#contracts/audited-endpoint.ts";
import { isSessionless } from "#contracts/endpoint.ts";
import { staffTopicOf } from "#contracts/live.ts";
import { type Caller, mapRlsViolation } from "./authorization.ts";
import { authorizeRequest, isStaff, startLookups } from "./authorize-request.ts";
import type {
  AcceptSocket,
  HandlerFunction,
  RegisteredEndpoint,
  RequestState,
  SerializedResponse,
  UntypedHandler,
} from "./request-state.ts";
import { startListQuery, serializeResponse } from "./response.ts";
import { isMutation, readBearerToken } from "./csrf.ts";
import type { Tx } from "../db/db.ts";
import { publishStaffEvent } from "../live/live-events.ts";
import { ProblemError } from "../lib/problem-error.ts";
import { toRequestInfo, bypassesRowLevelSecurity } from "./handlers.ts";
import { createHandlerContext } from "./handler-context.ts";
import { claimIdempotencyKey, storeResponse, toIdempotentRequest } from "./idempotency.ts";
import { rateLimitKey } from "./rate-limiter.ts";
import { confirmRotatedCookie, recordTokenUse } from "./authenticate.ts";
import { auditRequest, recordDenial } from "./request-audit.ts";
import { validateInput } from "./validation.ts";
import { readSessionCredentials } from "./before-body.ts";
import { acceptsStream, type OpenStream } from "./streams.ts";
import { requireUpgrade } from "./web-sockets.ts";

const PathValues = z.record(z.string(), z.string());

export async function handleRequest(
  registered: RegisteredEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const state = await createRequestState(registered, request, reply);
  const { platform, endpoint, handler } = state;
  const run =
    handler.prepare === undefined ? handler.run : await runPreparation(state, handler.prepare);
  const work = (tx: Tx) => executeInTransaction(state, tx, run);
  const execution = bypassesRowLevelSecurity(handler)
    ? platform.db.withSystemRole(handler.reason ?? endpoint.id, work)
    : platform.db.withTenant(work, {
        readOnly: !isMutation(endpoint) && endpoint.socket !== true,
        pipelineCommit: handler.kind === "listing",
      });
  const response = await execution.catch((error: unknown) =>
    recordDenialAndRethrow(state, mapRlsViolation(endpoint, state.caller, error)),
  );
  if (state.askOutside === null) return await sendResponse(state, response);
  const outside = await state.askOutside();
  return await sendResponse(state, serializeResponse(endpoint, outside, reply));
}

async function recordDenialAndRethrow(
  { platform, incoming, lookups }: RequestState,
  error: unknown,
): Promise<never> {
  await recordDenial(platform, incoming, lookups?.authentication, error);
  throw error;
}

/** Collects what is known about the request before any database query. */
async function createRequestState(
  registered: RegisteredEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestState> {
  const { platform, endpoint } = registered;
  const now = platform.clock.now();
  const { cookie, token } = readSessionCredentials(request, platform);
  const bearer = readBearerToken(endpoint, request);
  const path = PathValues.parse(request.params);
  const isClosed = platform.maintenance.startedAt !== null;
  return {
    ...registered,
    incoming: { endpoint, request, path, token, bearer, now, isClosed },
    info: toRequestInfo(request, cookie),
    reply,
    auditDetails: [],
    cookies: [],
    afterCommit: [],
    lookups: null,
    caller: null,
    rejection: null,
    openStream: null,
    openSocket: null,
    askOutside: null,
  };
}

/**
 * Counting and hashing run without an open transaction. The caller is authorized first, unless the endpoint is open.
 */
async function runPreparation(
  state: RequestState,
  prepare: NonNullable<UntypedHandler["prepare"]>,
): Promise<HandlerFunction> {
  const { incoming, info } = state;
  const { endpoint, request, path, now, isClosed } = incoming;
  const isOpen = isSessionless(endpoint.access);
  if (isOpen && isClosed && endpoint.alwaysAvailable !== true)
    throw new ProblemError("maintenance");
  const caller = isOpen ? null : await authorizeBeforePreparation(state);
  const context = { now, path, request: info, caller, ...validateInput(endpoint, request) };
  return await prepare(context).catch((error: unknown) => recordDenialAndRethrow(state, error));
}

async function authorizeBeforePreparation(state: RequestState): Promise<Caller | null> {
  const { platform, handler, incoming, info } = state;
  try {
    return await platform.db.withSystemRole(handler.reason ?? incoming.endpoint.id, async (tx) => {
      state.lookups = startLookups(tx, incoming);
      return (await authorizeRequest(incoming, state.lookups, platform)).caller;
    });
  } catch (error) {
    await recordDenial(platform, incoming, state.lookups?.authentication, error);
    const explained =
      error instanceof ProblemError
        ? await handler.explain?.({ now: incoming.now, request: info })
        : null;
    throw explained ?? error;
  }
}

/** Everything that runs inside the transaction. */
async function executeInTransaction(
  state: RequestState,
  tx: Tx,
  run: HandlerFunction | undefined,
): Promise<SerializedResponse> {
  const { platform, handler, incoming } = state;
  const { kind, list, open } = handler;
  state.lookups = startLookups(tx, incoming);
  const pendingList =
    kind === "listing" && list !== undefined ? startListQuery(tx, list, incoming) : null;
  const authorized = await authorizeRequest(incoming, state.lookups, platform);
  const { caller, seenChanges } = authorized;
  state.caller = caller;
  // Lets the client determine whether its data already includes the change of a live event.
  if (
    seenChanges !== null &&
    !isMutation(incoming.endpoint) &&
    incoming.path["workspace"] !== undefined
  )
    state.reply.header("X-Seen-Changes", seenChanges);
  const rateLimitHolder = caller === null ? null : rateLimitKey(incoming.token, incoming.bearer);
  if (rateLimitHolder !== null) platform.requests.markAuthenticated(rateLimitHolder, state.info.ip);
  if (pendingList !== null) return await pendingList;
  if (kind === "system listing" && list !== undefined)
    return await startListQuery(tx, list, incoming, caller);
  const input = validateInput(incoming.endpoint, incoming.request);
  const context = createHandlerContext(state, tx, authorized, input);
  if (open !== undefined) return prepareStream(state, (...stream) => open(context, ...stream));
  if (handler.accept !== undefined) {
    state.openSocket = await prepareSocket(state, context, handler.accept);
    return null;
  }
  if (handler.read !== undefined) {
    state.askOutside = await handler.read(context);
    return null;
  }
  if (run === undefined) throw new Error(`${incoming.endpoint.id} has no run function`);
  return await executeIdempotently(state, tx, input.body, async () => await run(context));
}

/** Runs the handler, or returns the stored response if the same idempotency key was used before. */
async function executeIdempotently(
  state: RequestState,
  tx: Tx,
  body: unknown,
  run: () => Promise<unknown>,
): Promise<SerializedResponse> {
  const { incoming, caller, reply, auditDetails, platform } = state;
  const { keys } = platform;
  const { endpoint, request, now } = incoming;
  const idempotent = toIdempotentRequest(incoming, caller, body);
  const stored =
    idempotent === null ? null : await claimIdempotencyKey(tx, idempotent, { keys, now });
  if (stored !== null) {
    reply.header("Idempotent-Replayed", "true").code(stored.status);
    return stored.status === 204 ? null : stored.text;
  }
  const result = await run().catch((error: unknown) => {
    if (!(error instanceof ProblemError) || !error.commitsTransaction) throw error;
    state.rejection = error;
    auditDetails.push({ result: "denied" });
    return null;
  });
  const response = result === null ? null : serializeResponse(endpoint, result, reply);
  if (idempotent !== null) {
    const text = typeof response === "string" ? response : "";
    const status = response === null ? 204 : (endpoint.status ?? 200);
    await storeResponse(tx, idempotent, { status, text }, keys);
  }
  // A denial that commits its writes is audited for every endpoint.
  if (isAudited(endpoint) || state.rejection !== null)
    await auditRequest(tx, endpoint, caller, request, now, auditDetails);
  const staffTopic = isMutation(endpoint) ? staffTopicOf(endpoint.id) : null;
  if (staffTopic !== null && state.rejection === null) await publishStaffEvent(tx, staffTopic);
  return response;
}

function prepareStream(state: RequestState, open: OpenStream): null {
  const { incoming, caller, platform, reply } = state;
  if (!acceptsStream(incoming.request.headers.accept)) throw new ProblemError("not_acceptable");
  if (caller === null || caller.session === null)
    throw new Error(`${incoming.endpoint.id}: a stream requires a session`);
  const listener = {
    isStaff: isStaff(caller),
    sessionId: caller.session.id,
    userId: caller.user.id,
  };
  state.openStream = () => {
    // Maintenance may have started since the caller was authorized.
    if (!listener.isStaff && platform.maintenance.startedAt !== null)
      throw new ProblemError("maintenance");
    platform.streams.open(reply, listener, open);
  };
  return null;
}

/** Only an upgrade of this connection opens the socket; any other request is rejected. */
async function prepareSocket(
  { incoming: { request } }: RequestState,
  context: object,
  accept: AcceptSocket,
): Promise<() => void> {
  const upgrade = requireUpgrade(request.raw);
  const onOpen = await accept(context, upgrade.protocols);
  return () => upgrade.open(onOpen);
}

/** Work after the commit, then the response. */
async function sendResponse(state: RequestState, response: SerializedResponse) {
  const { platform, incoming, reply, rejection } = state;
  for (const set of state.cookies) set();
  await confirmRotatedCookie(platform.db, state.caller, incoming.now);
  await recordTokenUse(platform.db, state.caller, state.info.ip, incoming.now);
  for (const callback of state.afterCommit) await callback();
  if (rejection !== null) {
    incoming.request.log.warn(
      { call: incoming.endpoint.id, code: rejection.code },
      "request rejected and audited",
    );
    throw rejection;
  }
  if (state.openSocket !== null) {
    reply.hijack();
    state.openSocket();
    return reply;
  }
  if (state.openStream !== null) {
    state.openStream();
    return reply;
  }
  if (reply.statusCode === 200)
    reply.code(response === null ? 204 : (incoming.endpoint.status ?? 200));
  if (response !== null && !reply.hasHeader("content-type"))
    reply.type("application/json; charset=utf-8");
  return reply.send(response ?? undefined);
}
