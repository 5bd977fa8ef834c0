/** Handlers of users for staff. */
import { actionDenial } from "#contracts/actions/action.ts";
import { userActions } from "#contracts/actions/users.ts";
import { assertNotDenied, toActor } from "../../core/http/authorization.ts";
import { userStatuses, type UserStatus, users as endpoints } from "#contracts/users.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { systemHandler, type Handlers, systemListHandler } from "../../core/http/handlers.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { readListResponse } from "../../core/db/list.ts";
import { sessionCookieName } from "../../core/http/cookies.ts";
import type { ServerDeps } from "../../core/http/register-endpoints.ts";
import { listActivityOfUser } from "../activity/user-activity.ts";
import { readSessions } from "../sessions/read-sessions.ts";
import { updateUserHandlers } from "./update-user.ts";
import { dataCopyRequestHandlers } from "./data-copy-requests.ts";
import { eraseUser, lockErasableUser } from "./erase-user-store.ts";
import { impersonationHandlers } from "./impersonate.ts";
import { countUsers, existsUser, inNoWorkspace, listUsers, findUser } from "./store.ts";

const systemReason = "users belong to no tenant";

export const usersHandlers = (
  deps: ServerDeps,
  { publicUrl }: { readonly publicUrl: URL },
): Handlers<typeof endpoints> => ({
  ...dataCopyRequestHandlers,
  ...updateUserHandlers({ publicUrl }),
  ...impersonationHandlers({
    keys: deps.keys,
    cookieName: sessionCookieName(deps),
    publicUrl,
  }),

  list: systemListHandler(systemReason, ({ query }) => listUsers(query)),
  noRole: systemListHandler(systemReason, ({ query }) => listUsers(query, [inNoWorkspace])),

  count: systemHandler(systemReason, async ({ tx }) => {
    const counts = new Map((await countUsers(tx)).map(({ status, n }) => [status, n]));
    const of = (status: UserStatus) => counts.get(status) ?? 0;
    const total = userStatuses
      .filter((one) => one !== "deleted")
      .reduce((n, one) => n + of(one), 0);
    const byStatus = {
      unverified: of("unverified"),
      active: of("active"),
      frozen: of("frozen"),
      deactivated: of("deactivated"),
      deleted: of("deleted"),
    };
    return { total, byStatus };
  }),

  view: systemHandler(systemReason, async ({ tx, now, path }) => {
    const user = await findUser(tx, path.user, now);
    if (user === null) throw new ProblemError("not_found");
    return user;
  }),

  sessions: systemHandler(systemReason, async ({ tx, now, caller, path, query }) => {
    if (!(await existsUser(tx, path.user))) throw new ProblemError("not_found");
    return readSessions(tx, { userId: path.user, currentId: caller.session.id }, query, now);
  }),

  activity: systemHandler(systemReason, async ({ tx, path, query }) => {
    if (!(await existsUser(tx, path.user))) throw new ProblemError("not_found");
    const response = await readListResponse(tx, listActivityOfUser(path.user, query));
    return endpoints.activity.response.parse(JSON.parse(response));
  }),

  deleteForever: systemHandler(systemReason, async ({ tx, now, caller, path, body, audit }) => {
    const user = isUuid(path.user) ? await lockErasableUser(tx, path.user) : null;
    if (user === null) throw new ProblemError("not_found");
    const { status, staff_role: staffRole, owns_workspace: isOwner } = user;
    const workspaces = isOwner ? [{ role: "owner" }] : [];
    const subject = { id: path.user, status, staffRole, workspaces };
    assertNotDenied(actionDenial(toActor(caller), userActions.deleteForever, subject, now));
    const target = { type: "user", id: path.user, name: "" };
    if (user.status === "deleted") {
      audit({ target });
      return null;
    }
    await eraseUser(tx, path.user, now);
    audit({
      target,
      changes: [
        { field: "status", from: "deactivated", to: "deleted" },
        { field: "reason", from: null, to: body.reason },
      ],
    });
    return null;
  }),
});
