/** Copies people asked for of their own data, as staff see them: what is in them nobody sees but the person. */
import type { z } from "zod";
import { DataCopyRequest, type users as calls } from "#contracts/users.ts";
import { isDatabaseError, raw, type Sql, sql, type Tx, uniqueViolation } from "../../core/db/db.ts";
import { ProblemError } from "../../core/http/problem-error.ts";
import { systemHandler, type Handlers, systemListHandler } from "../../core/http/handlers.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { isoTimestamp, type ListQuery } from "../../core/db/list.ts";
import { copyData } from "../account/copy-data.ts";

const systemReason = "people belong to no tenant";

const userJoin = sql`JOIN user_account u ON u.id = d.user_id`;
const row: Sql = sql`json_build_object('id', d.id, 'status', d.status, 'createdAt', ${isoTimestamp("d.created_at")},
  'finishedAt', ${isoTimestamp("d.finished_at")}, 'expiresAt', ${isoTimestamp("d.expires_at")}, 'sizeBytes', d.size_bytes, 'attempts', d.attempts,
  'user', json_build_object('id', u.id, 'email', u.email, 'name', u.first_name || ' ' || u.last_name))`;

function listDataCopyRequests(
  query: z.output<(typeof calls)["dataCopyRequests"]["query"]>,
): ListQuery {
  const { status = [] } = query;
  return {
    // Column by column: a whole row would carry its file along.
    from: sql`(SELECT id, user_id, status, attempts, size_bytes, finished_at, expires_at, created_at FROM data_copy_request) d`,
    alias: "d",
    where: status.length === 0 ? [] : [sql`d.status = ANY(${status})`],
    sort: { column: raw("d.created_at"), type: "timestamptz" },
    descending: true,
    rowJson: row,
    joins: userJoin,
    page: query,
  };
}

const getDataCopyRequest = async (tx: Tx, id: string): Promise<DataCopyRequest> => {
  const { copy } = await tx.one<{ copy: unknown }>(
    sql`SELECT ${row} AS copy FROM data_copy_request d ${userJoin} WHERE d.id = ${id}`,
  );
  return DataCopyRequest.parse(copy);
};

/** Null where the person has no such request; false where it has not failed, or another one is under way. */
async function requeue(tx: Tx, userId: string, id: string, now: Date): Promise<boolean | null> {
  const found = await tx.maybeOne<{ status: string }>(
    sql`SELECT status FROM data_copy_request WHERE id = ${id} AND user_id = ${userId} FOR UPDATE`,
  );
  if (found === null) return null;
  if (found.status !== "failed") return false;
  try {
    await tx.execute(
      sql`UPDATE data_copy_request SET status = 'queued', attempts = 0, finished_at = NULL, updated_at = ${now} WHERE id = ${id}`,
    );
    return true;
  } catch (error) {
    if (isDatabaseError(error, uniqueViolation, "data_copy_open")) return false;
    throw error;
  }
}

export const dataCopyRequestHandlers: Pick<
  Handlers<typeof calls>,
  "dataCopyRequests" | "retryDataCopy"
> = {
  dataCopyRequests: systemListHandler(systemReason, ({ query }) => listDataCopyRequests(query)),

  retryDataCopy: systemHandler(systemReason, async ({ tx, now, path, audit, enqueue }) => {
    const { user, request } = path;
    const queued = isUuid(user) && isUuid(request) ? await requeue(tx, user, request, now) : null;
    if (queued === null) throw new ProblemError("not_found");
    if (!queued) throw new ProblemError("action_not_possible");
    await enqueue(copyData, { requestId: request });
    const copy = await getDataCopyRequest(tx, request);
    audit({
      target: { type: "user", id: user, name: copy.user.name },
      changes: [{ field: "dataCopy", from: "failed", to: "queued" }],
    });
    return copy;
  }),
};
