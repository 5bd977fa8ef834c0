/** The single place that turns an error into a response. */
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { type ProblemCode, problemCatalogue } from "#contracts/problems.ts";
import { ValidationError, ProblemError } from "../lib/problem-error.ts";
import { isNavigation } from "./serve-console.ts";
import { isDatabaseError } from "../db/db.ts";
import { toUnavailableProblem } from "../db/database-errors.ts";
import { errorPage } from "./error-page.ts";
import { allowedMethods } from "./urls.ts";

/** Maps errors that Fastify raises before a handler runs to problem codes. */
const fastifyErrorCodes: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "bad_request",
  FST_ERR_CTP_EMPTY_JSON_BODY: "bad_request",
  FST_ERR_CTP_INVALID_JSON_BODY: "bad_request",
  FST_ERR_BAD_URL: "bad_request",
  FST_ERR_MAX_PARAM_LENGTH: "uri_too_long",
};
/**
 * SQLSTATEs for text that PostgreSQL cannot store (NUL, unpaired surrogate): an invalid request, not an internal
 * error.
 */
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
  const unavailable = toUnavailableProblem(error);
  if (unavailable !== null) request.log.error({ err: error }, "the database is not available");
  const problem = unavailable ?? toProblemError(error);
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
  const problemCode = fastifyErrorCodes[error.code];
  if (problemCode !== undefined) return new ProblemError(problemCode);
  return error.statusCode === 400 ? new ProblemError("bad_request") : null;
}

/** A browser navigation to a URL without an endpoint gets an HTML page, never JSON. */
const isPage = (request: FastifyRequest): boolean =>
  request.routeOptions.config.call === undefined && isNavigation(request.raw);

const sendPage = (request: FastifyRequest, reply: FastifyReply, status: number) =>
  reply
    .code(status)
    .type("text/html; charset=utf-8")
    .send(errorPage(request.headers, { status, requestId: request.id }));

/** Throws 405 with the allowed methods if the path has endpoints for other methods, else 404. */
export function rejectUnroutedRequest(request: FastifyRequest, reply: FastifyReply): never {
  const methods = allowedMethods(request.originalUrl);
  if (methods.length === 0) throw new ProblemError("not_found");
  reply.header("Allow", methods.join(", "));
  throw new ProblemError("method_not_allowed");
}
