/** Data copies as staff see them. Only the user can download the content. */
import type { users as calls } from "#contracts/users.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { systemHandler, type Handlers, systemListHandler } from "../../core/http/handlers.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { listDataCopyRequests, getDataCopyRequest, requeueDataCopy } from "./data-copy-store.ts";
import { copyData } from "../account/copy-data.ts";

const systemReason = "people belong to no tenant";

export const dataCopyRequestHandlers: Pick<
  Handlers<typeof calls>,
  "dataCopyRequests" | "retryDataCopy"
> = {
  dataCopyRequests: systemListHandler(systemReason, ({ query }) => listDataCopyRequests(query)),

  retryDataCopy: systemHandler(systemReason, async ({ tx, now, path, audit, enqueue }) => {
    const { user, request } = path;
    if (!isUuid(user) || !isUuid(request) || !(await requeueDataCopy(tx, user, request, now)))
      throw new ProblemError("not_found");
    await enqueue(copyData, { requestId: request });
    const copy = await getDataCopyRequest(tx, request);
    audit({
      target: { type: "user", id: user, name: copy.user.name },
      changes: [{ field: "dataCopy", from: "failed", to: "queued" }],
    });
    return copy;
  }),
};
