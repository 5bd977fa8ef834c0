/**
 * Refetches the data of a workspace, or of the staff area, when live events announce changes, or by polling when the
 * stream does not get through. Each topic is refetched at most once a second, and everything once after a reconnect.
 */
import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { WorkspaceRole } from "#contracts/auth.ts";
import {
  type LiveEvent,
  live,
  liveTopics,
  staffStaleReads,
  staffTopics,
  staleReads,
} from "#contracts/live.ts";
import { apiAddress } from "./api-origin.ts";
import { buildUrl, afterPendingMutations, retryAfterMilliseconds } from "./api-client.ts";
import { followFeed } from "./follow-feed.ts";
import { checkRelease } from "../browser/release.ts";
import { includesChanges } from "./data-freshness.ts";
import { refetchSession, useSession } from "../session/session.ts";

type Topic = LiveEvent["topic"];

const coalesceMilliseconds = 1_000;
const pollEveryMilliseconds = 8_000;
const catchUpWithinMs = 1_000;
/** Delay before a lost connection is shown, so that short interruptions stay invisible. */
const connectionLostAfterMilliseconds = 4_000;

/** A stream of live events, and what the console reads again because of them. */
interface LiveFeed {
  /** Identical for all tabs that may share the stream. */
  readonly name: string;
  /** Of the stream at the API. Its address is made when it is opened: the server, which renders pages too, has none. */
  readonly path: string;
  readonly staleReads: (topic: Topic) => readonly string[];
  /** What all topics together make stale. */
  readonly allStaleReads: readonly string[];
  /** Whether an event may be about the session itself. */
  readonly concernsSession: (topic: Topic, changes: ChangeIds) => boolean;
}

const allStaleReads = [...new Set(liveTopics.flatMap(staleReads))];
const allStaffStaleReads = [...new Set(staffTopics.flatMap(staffStaleReads))];

const matchesPrefix =
  (prefixes: readonly string[]) =>
  ({ queryKey: [id] }: { readonly queryKey: readonly unknown[] }): boolean =>
    typeof id === "string" && prefixes.some((prefix) => id.startsWith(prefix));

const invalidateAll = (client: QueryClient, prefixes: readonly string[]): void =>
  void client.invalidateQueries({ predicate: matchesPrefix(prefixes) });

/** Invalidates all active queries of a workspace. */
export const invalidateWorkspace = (client: QueryClient): void =>
  invalidateAll(client, allStaleReads);

/** Null stands for an unknown change. */
type ChangeIds = ReadonlySet<LiveEvent["change"]>;

function invalidate(client: QueryClient, feed: LiveFeed, topic: Topic, changes: ChangeIds): void {
  if (feed.concernsSession(topic, changes)) void refetchSession().catch(() => undefined); // The session check detects a lost session.
  for (const query of client
    .getQueryCache()
    .findAll({ predicate: matchesPrefix(feed.staleReads(topic)) })) {
    const catchUp = () => {
      if (isWaiting(query) || includesChanges(query.state.data, changes)) return;
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    // The request in flight may already include the change.
    if (query.state.fetchStatus === "fetching") void query.promise?.then(catchUp, catchUp);
    else catchUp();
  }
}

/** Stale but not refetched, as on a page that is about to be left; it is refetched when it is shown again. */
const isWaiting = ({ state }: Query): boolean =>
  state.isInvalidated && state.fetchStatus === "idle" && state.status === "success";

/** Invalidates at once, then at most once per interval; pauses while the server asks to wait. */
function createInvalidationScheduler(client: QueryClient, feed: LiveFeed) {
  const waiting = new Map<Topic, ReturnType<typeof setTimeout>>();
  const again = new Map<Topic, Set<LiveEvent["change"]>>();
  const keep = (topic: Topic, changes: Iterable<LiveEvent["change"]>) => {
    again.set(topic, new Set([...(again.get(topic) ?? []), ...changes]));
  };
  const run = (topic: Topic, changes: ChangeIds) => {
    const pause = retryAfterMilliseconds();
    // Most events that arrive during a mutation are caused by it.
    if (pause === 0) afterPendingMutations(() => invalidate(client, feed, topic, changes));
    else keep(topic, changes);
    waiting.set(
      topic,
      setTimeout(
        () => {
          waiting.delete(topic);
          const stored = again.get(topic);
          again.delete(topic);
          if (stored !== undefined) run(topic, stored);
        },
        Math.max(coalesceMilliseconds, pause),
      ),
    );
  };
  return {
    touch: ({ topic, change }: LiveEvent) => {
      if (waiting.has(topic)) keep(topic, [change]);
      else run(topic, new Set([change]));
    },
    stop: () => {
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
}

export type ConnectionStatus = "live" | "reconnecting";

/** Keeps all displayed data of a workspace fresh while the calling component is mounted. */
export function useLiveUpdates({ workspaceId, handle }: WorkspaceRole): ConnectionStatus {
  const { self } = useSession();
  const userId = self?.user.id ?? "";
  const feed = useMemo(
    () => ({
      name: `${userId} ${workspaceId}`,
      path: buildUrl(live.events, { path: { workspace: handle } }),
      staleReads,
      allStaleReads,
      concernsSession: (topic: Topic) => topic === "workspace",
    }),
    [userId, workspaceId, handle],
  );
  return useLiveFeed(feed);
}

/** Keeps the pages of the staff area fresh while the calling component is mounted. */
export function useStaffLiveUpdates(): ConnectionStatus {
  const { self } = useSession();
  const userId = self?.user.id ?? "";
  const feed = useMemo(
    () => ({
      name: `${userId} staff`,
      path: buildUrl(live.staffEvents, {}),
      staleReads: staffStaleReads,
      allStaleReads: allStaffStaleReads,
      // The last event of a stream whose reader is no longer staff.
      concernsSession: (_topic: Topic, changes: ChangeIds) => changes.has(null),
    }),
    [userId],
  );
  return useLiveFeed(feed);
}

function useLiveFeed(feed: LiveFeed): ConnectionStatus {
  const client = useQueryClient();
  const { status } = useSession();
  const [liveness, setLiveness] = useState<ConnectionStatus>("live");
  useEffect(() => {
    if (status !== "signed-in") return;
    const topics = createInvalidationScheduler(client, feed);
    const everything = () => {
      // Roles may have changed too; the session check handles an ended session.
      void refetchSession().catch(() => undefined);
      invalidateAll(client, feed.allStaleReads);
    };
    let poll: ReturnType<typeof setInterval> | undefined;
    let lost: ReturnType<typeof setTimeout> | undefined;
    let catchUp: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      clearInterval(poll);
      clearTimeout(lost);
      clearTimeout(catchUp);
      poll = undefined;
      lost = undefined;
    };
    const pollNow = () => {
      if (!document.hidden && retryAfterMilliseconds() === 0) everything();
    };
    const stop = followFeed(
      { name: feed.name, address: apiAddress(feed.path) },
      {
        onEvent: topics.touch,
        onOpen: (isAgain) => {
          settle();
          setLiveness("live");
          if (!isAgain) return;
          // Spread the refetches, so that not every page queries a restarted server at once.
          catchUp = setTimeout(everything, Math.random() * catchUpWithinMs);
          // A restart may also bring a new release.
          void checkRelease();
        },
        onLost: (silent) => {
          if (silent) {
            // The displayed data may be half a minute old.
            if (poll === undefined) pollNow();
            setLiveness("reconnecting");
          }
          lost ??= setTimeout(() => setLiveness("reconnecting"), connectionLostAfterMilliseconds);
          poll ??= setInterval(pollNow, pollEveryMilliseconds);
        },
      },
    );
    return () => {
      stop();
      settle();
      topics.stop();
    };
  }, [client, feed, status]);
  return liveness;
}
