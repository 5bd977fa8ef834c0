/** What was done: in a workspace as its managers read it, and by and to oneself. */
import { Activity, type activity as calls } from "#contracts/activity.ts";
import { loads } from "../core/access.ts";
import { Refusal } from "../core/errors.ts";
import { type Handlers, listing } from "../core/handlers.ts";
import { isId } from "../core/keys.ts";
import { exportHandlers } from "./export.ts";
import { findOfWorkspace, findOwn, listOfWorkspace, listOwn } from "./store.ts";

declare module "../core/access.ts" {
  interface Granted {
    log: { entry: unknown };
  }
}
loads("log", { find: findOfWorkspace, ownedBy: () => null });

export const activity: Handlers<typeof calls> = {
  ...exportHandlers,

  ofWorkspace: listing(({ query }) => listOfWorkspace(query)),

  viewOfWorkspace: async ({ log }) => Activity.parse(log.entry),

  own: listing(({ query }) => listOwn(query)),

  viewOwn: async ({ tx, path }) => {
    const found = isId(path.log) ? await findOwn(tx, path.log) : null;
    if (found === null) throw new Refusal("not_found");
    return Activity.parse(found.entry);
  },
};
