/** Where one is signed in, and ending it. */
import { z } from "zod";
import { PageMeta } from "#contracts/kit.ts";
import { type sessions as calls, OwnSession } from "#contracts/sessions.ts";
import { deviceOf, isPhone } from "../auth/devices.ts";
import { clearSessionCookies, revokeSession } from "../auth/sessions.ts";
import { Refusal } from "../core/errors.ts";
import { asSystem, type Handlers } from "../core/handlers.ts";
import { isId } from "../core/keys.ts";
import { asCursorFault, listAnswer, type ListRow, listSql } from "../core/list.ts";
import { sessionCookie } from "../core/cookies.ts";
import type { Platform } from "../core/mount.ts";
import { endOwnSessions, listSessions, lockLiveSession } from "./store.ts";

const reason = "a session belongs to no tenant";

const Found = z.object({
  data: z.array(
    OwnSession.omit({ device: true, isPhone: true }).extend({ userAgent: z.string().nullable() }),
  ),
  meta: PageMeta,
});

export const sessionHandlers = (platform: Platform): Handlers<typeof calls> => {
  const cookieName = sessionCookie(platform);
  return {
    list: asSystem(reason, async ({ tx, now, caller, query }) => {
      const list = listSessions(caller.user.id, caller.session.id, query, now);
      const row = await tx.one<ListRow>(listSql(list)).catch((error: unknown) => {
        throw asCursorFault(error, list);
      });
      const { data, meta } = Found.parse(JSON.parse(listAnswer(list, row)));
      const shown = data.map(({ userAgent, ...session }) => ({
        ...session,
        device: deviceOf(userAgent),
        isPhone: isPhone(userAgent),
      }));
      return { data: shown, meta };
    }),

    kill: asSystem(reason, async (context) => {
      const { tx, now, caller, path, note } = context;
      const id = path.sessionId;
      if (!isId(id) || !(await lockLiveSession(tx, caller.user.id, id, now)))
        throw new Refusal("not_found");
      await revokeSession(tx, id, "killed", now);
      note({ target: { type: "session", id, name: "" } });
      if (id === caller.session.id) clearSessionCookies(context, cookieName);
      return null;
    }),

    killAll: asSystem(reason, async (context) => {
      const { tx, now, caller, query, note } = context;
      const isKept = query.current !== "end";
      const kept = isKept ? caller.session.id : null;
      const ended = await endOwnSessions(tx, caller.user.id, kept, now);
      note({
        target: { type: "user", id: caller.user.id, name: caller.user.email },
        changes: [{ field: "sessions", from: ended + (isKept ? 1 : 0), to: isKept ? 1 : 0 }],
      });
      if (!isKept) clearSessionCookies(context, cookieName);
      return { ended };
    }),
  };
};
