/** Lists and ends the caller's own sessions. */
import { z } from "zod";
import { PageMeta } from "#contracts/endpoint.ts";
import { type sessions as endpoints, OwnSession } from "#contracts/sessions.ts";
import { describeUserAgent, isMobile } from "../../core/lib/user-agent.ts";
import { clearSessionCookies, revokeSession } from "../auth/sessions/sessions.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { systemHandler, type Handlers } from "../../core/http/handlers.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { mapCursorError, toListResponse, readList } from "../../core/db/list.ts";
import { sessionCookieName } from "../../core/http/cookies.ts";
import type { ServerDeps } from "../../core/http/register-endpoints.ts";
import { revokeOwnSessions, listSessions, lockLiveSession } from "./store.ts";

const systemReason = "a session belongs to no tenant";

const SessionListBody = z.object({
  data: z.array(
    OwnSession.omit({ device: true, isPhone: true }).extend({ userAgent: z.string().nullable() }),
  ),
  meta: PageMeta,
});

export const sessionsHandlers = (deps: ServerDeps): Handlers<typeof endpoints> => {
  const cookieName = sessionCookieName(deps);
  return {
    list: systemHandler(systemReason, async ({ tx, now, caller, query }) => {
      const list = listSessions(caller.user.id, caller.session.id, query, now);
      const row = await readList(tx, list).catch((error: unknown) => {
        throw mapCursorError(error, list);
      });
      const { data, meta } = SessionListBody.parse(JSON.parse(toListResponse(list, row)));
      const sessions = data.map(({ userAgent, ...session }) => ({
        ...session,
        device: describeUserAgent(userAgent),
        isPhone: isMobile(userAgent),
      }));
      return { data: sessions, meta };
    }),

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
