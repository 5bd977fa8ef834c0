/**
 * Serializes a handler's result: stripped to the response schema, as JSON, text or file. Lists are sent as PostgreSQL
 * wrote them.
 */
import type { FastifyReply } from "fastify";
import { type Endpoint, fileDownload } from "#contracts/endpoint.ts";
import type { Caller } from "./authorization.ts";
import type { IncomingRequest } from "./authorize-request.ts";
import { sql, type Tx } from "../db/db.ts";
import {
  mapCursorError,
  toListResponse,
  type ListQuery,
  type ListResult,
  readList,
} from "../db/list.ts";
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

export type PendingList = { query: ListQuery; rows: Promise<ListResult> } | { failed: unknown };

/**
 * Sends the list query before authentication completes. Row-level security returns no rows to an unauthenticated
 * caller.
 */
export function startListQuery(
  tx: Tx,
  list: (input: object) => ListQuery,
  { endpoint, request, path, now }: IncomingRequest,
  caller: Caller | null = null,
): PendingList {
  try {
    const query = list({ now, path, caller, query: validateInput(endpoint, request).query });
    if (query.forceCustomPlan === true)
      tx.execute(sql`SET LOCAL plan_cache_mode = force_custom_plan`).catch(() => undefined);
    const rows = readList(tx, query);
    // Prevents an unhandled rejection while authorization is in progress.
    rows.catch(() => undefined);
    return { query, rows };
  } catch (failed) {
    // Thrown only after the caller is authorized.
    return { failed };
  }
}

export async function awaitListResponse(pending: PendingList): Promise<string> {
  if ("failed" in pending) throw pending.failed;
  try {
    return toListResponse(pending.query, await pending.rows);
  } catch (error) {
    throw mapCursorError(error, pending.query);
  }
}
