/** How a handler's answer goes out: stripped to its schema, as JSON, text or file; of a list as PostgreSQL wrote it. */
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
  buildListQuery,
} from "../db/list.ts";
import { validateInput } from "./validation.ts";

const yearSeconds = 31_536_000;

/** What a handler answered, as it goes out. Figures for a scraper are a text, and go out as such. */
export function serializeResponse(
  endpoint: Endpoint,
  answer: unknown,
  reply: FastifyReply,
): string | Uint8Array {
  if (endpoint.responseFileType !== undefined)
    return serializeFile(endpoint.responseFileType, answer, reply);
  const stripped = endpoint.response.parse(answer);
  if (typeof stripped !== "string") return JSON.stringify(stripped);
  reply.type("text/plain; charset=utf-8");
  return stripped;
}

function serializeFile(
  type: NonNullable<Endpoint["responseFileType"]>,
  answer: unknown,
  reply: FastifyReply,
) {
  const { name, bytes } = fileDownload.parse(answer);
  reply.type(type);
  // A picture is shown in place, and kept: another one has another address. Anything else is saved.
  if (type.startsWith("image/"))
    reply.header("Cache-Control", `private, max-age=${yearSeconds}, immutable`);
  else reply.header("Content-Disposition", `attachment; filename="${fileName(name)}"`);
  return bytes;
}

const fileName = (name: string) => name.replace(/[^a-zA-Z0-9._-]/g, "_");

export type PendingList = { query: ListQuery; rows: Promise<ListResult> } | { failed: unknown };

/** Behind the wall the list's query goes out before it is known who asks: a stranger gets no rows. */
export function startListQuery(
  tx: Tx,
  list: (asked: object) => ListQuery,
  { call: endpoint, request, path, now }: IncomingRequest,
  caller: Caller | null = null,
): PendingList {
  try {
    const query = list({ now, path, caller, query: validateInput(endpoint, request).query });
    if (query.forceCustomPlan === true)
      tx.execute(sql`SET LOCAL plan_cache_mode = force_custom_plan`).catch(() => undefined);
    const rows = tx.one<ListResult>(buildListQuery(query));
    // While it is judged who asks, a failure of the list must not count as unhandled.
    rows.catch(() => undefined);
    return { query, rows };
  } catch (failed) {
    // Told only to someone who may make the call.
    return { failed };
  }
}

export async function awaitListResponse(listed: PendingList): Promise<string> {
  if ("failed" in listed) throw listed.failed;
  try {
    return toListResponse(listed.query, await listed.rows);
  } catch (error) {
    throw mapCursorError(error, listed.query);
  }
}
