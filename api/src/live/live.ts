/** A workspace's stream of "something changed". */
import type { live, LiveEvent } from "#contracts/live.ts";
import { type WorkspacePermission, WorkspaceRoleId } from "#contracts/permissions.ts";
import { type Caller, type GrantedWorkspace, reachWith } from "../core/access.ts";
import type { Clock } from "../core/clock.ts";
import type { Database } from "../core/db.ts";
import { sql } from "../core/db.ts";
import { type Handlers, stream } from "../core/handlers.ts";
import type { LiveHub } from "../core/live.ts";

/** How often an open stream asks whether its session may still listen. */
const recheckMs = 15_000;

/** Whoever does not see all of a topic learns that something changed, and not what. */
const seenWith: Readonly<Record<LiveEvent["topic"], WorkspacePermission>> = {
  instances: "instance.view",
  projects: "project.view",
  credentials: "credential.view",
  tokens: "token.view",
  workspace: "workspace.view",
};

interface Parts {
  readonly hub: LiveHub;
  readonly db: Database;
  readonly clock: Clock;
}

export function liveHandlers({ hub, db, clock }: Parts): Handlers<typeof live> {
  return {
    events: stream(({ caller, workspace }, send) => {
      let place: GrantedWorkspace = workspace;
      const recheck = () => {
        roleOfListener(db, caller.session.id, workspace.id, clock.now()).then(
          (role) => {
            if (role !== null) place = { ...workspace, role };
            else end();
          },
          () => undefined,
        );
      };
      const stop = hub.subscribe(workspace.id, (event) => {
        send(shownTo({ ...caller, workspace: place }, event));
        // Who is in it, and as what, is among what this topic tells of.
        if (event.topic === "workspace") recheck();
      });
      const timer = setInterval(recheck, recheckMs);
      const close = () => {
        clearInterval(timer);
        stop();
      };
      /** The page asks again, and hears why. */
      const end = () => {
        send({ topic: "workspace", id: null, change: null });
        close();
      };
      return close;
    }),
  };
}

const shownTo = (caller: Caller, event: LiveEvent): LiveEvent =>
  reachWith(caller, seenWith[event.topic]) === "all" ? event : { ...event, id: null };

/** Null for a session that is over, or a role that was taken away: they hear nothing more. */
async function roleOfListener(
  db: Database,
  sessionId: string,
  workspaceId: string,
  now: Date,
): Promise<WorkspaceRoleId | null> {
  const row = await db.asSystem("a stream outlives the request that opened it", (tx) =>
    tx.maybe<{ role: string }>(sql`
      SELECT r.workspace_role_id AS role FROM session s
        JOIN user_account u ON u.id = s.user_id AND u.status = 'active' AND u.auth_epoch = s.auth_epoch
        JOIN user_workspace_role r ON r.user_id = s.user_id AND r.expired_at IS NULL
        JOIN workspace w ON w.id = r.workspace_id AND w.status <> 'deactivated'
       WHERE s.id = ${sessionId} AND s.revoked_at IS NULL AND s.parked_at IS NULL AND s.expires_at > ${now}
         AND r.workspace_id = ${workspaceId}`),
  );
  return row === null ? null : WorkspaceRoleId.parse(row.role);
}
