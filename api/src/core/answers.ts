/** How a handler's answer goes out: stripped to its schema, as JSON, text or file; of a list as PostgreSQL wrote it. */
import type { FastifyReply } from "fastify";
import { type Call, download } from "#contracts/kit.ts";
import type { AnyCaller } from "./access.ts";
import type { Asked } from "./admission.ts";
import { sql, type Tx } from "./db.ts";
import { asCursorFault, listAnswer, type ListQuery, type ListRow, listSql } from "./list.ts";
import { parseInput } from "./parse.ts";

const yearSeconds = 31_536_000;

/** What a handler answered, as it goes out. Figures for a scraper are a text, and go out as such. */
export function written(call: Call, answer: unknown, reply: FastifyReply): string | Uint8Array {
  if (call.file !== undefined) return writtenFile(call.file, answer, reply);
  const stripped = call.returns.parse(answer);
  if (typeof stripped !== "string") return JSON.stringify(stripped);
  reply.type("text/plain; charset=utf-8");
  return stripped;
}

function writtenFile(type: NonNullable<Call["file"]>, answer: unknown, reply: FastifyReply) {
  const { name, bytes } = download.parse(answer);
  reply.type(type);
  // A picture is shown in place, and kept: another one has another address. Anything else is saved.
  if (type.startsWith("image/"))
    reply.header("Cache-Control", `private, max-age=${yearSeconds}, immutable`);
  else reply.header("Content-Disposition", `attachment; filename="${fileName(name)}"`);
  return bytes;
}

const fileName = (name: string) => name.replace(/[^a-zA-Z0-9._-]/g, "_");

export type Listed = { query: ListQuery; rows: Promise<ListRow> } | { failed: unknown };

/** Behind the wall the list's query goes out before it is known who asks: a stranger gets no rows. */
export function sendList(
  tx: Tx,
  list: (asked: object) => ListQuery,
  { call, request, path, now }: Asked,
  caller: AnyCaller | null = null,
): Listed {
  try {
    const query = list({ now, path, caller, query: parseInput(call, request).query });
    if (query.isPlannedAnew === true)
      tx.run(sql`SET LOCAL plan_cache_mode = force_custom_plan`).catch(() => undefined);
    const rows = tx.one<ListRow>(listSql(query));
    // While it is judged who asks, a failure of the list must not count as unhandled.
    rows.catch(() => undefined);
    return { query, rows };
  } catch (failed) {
    // Told only to someone who may make the call.
    return { failed };
  }
}

export async function answerList(listed: Listed): Promise<string> {
  if ("failed" in listed) throw listed.failed;
  try {
    return listAnswer(listed.query, await listed.rows);
  } catch (error) {
    throw asCursorFault(error, listed.query);
  }
}
