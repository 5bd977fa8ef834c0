/** Lists and ends the caller's own sessions. */
import type { sessions as endpoints } from "#contracts/sessions.ts";
import { clearSessionCookies, revokeSession } from "../auth/sessions/sessions.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { systemHandler, type Handlers } from "../../core/http/handlers.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { sessionCookieName } from "../../core/http/cookies.ts";
import type { ServerDeps } from "../../core/http/register-endpoints.ts";
import { readSessions } from "./read-sessions.ts";
import { revokeOwnSessions, lockLiveSession } from "./store.ts";

const systemReason = "a session belongs to no tenant";

export const sessionsHandlers = (deps: ServerDeps): Handlers<typeof endpoints> => {
  const cookieName = sessionCookieName(deps);
  return {
    list: systemHandler(systemReason, ({ tx, now, caller, query }) =>
      readSessions(tx, { userId: caller.user.id, currentId: caller.session.id }, query, now),
    ),

    kill: systemHandler(systemReason, async (context) => {
      const { tx, now, caller, path, audit } = context;
      const id = path.sessionId;
      if (!isUuid(id) || !(await lockLiveSession(tx, caller.user.id, id, now)))
        throw new ProblemError("not_found");
      await revokeSession(tx, id, "killed", now);
      audit({ target: { type: "session", id, name: "" } });
      if (id === caller.session.id) clearSessionCookies(context, cookieName);
      return null;
    }),

    killAll: systemHandler(systemReason, async (context) => {
      const { tx, now, caller, query, audit } = context;
      const isKept = query.current !== "end";
      const keptSessionId = isKept ? caller.session.id : null;
      const endedCount = await revokeOwnSessions(tx, caller.user.id, keptSessionId, now);
      audit({
        target: { type: "user", id: caller.user.id, name: caller.user.email },
        changes: [{ field: "sessions", from: endedCount + (isKept ? 1 : 0), to: isKept ? 1 : 0 }],
      });
      if (!isKept) clearSessionCookies(context, cookieName);
      return { ended: endedCount };
    }),
  };
};
