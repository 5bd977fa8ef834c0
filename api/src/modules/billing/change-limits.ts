/** Requests for higher limits, and their answers. */
import type { api } from "#contracts/api.ts";
import type { LimitName } from "#contracts/limit-names.ts";
import type { HandlerContext } from "../../core/http/handlers.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import type { Tx } from "../../core/db/db.ts";
import { fieldError } from "../../core/lib/problem-error.ts";
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
  readonly value: number;
  readonly note: string | null;
  readonly by: string;
}

/**
 * Sets a limit. An open request for it is approved by at least the requested value, and rejected by less, which requires
 * a note for the customer. Returns the earlier value, and the answer if a request was open.
 */
export async function changeLimit(
  tx: Tx,
  workspaceId: string,
  { limit, value, note, by }: LimitChange,
  now: Date,
): Promise<{ from: number; answer: "approved" | "rejected" | null }> {
  await lockLimits(tx, workspaceId);
  const { [limit]: from } = await readLimitValues(tx, workspaceId);
  const request = await lockOpenRequest(tx, workspaceId, limit);
  if (value !== from) await upsertLimit(tx, workspaceId, limit, value, now);
  if (request === null) return { from, answer: null };
  const answer = value >= request.value ? "approved" : "rejected";
  if (answer === "rejected" && note === null) throw fieldError("note", "required");
  await answerRequest(tx, request.id, { status: answer, by, note, now });
  return { from, answer };
}
