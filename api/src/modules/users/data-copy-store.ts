/** SQL of data copy requests as staff see them. It runs as boreal_system: users belong to no tenant. */
import { sql, type Sql, raw, type Tx, isDatabaseError, uniqueViolation } from "../../core/db/db.ts";
import { isOneOf, isoTimestamp, type ListQuery } from "../../core/db/list.ts";
import type { z } from "zod";
import { type users as endpoints, DataCopyRequest, type UserDataCopy } from "#contracts/users.ts";

const userJoin = sql`JOIN user_account u ON u.id = d.user_id`;

/** True while a request of the user is queued or running. */
const hasOpenRequest = sql`EXISTS (SELECT FROM data_copy_request o WHERE o.user_id = d.user_id AND o.status IN ('queued', 'running'))`;

/** Fields of every data copy request; arguments of json_build_object. */
export const dataCopyFields: Sql = sql`'id', d.id, 'status', d.status, 'createdAt', ${isoTimestamp("d.created_at")},
  'finishedAt', ${isoTimestamp("d.finished_at")}, 'expiresAt', ${isoTimestamp("d.expires_at")}, 'sizeBytes', d.size_bytes,
  'hasOpenRequest', ${hasOpenRequest}`;

const dataCopyJson: Sql = sql`json_build_object(${dataCopyFields}, 'attempts', d.attempts,
  'user', json_build_object('id', u.id, 'email', u.email, 'name', u.first_name || ' ' || u.last_name))`;

export function listDataCopyRequests(
  query: z.output<(typeof endpoints)["dataCopyRequests"]["query"]>,
): ListQuery {
  const { status = [] } = query;
  return {
    // Selects columns explicitly, because a whole row would include the file.
    from: sql`(SELECT id, user_id, status, attempts, size_bytes, finished_at, expires_at, created_at FROM data_copy_request) d`,
    alias: "d",
    where: status.length === 0 ? [] : [isOneOf("d.status", status)],
    sort: { column: raw("d.created_at"), type: "timestamptz" },
    descending: true,
    rowJson: dataCopyJson,
    joins: userJoin,
    forceCustomPlan: status.length > 0,
    page: query,
  };
}

export const getDataCopyRequest = async (tx: Tx, id: string): Promise<DataCopyRequest> => {
  const { copy } = await tx.one<{ copy: unknown }>(
    sql`SELECT ${dataCopyJson} AS copy FROM data_copy_request d ${userJoin} WHERE d.id = ${id}`,
  );
  return DataCopyRequest.parse(copy);
};

/** Locks the request; null when the user has none with this id. */
export const lockDataCopy = (
  tx: Tx,
  userId: string,
  id: string,
): Promise<Pick<UserDataCopy, "status" | "hasOpenRequest"> | null> =>
  tx.maybeOne(sql`SELECT d.status, ${hasOpenRequest} AS "hasOpenRequest" FROM data_copy_request d
    WHERE d.id = ${id} AND d.user_id = ${userId} FOR UPDATE`);

/** Queues the request again. Returns false when another request of the user was queued meanwhile. */
export async function requeueDataCopy(tx: Tx, id: string, now: Date): Promise<boolean> {
  try {
    await tx.execute(
      sql`UPDATE data_copy_request SET status = 'queued', attempts = 0, finished_at = NULL, updated_at = ${now} WHERE id = ${id}`,
    );
    return true;
  } catch (error) {
    if (isDatabaseError(error, uniqueViolation, "data_copy_request_open_key")) return false;
    throw error;
  }
}
