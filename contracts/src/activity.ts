import { z } from "zod";
import { can, get, group, Id, listOf, page, pageQuery, Time } from "./kit.ts";

export const actorTypes = ["user", "staff", "token", "system"] as const;

const Changes = z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }));

export const Activity = z.object({
  id: Id,
  at: Time,
  actor: z.object({ type: z.enum(actorTypes), id: z.string().nullable(), name: z.string() }),
  /** `noun.verb`, the id of the call that did it. */
  action: z.string(),
  target: z.object({ type: z.string(), id: z.string(), name: z.string() }).nullable(),
  result: z.enum(["ok", "denied", "failed"]),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  changes: Changes,
  requestId: z.string(),
});
export type Activity = z.infer<typeof Activity>;

/** The same, as the home page tells it. */
export const Happening = Activity.pick({
  id: true,
  at: true,
  action: true,
  target: true,
  changes: true,
}).extend({
  actorName: z.string(),
});
export type Happening = z.infer<typeof Happening>;

const filters = {
  ...pageQuery(15),
  actorType: listOf(actorTypes),
  createdAtFrom: Time.optional(),
  createdAtTo: Time.optional(),
};

export const activity = group("activity", {
  ofWorkspace: get("/api/v1/workspaces/:workspace/activity-logs", {
    about: "Everything anyone did in the workspace, newest first",
    access: can("activity.view", "workspace"),
    query: z.strictObject(filters),
    returns: page(Activity),
  }),
});
