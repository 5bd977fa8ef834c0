/** A workspace's stream of "something changed". */
import { type live, type LiveEvent, topicPermission } from "#contracts/live.ts";
import { WorkspaceRoleId } from "#contracts/roles.ts";
import {
  type SessionCaller,
  type AuthorizedWorkspace,
  callerAccessLevel,
} from "../../core/http/authorization.ts";
import type { Clock } from "../../core/lib/clock.ts";
import type { Database } from "../../core/db/db.ts";
import { type Handlers, streamHandler } from "../../core/http/handlers.ts";
import type { LiveEventHub } from "../../core/live/live-events.ts";
import type { OpenStreams } from "../../core/http/streams.ts";
import { listListenerRoles } from "./store.ts";

interface LiveDeps {
  readonly hub: LiveEventHub;
  readonly db: Database;
  readonly clock: Clock;
  readonly streams: OpenStreams;
}

/** An open stream, and what is found out about its listener. */
interface Listening {
  readonly sessionId: string;
  readonly workspaceId: string;
  /** The role they have now; null where they may listen no longer. */
  readonly judge: (role: WorkspaceRoleId | null) => void;
}

export function liveHandlers({ hub, db, clock, streams }: LiveDeps): Handlers<typeof live> {
  const open = new Set<Listening>();
  const recheck = async (listening: readonly Listening[]) => {
    if (listening.length === 0) return;
    const roles = await rolesOf(db, listening, clock.now());
    for (const one of listening) one.judge(roles.get(pairOf(one)) ?? null);
  };
  // A session that was revoked changes nothing in the workspace: without this its stream would go on.
  streams.whenBeating(() => recheck([...open]));
  return {
    events: streamHandler(({ caller, workspace }, send, end) => {
      let place: AuthorizedWorkspace = workspace;
      const listening: Listening = {
        sessionId: caller.session.id,
        workspaceId: workspace.id,
        judge: (role) => {
          if (role !== null) {
            place = { ...workspace, role };
            return;
          }
          // The page asks again, and is told why it gets nothing any more.
          send({ topic: "workspace", id: null, change: null });
          end();
        },
      };
      open.add(listening);
      const stop = hub.subscribe(workspace.id, (event) => {
        send(redactEvent({ ...caller, workspace: place }, event));
        // Members and their roles are among what this topic is about. A failed check is made up for by the next heartbeat.
        if (event.topic === "workspace") recheck([listening]).catch(() => undefined);
      });
      return () => {
        open.delete(listening);
        stop();
      };
    }),
  };
}

const redactEvent = (caller: SessionCaller, event: LiveEvent): LiveEvent =>
  callerAccessLevel(caller, topicPermission(event.topic)) === "all"
    ? event
    : { ...event, id: null };

const pairOf = ({ sessionId, workspaceId }: Pick<Listening, "sessionId" | "workspaceId">) =>
  `${sessionId} ${workspaceId}`;

/** The role of each listener that may listen on, by session and workspace; one question for all of them. */
async function rolesOf(
  db: Database,
  listening: readonly Listening[],
  now: Date,
): Promise<Map<string, WorkspaceRoleId>> {
  const rows = await db.withSystemRole("a stream outlives the request that opened it", (tx) =>
    listListenerRoles(tx, listening, now),
  );
  return new Map(
    rows.map(({ session_id, workspace_id, role }) => [
      pairOf({ sessionId: session_id, workspaceId: workspace_id }),
      WorkspaceRoleId.parse(role),
    ]),
  );
}
