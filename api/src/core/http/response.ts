/**
 * Serializes a handler's result: stripped to the response schema, as JSON, text or file. Lists are sent as PostgreSQL
 * wrote them.
 */
import type { FastifyReply } from "fastify";
import { type Endpoint, fileDownload } from "#contracts/endpoint.ts";
import type { Caller } from "./authorization.ts";
import type { IncomingRequest } from "./authorize-request.ts";
import { sql, type Tx } from "../db/db.ts";
import { type ListQuery, readListResponse } from "../db/list.ts";
import { validateInput } from "./validation.ts";

const yearSeconds = 31_536_000;

/** Serializes a handler's result. Text, such as metrics for a scraper, is sent as plain text. */
export function serializeResponse(
  endpoint: Endpoint,
  result: unknown,
  reply: FastifyReply,
): string | Uint8Array {
  if (endpoint.responseFileType !== undefined)
    return serializeFile(endpoint.responseFileType, result, reply);
  const stripped = endpoint.response.parse(result);
  if (typeof stripped !== "string") return JSON.stringify(stripped);
  reply.type("text/plain; charset=utf-8");
  return stripped;
}

function serializeFile(
  type: NonNullable<Endpoint["responseFileType"]>,
  result: unknown,
  reply: FastifyReply,
) {
  const { name, bytes } = fileDownload.parse(result);
  reply.type(type);
  // An image is displayed inline and cached forever: a changed image gets a new URL. Other files are downloaded.
  if (type.startsWith("image/"))
    reply.header("Cache-Control", `private, max-age=${yearSeconds}, immutable`);
  else reply.header("Content-Disposition", `attachment; filename="${fileName(name)}"`);
  return bytes;
}

const fileName = (name: string) => name.replace(/[^a-zA-Z0-9._-]/g, "_");

/**
 * Sends the list query before authentication completes. Row-level security returns no rows to an unauthenticated
 * caller. What fails, also for bad input, is thrown to those who await the response: only after the caller is authorized.
 */
export function startListQuery(
  tx: Tx,
  list: (input: object) => ListQuery,
  incoming: IncomingRequest,
  caller: Caller | null = null,
): Promise<string> {
  const response = readListOf(tx, list, incoming, caller);
  // Prevents an unhandled rejection while authorization is in progress.
  response.catch(() => undefined);
  return response;
}

/** Sends the query before its first `await`. */
async function readListOf(
  tx: Tx,
  list: (input: object) => ListQuery,
  { endpoint, request, path, now }: IncomingRequest,
  caller: Caller | null,
): Promise<string> {
  const query = list({ now, path, caller, query: validateInput(endpoint, request).query });
  if (query.forceCustomPlan === true)
    tx.execute(sql`SET LOCAL plan_cache_mode = force_custom_plan`).catch(() => undefined);
  return await readListResponse(tx, query);
}
