/** One entry of the activity log. */
import { z } from "zod";
import { Id, Timestamp } from "./endpoint.ts";

export const actorTypes = ["user", "staff", "token", "system"] as const;

export const activityResults = ["ok", "denied", "failed"] as const;

const Changes = z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }));

export const Activity = z.object({
  id: Id,
  at: Timestamp,
  /** For staff, customers see the role instead of the name. */
  actor: z.object({ type: z.enum(actorTypes), id: z.string().nullable(), name: z.string() }),
  /** The customer that staff acted as; null otherwise. */
  onBehalfOf: z.object({ id: Id, name: z.string() }).nullable(),
  /** Id of the endpoint, `resource.verb`. */
  action: z.string(),
  target: z.object({ type: z.string(), id: z.string(), name: z.string() }).nullable(),
  result: z.enum(activityResults),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  changes: Changes,
  requestId: z.string(),
  /** The command that the action created, or whose result it reports; null otherwise. */
  commandId: Id.nullable(),
  createdAt: Timestamp,
  /** Equals `createdAt`: an entry never changes. */
  updatedAt: Timestamp,
});
export type Activity = z.infer<typeof Activity>;

/** The fields that the overview shows. */
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
