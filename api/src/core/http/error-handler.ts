/** The one place where a problem becomes an answer. */
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { type ProblemCode, problemCatalogue } from "#contracts/problems.ts";
import { ValidationError, ProblemError } from "./problem-error.ts";
import { isNavigation } from "./serve-console.ts";
import { isDatabaseError } from "../db/db.ts";
import { unavailableRefusal } from "../db/database-errors.ts";
import { errorPage } from "./error-page.ts";
import { methodsAt } from "./urls.ts";

/** What Fastify itself refuses before a handler runs, in our codes. */
const fastifyErrorCodes: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "bad_request",
  FST_ERR_CTP_EMPTY_JSON_BODY: "bad_request",
  FST_ERR_CTP_INVALID_JSON_BODY: "bad_request",
  FST_ERR_BAD_URL: "bad_request",
  FST_ERR_MAX_PARAM_LENGTH: "uri_too_long",
};
/** SQLSTATEs of text PostgreSQL cannot hold (a NUL, a broken surrogate): the sender's fault, not ours. */
const invalidTextStates = ["22021", "22P05"];
const lockTimeout = "55P03";
const defaultRetryAfterSeconds = 30;

export function handleError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const requestId = request.id;
  if (error instanceof ValidationError)
    return reply.code(422).send({ errors: error.errors, requestId });
  const outage = unavailableRefusal(error);
  if (outage !== null) request.log.error({ err: error }, "the database is not available");
  const problem = outage ?? toProblemError(error);
  if (problem === null) request.log.error({ err: error }, "failed");
  if (isPage(request)) return sendPage(request, reply, problem?.status ?? 500);
  if (problem === null) {
    return reply
      .code(500)
      .send({ code: "internal", message: problemCatalogue.internal[1], requestId });
  }
  const { permission, seconds, reason } = problem.details;
  const wait = seconds ?? (problem.status === 429 ? defaultRetryAfterSeconds : undefined);
  if (wait !== undefined) reply.header("Retry-After", wait);
  return reply.code(problem.status).send({
    code: problem.code,
    message: problem.message,
    requestId,
    ...(permission === undefined ? {} : { permission }),
    ...(wait === undefined ? {} : { seconds: wait }),
    ...(reason === undefined ? {} : { reason: reason.code }),
    ...(reason?.params === undefined ? {} : { params: reason.params }),
  });
}

function toProblemError(error: FastifyError | Error): ProblemError | null {
  if (error instanceof ProblemError) return error;
  if (invalidTextStates.some((state) => isDatabaseError(error, state)))
    return new ProblemError("bad_request");
  if (isDatabaseError(error, lockTimeout))
    return new ProblemError("request_in_progress", { seconds: 1 });
  if (!("code" in error))
    return "statusCode" in error && error.statusCode === 400
      ? new ProblemError("bad_request")
      : null;
  const known = fastifyErrorCodes[error.code];
  if (known !== undefined) return new ProblemError(known);
  return error.statusCode === 400 ? new ProblemError("bad_request") : null;
}

/** A browser that opens an address no endpoint answers: it gets a page, never JSON. */
const isPage = (request: FastifyRequest): boolean =>
  request.routeOptions.config.call === undefined && isNavigation(request.raw);

const sendPage = (request: FastifyRequest, reply: FastifyReply, status: number) =>
  reply
    .code(status)
    .type("text/html; charset=utf-8")
    .send(errorPage(request.headers, { status, requestId: request.id }));

/** No endpoint takes this method at this address: 405 with the methods it takes, 404 where it takes none. */
export function refuseUnrouted(request: FastifyRequest, reply: FastifyReply): never {
  const methods = methodsAt(request.originalUrl);
  if (methods.length === 0) throw new ProblemError("not_found");
  reply.header("Allow", methods.join(", "));
  throw new ProblemError("method_not_allowed");
}
