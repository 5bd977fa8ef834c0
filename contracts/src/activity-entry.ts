/** One entry of the activity log. */
import { z } from "zod";
import { Id, Timestamp } from "./endpoint.ts";

export const actorTypes = ["user", "staff", "token", "system"] as const;

const Changes = z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }));

export const Activity = z.object({
  id: Id,
  at: Timestamp,
  /** Of staff, a customer is told the role and not the person. */
  actor: z.object({ type: z.enum(actorTypes), id: z.string().nullable(), name: z.string() }),
  /** Whom staff acted as; null where nobody. */
  onBehalfOf: z.object({ id: Id, name: z.string() }).nullable(),
  /** `noun.verb`, the id of the call that did it. */
  action: z.string(),
  target: z.object({ type: z.string(), id: z.string(), name: z.string() }).nullable(),
  result: z.enum(["ok", "denied", "failed"]),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  changes: Changes,
  requestId: z.string(),
  /** The command it placed, or whose result it tells; null where there is none. */
  commandId: Id.nullable(),
  createdAt: Timestamp,
  /** The same: an entry never changes. */
  updatedAt: Timestamp,
});
export type Activity = z.infer<typeof Activity>;

/** The same, as the home page tells it. */
export const RecentActivity = Activity.pick({
  id: true,
  at: true,
  action: true,
  target: true,
  changes: true,
}).extend({
  actorName: z.string(),
});
export type RecentActivity = z.infer<typeof RecentActivity>;
