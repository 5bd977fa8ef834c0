/** Where one is signed in. */
import { z } from "zod";
import { Factors } from "./auth.ts";
import { del, get, group, Id, nothing, page, pageQuery, self, Time } from "./kit.ts";

export const OwnSession = z.object({
  id: Id,
  isCurrent: z.boolean(),
  ...Factors.shape,
  /** Such as "Firefox on Linux"; null where the browser does not say. */
  device: z.string().nullable(),
  isPhone: z.boolean(),
  ip: z.string().nullable(),
  createdAt: Time,
  /** When it was last extended: within ten minutes of the last use. */
  lastActiveAt: Time,
  expiresAt: Time,
});
export type OwnSession = z.infer<typeof OwnSession>;

export const sessions = group("sessions", {
  list: get("/api/v1/settings/user-sessions", {
    about: "List your active sessions, newest first. Staff impersonation sessions aren't included",
    access: self,
    query: z.strictObject(pageQuery(15)),
    returns: page(OwnSession),
  }),
  kill: del("/api/v1/settings/user-sessions/kill-user-session/:sessionId", {
    about: "End one of your sessions",
    access: self,
    returns: nothing,
  }),
  killAll: del("/api/v1/settings/user-sessions/kill-all", {
    about:
      "End your sessions and any staff impersonation of your account. The current session is kept unless specified otherwise",
    access: self,
    query: z.strictObject({ current: z.enum(["keep", "end"]).optional() }),
    returns: z.object({ ended: z.int() }),
  }),
});
