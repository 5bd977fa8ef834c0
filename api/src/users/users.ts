/** People, as staff see them and change them. */
import { userStatuses, type UserStatus, type users as calls } from "#contracts/users.ts";
import { Refusal } from "../core/errors.ts";
import { asSystem, type Handlers, systemListing } from "../core/handlers.ts";
import { isId } from "../core/keys.ts";
import { sessionCookie } from "../core/cookies.ts";
import type { Platform } from "../core/mount.ts";
import { changeHandlers } from "./change.ts";
import { dataCopyRequestHandlers } from "./data-copy-requests.ts";
import { eraseUser, lockErasable } from "./erase.ts";
import { impersonationHandlers } from "./impersonate.ts";
import { demandRank } from "./rank.ts";
import { countUsers, inNoWorkspace, listUsers, viewUser } from "./store.ts";

const reason = "people belong to no tenant";

export const userHandlers = (
  platform: Platform,
  { publicUrl }: { readonly publicUrl: URL },
): Handlers<typeof calls> => ({
  ...dataCopyRequestHandlers,
  ...changeHandlers({ publicUrl }),
  ...impersonationHandlers({
    keys: platform.keys,
    cookieName: sessionCookie(platform),
    publicUrl,
  }),

  list: systemListing(reason, ({ query }) => listUsers(query)),
  noRole: systemListing(reason, ({ query }) => listUsers(query, [inNoWorkspace])),

  count: asSystem(reason, async ({ tx }) => {
    const found = new Map((await countUsers(tx)).map(({ status, n }) => [status, n]));
    const of = (status: UserStatus) => found.get(status) ?? 0;
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

  view: asSystem(reason, async ({ tx, now, path }) => {
    const user = await viewUser(tx, path.user, now);
    if (user === null) throw new Refusal("not_found");
    return user;
  }),

  deleteForever: asSystem(reason, async ({ tx, now, caller, path, body, note }) => {
    if (path.user === caller.user.id) throw new Refusal("permission_denied_cannot_do_on_self");
    const person = isId(path.user) ? await lockErasable(tx, path.user) : null;
    if (person === null) throw new Refusal("not_found");
    demandRank(
      caller,
      { id: path.user, staffRole: person.staff_role },
      "delete",
      "staff.user.delete_forever",
    );
    const target = { type: "user", id: path.user, name: "" };
    if (person.status === "deleted") {
      note({ target });
      return null;
    }
    if (person.status !== "deactivated")
      throw new Refusal("active_user_cannot_be_deleted_permanently");
    if (person.owns_workspace) throw new Refusal("cannot_expire_only_admin");
    await eraseUser(tx, path.user, now);
    note({
      target,
      changes: [
        { field: "status", from: "deactivated", to: "deleted" },
        { field: "reason", from: null, to: body.reason },
      ],
    });
    return null;
  }),
});
