/** The user's active sessions. */
import { z } from "zod";
import { SignInFactors } from "./sign-in-factors.ts";
import {
  del,
  get,
  defineEndpoints,
  Id,
  noContent,
  paginated,
  paginationQuery,
  self,
  Timestamp,
} from "./endpoint.ts";
import { defineResource } from "./resource.ts";

export const OwnSession = z.object({
  id: Id,
  isCurrent: z.boolean(),
  ...SignInFactors.shape,
  /** Such as "Firefox on Linux"; null when the browser does not report it. */
  device: z.string().nullable(),
  isPhone: z.boolean(),
  ip: z.string().nullable(),
  createdAt: Timestamp,
  /** Time of the last refresh, within ten minutes of the last use. */
  lastActiveAt: Timestamp,
  expiresAt: Timestamp,
});
export type OwnSession = z.infer<typeof OwnSession>;

/** A session as staff see it. */
export const UserSession = OwnSession.omit({ isCurrent: true });
export type UserSession = z.infer<typeof UserSession>;

export const sessionsResource = defineResource("sessions", { hasActivity: true });

export const sessions = defineEndpoints(sessionsResource, {
  list: get("/api/v1/settings/user-sessions", {
    summary:
      "List your active sessions, newest first. Staff impersonation sessions aren't included",
    preload: { pages: ["/account/sessions"] },
    access: self,
    query: z.strictObject(paginationQuery(15)),
    response: paginated(OwnSession),
  }),
  kill: del("/api/v1/settings/user-sessions/kill-user-session/:sessionId", {
    summary: "End one of your sessions",
    access: self,
    response: noContent,
  }),
  killAll: del("/api/v1/settings/user-sessions/kill-all", {
    summary:
      "End your sessions and any staff impersonation of your account. The current session is kept unless specified otherwise",
    access: self,
    query: z.strictObject({ current: z.enum(["keep", "end"]).optional() }),
    response: z.object({ ended: z.int() }),
  }),
});
