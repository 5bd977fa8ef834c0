/** Data exports that users requested, as staff see them. Only the user can read the contents of an export. */
import { actionDenial } from "#contracts/actions/action.ts";
import { userActions } from "#contracts/actions/users.ts";
import type { users as endpoints } from "#contracts/users.ts";
import { assertNotDenied, toActor } from "../../core/http/authorization.ts";
import { ProblemError, actionNotPossible } from "../../core/lib/problem-error.ts";
import { systemHandler, type Handlers, systemListHandler } from "../../core/http/handlers.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import {
  listDataCopyRequests,
  getDataCopyRequest,
  lockDataCopy,
  requeueDataCopy,
} from "./data-copy-store.ts";
import { copyData } from "../account/copy-data.ts";

const systemReason = "users belong to no tenant";

export const dataCopyRequestHandlers: Pick<
  Handlers<typeof endpoints>,
  "dataCopyRequests" | "retryDataCopy"
> = {
  dataCopyRequests: systemListHandler(systemReason, ({ query }) => listDataCopyRequests(query)),

  retryDataCopy: systemHandler(systemReason, async (context) => {
    const { tx, now, caller, path, audit, enqueue } = context;
    const { user, request } = path;
    const subject = isUuid(user) && isUuid(request) ? await lockDataCopy(tx, user, request) : null;
    if (subject === null) throw new ProblemError("not_found");
    assertNotDenied(actionDenial(toActor(caller), userActions.retryDataCopy, subject, now));
    if (!(await requeueDataCopy(tx, request, now))) throw actionNotPossible("export_in_progress");
    await enqueue(copyData, { requestId: request });
    const copy = await getDataCopyRequest(tx, request);
    audit({
      target: { type: "user", id: user, name: copy.user.name },
      changes: [{ field: "dataCopy", from: "failed", to: "queued" }],
    });
    return copy;
  }),
};
