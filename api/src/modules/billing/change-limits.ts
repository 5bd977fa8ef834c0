/** Requests for higher limits, and their answers. */
import type { api } from "#contracts/api.ts";
import type { LimitName } from "#contracts/limit-names.ts";
import type { HandlerContext } from "../../core/http/handlers.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import type { Tx } from "../../core/db/db.ts";
import { actionNotPossible, fieldError } from "../../core/lib/problem-error.ts";
import { listLimits } from "./limits.ts";
import {
  answerRequest,
  insertRequest,
  lockLimits,
  lockOpenRequest,
  readLimitValues,
  upsertLimit,
} from "./limits-store.ts";

export async function requestLimitChange(
  context: HandlerContext<typeof api.billing.requestLimitChange>,
) {
  const { tx, now, workspace, caller, body, audit } = context;
  const { limit, value, reason } = body;
  const current = (await readLimitValues(tx, workspace.id))[limit];
  if (value <= current) throw fieldError("value", "not_higher");
  const request = {
    id: uuidv7(now),
    workspaceId: workspace.id,
    limit,
    value,
    reason,
    createdBy: caller.user.id,
    now,
  };
  if (!(await insertRequest(tx, request))) throw fieldError("limit", "already_requested");
  audit({
    target: { type: "workspace", id: workspace.id, name: workspace.name },
    changes: [
      { field: `limit.${limit}`, from: current, to: value },
      { field: "reason", from: null, to: reason },
    ],
  });
  const { limits } = await listLimits(tx, workspace.id, now);
  const shown = limits.find((one) => one.limit === limit);
  if (shown === undefined) throw new Error(`The limit ${limit} is not listed`);
  return shown;
}

interface LimitChange {
  readonly limit: LimitName;
  /** Undefined: the limit stays, and the open request is rejected. */
  readonly value: number | undefined;
  /** The request that the caller answers; undefined for the open one, if any. */
  readonly request: string | undefined;
  readonly note: string | null;
  readonly by: string;
}

export interface LimitAnswer {
  readonly status: "approved" | "rejected";
  readonly requestedBy: string;
}

/**
 * Sets a limit. An open request for it is approved by at least the requested value, and rejected by less, which requires
 * a note for the customer. Returns the earlier value, and the answer if a request was open.
 */
export async function changeLimit(
  tx: Tx,
  workspaceId: string,
  { limit, value: given, request: requestId, note, by }: LimitChange,
  now: Date,
): Promise<{ from: number; to: number; answer: LimitAnswer | null }> {
  await lockLimits(tx, workspaceId);
  const { [limit]: from } = await readLimitValues(tx, workspaceId);
  const request = await lockOpenRequest(tx, workspaceId, limit);
  if (requestId !== undefined && request?.id !== requestId)
    throw actionNotPossible("limit_request_answered");
  if (given === undefined && request === null) throw fieldError("value", "required");
  const value = given ?? from;
  if (value !== from) await upsertLimit(tx, workspaceId, limit, value, now);
  if (request === null) return { from, to: value, answer: null };
  const status = given !== undefined && given >= request.value ? "approved" : "rejected";
  if (status === "rejected" && note === null) throw fieldError("note", "required");
  await answerRequest(tx, request.id, { status, by, note, now });
  return { from, to: value, answer: { status, requestedBy: request.createdBy } };
}
