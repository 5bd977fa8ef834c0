/** The one place where a refusal becomes an answer. */
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { type ProblemCode, problems } from "#contracts/errors.ts";
import { InvalidFields, Refusal } from "./errors.ts";
import { navigates } from "./console.ts";
import { isDatabaseError } from "./db.ts";
import { unavailableRefusal } from "./database-errors.ts";
import { errorPage } from "./error-page.ts";
import { methodsAt } from "./urls.ts";

/** What Fastify itself refuses before a handler runs, in our codes. */
const ofFastify: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "bad_request",
  FST_ERR_CTP_EMPTY_JSON_BODY: "bad_request",
  FST_ERR_CTP_INVALID_JSON_BODY: "bad_request",
  FST_ERR_BAD_URL: "bad_request",
  FST_ERR_MAX_PARAM_LENGTH: "uri_too_long",
};
/** SQLSTATEs of text PostgreSQL cannot hold (a NUL, a broken surrogate): the sender's fault, not ours. */
const badText = ["22021", "22P05"];
const lockTimeout = "55P03";
const generalRetrySeconds = 30;

export function renderError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const requestId = request.id;
  if (error instanceof InvalidFields)
    return reply.code(422).send({ errors: error.errors, requestId });
  const outage = unavailableRefusal(error);
  if (outage !== null) request.log.error({ err: error }, "the database is not available");
  const refusal = outage ?? asRefusal(error);
  if (refusal === null) request.log.error({ err: error }, "failed");
  if (isPage(request)) return sendPage(request, reply, refusal?.status ?? 500);
  if (refusal === null) {
    return reply.code(500).send({ code: "internal", message: problems.internal[1], requestId });
  }
  const { permission, seconds } = refusal.details;
  const wait = seconds ?? (refusal.status === 429 ? generalRetrySeconds : undefined);
  if (wait !== undefined) reply.header("Retry-After", wait);
  return reply.code(refusal.status).send({
    code: refusal.code,
    message: refusal.message,
    requestId,
    ...(permission === undefined ? {} : { permission }),
    ...(wait === undefined ? {} : { seconds: wait }),
  });
}

function asRefusal(error: FastifyError | Error): Refusal | null {
  if (error instanceof Refusal) return error;
  if (badText.some((state) => isDatabaseError(error, state))) return new Refusal("bad_request");
  if (isDatabaseError(error, lockTimeout))
    return new Refusal("request_in_progress", { seconds: 1 });
  if (!("code" in error))
    return "statusCode" in error && error.statusCode === 400 ? new Refusal("bad_request") : null;
  const known = ofFastify[error.code];
  if (known !== undefined) return new Refusal(known);
  return error.statusCode === 400 ? new Refusal("bad_request") : null;
}

/** A browser that opens an address no endpoint answers: it gets a page, never JSON. */
const isPage = (request: FastifyRequest): boolean =>
  request.routeOptions.config.call === undefined && navigates(request.raw);

const sendPage = (request: FastifyRequest, reply: FastifyReply, status: number) =>
  reply
    .code(status)
    .type("text/html; charset=utf-8")
    .send(errorPage(request.headers, { status, requestId: request.id }));

/** No endpoint takes this method at this address: 405 with the methods it takes, 404 where it takes none. */
export function refuseUnrouted(request: FastifyRequest, reply: FastifyReply): never {
  const methods = methodsAt(request.originalUrl);
  if (methods.length === 0) throw new Refusal("not_found");
  reply.header("Allow", methods.join(", "));
  throw new Refusal("method_not_allowed");
}
