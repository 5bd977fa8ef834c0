/** The live event streams of a workspace and of the staff area. */
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
import { listListenerRoles, listStaffListeners } from "./store.ts";

interface LiveDeps {
  readonly hub: LiveEventHub;
  readonly db: Database;
  readonly clock: Clock;
  readonly streams: OpenStreams;
}

/** An open stream. */
interface Listening {
  readonly sessionId: string;
  readonly workspaceId: string;
  /** Called with the current role; null when the user may no longer listen. */
  readonly onRoleLoaded: (role: WorkspaceRoleId | null) => void;
}

export function liveHandlers({ hub, db, clock, streams }: LiveDeps): Handlers<typeof live> {
  const open = new Set<Listening>();
  const recheck = async (listening: readonly Listening[]) => {
    if (listening.length === 0) return;
    const roles = await loadRoles(db, listening, clock.now());
    for (const one of listening) one.onRoleLoaded(roles.get(listenerKey(one)) ?? null);
  };
  // Rechecks with each heartbeat: a revoked session causes no event in the workspace, so its stream
  // would stay open.
  streams.onHeartbeat(() => recheck([...open]));
  const openStaff = new Map<object, { readonly sessionId: string; readonly onLost: () => void }>();
  streams.onHeartbeat(async () => {
    if (openStaff.size === 0) return;
    const listening = [...openStaff.values()];
    const staff = await db.withSystemRole("a stream outlives the request that opened it", (tx) =>
      listStaffListeners(
        tx,
        listening.map(({ sessionId }) => sessionId),
        clock.now(),
      ),
    );
    for (const { sessionId, onLost } of listening) if (!staff.has(sessionId)) onLost();
  });
  return {
    events: streamHandler(({ caller, workspace }, send, end, isContinued) => {
      let currentWorkspace: AuthorizedWorkspace = workspace;
      const listening: Listening = {
        sessionId: caller.session.id,
        workspaceId: workspace.id,
        onRoleLoaded: (role) => {
          if (role !== null) {
            currentWorkspace = { ...workspace, role };
            return;
          }
          // The console refetches on this event and gets the reason.
          send({ topic: "workspace", id: null, change: null });
          end();
        },
      };
      open.add(listening);
      const sendEvent = (event: LiveEvent) =>
        send(redactEvent({ ...caller, workspace: currentWorkspace }, event));
      if (isContinued) for (const event of hub.recentEvents(workspace.id)) sendEvent(event);
      const stop = hub.subscribe(workspace.id, (event) => {
        sendEvent(event);
        // Events of this topic include role changes. The next heartbeat makes up for a failed
        // check.
        if (event.topic === "workspace") recheck([listening]).catch(() => undefined);
      });
      return () => {
        open.delete(listening);
        stop();
      };
    }),

    staffEvents: streamHandler(({ caller }, send, end, isContinued) => {
      const key = {};
      openStaff.set(key, {
        sessionId: caller.session.id,
        onLost: () => {
          // The console refetches on this event and gets the reason.
          send({ topic: "workspace", id: null, change: null });
          end();
        },
      });
      if (isContinued) for (const event of hub.recentStaffEvents()) send(event);
      const stop = hub.subscribeStaff(send);
      return () => {
        openStaff.delete(key);
        stop();
      };
    }),
  };
}

const redactEvent = (caller: SessionCaller, event: LiveEvent): LiveEvent =>
  callerAccessLevel(caller, topicPermission(event.topic)) === "all"
    ? event
    : { ...event, id: null };

const listenerKey = ({ sessionId, workspaceId }: Pick<Listening, "sessionId" | "workspaceId">) =>
  `${sessionId} ${workspaceId}`;

/** Returns the role of each listener that may continue, by session and workspace, in one query. */
async function loadRoles(
  db: Database,
  listening: readonly Listening[],
  now: Date,
): Promise<Map<string, WorkspaceRoleId>> {
  const rows = await db.withSystemRole("a stream outlives the request that opened it", (tx) =>
    listListenerRoles(tx, listening, now),
  );
  return new Map(
    rows.map(({ session_id, workspace_id, role }) => [
      listenerKey({ sessionId: session_id, workspaceId: workspace_id }),
      WorkspaceRoleId.parse(role),
    ]),
  );
}
