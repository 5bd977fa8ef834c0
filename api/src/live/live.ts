/** A workspace's stream of "something changed". */
import type { live } from "#contracts/live.ts";
import type { Database } from "../core/db.ts";
import { sql } from "../core/db.ts";
import { type Handlers, stream } from "../core/handlers.ts";
import type { LiveHub } from "../core/live.ts";

/** How often an open stream asks whether its session may still listen. */
const recheckMs = 15_000;

export function liveHandlers(hub: LiveHub, db: Database): Handlers<typeof live> {
  return {
    events: stream(({ caller, workspace }, send) => {
      // Someone who sees only granted projects learns that something changed, not what.
      const hidesIds = workspace.role === "limited_team_member";
      const stop = hub.subscribe(workspace.id, (event) =>
        send(hidesIds ? { ...event, id: null } : event),
      );
      const recheck = setInterval(() => {
        stillListening(db, caller.session.id, workspace.id).then(
          (may) => {
            if (!may) send({ topic: "workspace", id: null, change: null });
            if (!may) stop();
          },
          () => undefined,
        );
      }, recheckMs);
      return () => {
        clearInterval(recheck);
        stop();
      };
    }),
  };
}

/** A session that was ended, or a role that was taken away, hears nothing more. */
async function stillListening(
  db: Database,
  sessionId: string,
  workspaceId: string,
): Promise<boolean> {
  const row = await db.asSystem("a stream outlives the request that opened it", (tx) =>
    tx.maybe(sql`SELECT FROM session s JOIN user_workspace_role r USING (user_id)
      WHERE s.id = ${sessionId} AND s.revoked_at IS NULL AND r.workspace_id = ${workspaceId} AND r.expired_at IS NULL`),
  );
  return row !== null;
}
