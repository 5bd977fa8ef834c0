/**
 * What changed in a workspace, as it changes: live events, polling where those do not get through. At most
 * one round of requests a second for each topic, and one after a reconnect.
 */
import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { WorkspaceRole } from "#contracts/auth.ts";
import { type LiveEvent, live } from "#contracts/live.ts";
import { apiAddress } from "./api-origin.ts";
import { addressOf, afterWrites, pauseMilliseconds } from "./client.ts";
import { follow } from "./live-tabs.ts";
import { checkRelease } from "./release.ts";
import { hasSeen } from "./seen-changes.ts";
import { reloadSelf, useSession } from "./session.ts";

type Topic = LiveEvent["topic"];

const quietMilliseconds = 1_000;
const pollEveryMilliseconds = 8_000;
const catchUpWithinMs = 1_000;
/** Shows a lost connection only when it lasts. */
const lostAfterMilliseconds = 4_000;

/** Nouns whose reads a topic makes stale. */
const nouns: Record<Topic, readonly string[]> = {
  instances: [
    "instances.",
    "search.",
    "billing.",
    "workspaces.overview",
    "workspaces.blockers",
    "projects.",
    "activity.",
  ],
  projects: ["projects.", "search.", "workspaces.overview", "activity.", "instances."],
  credentials: ["credentials.", "search.", "workspaces.overview", "activity."],
  tokens: ["tokens.", "activity."],
  // Who may see which projects changes with the members.
  workspace: ["workspaces.", "members.", "invites.", "activity.", "projects.", "instances."],
};

const allNouns = [...new Set(Object.values(nouns).flat())];

const isOf =
  (stale: readonly string[]) =>
  ({ queryKey: [id] }: { readonly queryKey: readonly unknown[] }): boolean =>
    typeof id === "string" && stale.some((noun) => id.startsWith(noun));

const isOfWorkspace = isOf(allNouns);

/** Asks again for everything that is shown of a workspace. */
export const invalidateWorkspace = (client: QueryClient): void =>
  void client.invalidateQueries({ predicate: isOfWorkspace });

/** Null is a change of which nobody knows which it was. */
type Changes = ReadonlySet<LiveEvent["change"]>;

function invalidate(client: QueryClient, topic: Topic, changes: Changes): void {
  if (topic === "workspace") void reloadSelf().catch(() => undefined); // The session check tells a lost session.
  for (const query of client.getQueryCache().findAll({ predicate: isOf(nouns[topic]) })) {
    const catchUp = () => {
      if (isWaiting(query) || hasSeen(query.state.data, changes)) return;
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    // What is being asked may well be of later than the change.
    if (query.state.fetchStatus === "fetching") void query.promise?.then(catchUp, catchUp);
    else catchUp();
  }
}

/** Marked as stale and not asked for, as by a page that is about to be left: it is when it is shown again. */
const isWaiting = ({ state }: Query): boolean =>
  state.isInvalidated && state.fetchStatus === "idle" && state.status === "success";

/** Runs at once, then at most once per quiet time; never while the server asked for a pause. */
function coalesced(client: QueryClient) {
  const waiting = new Map<Topic, ReturnType<typeof setTimeout>>();
  const again = new Map<Topic, Set<LiveEvent["change"]>>();
  const keep = (topic: Topic, changes: Iterable<LiveEvent["change"]>) => {
    again.set(topic, new Set([...(again.get(topic) ?? []), ...changes]));
  };
  const run = (topic: Topic, changes: Changes) => {
    const pause = pauseMilliseconds();
    // Most news that come in the middle of a write are of that write.
    if (pause === 0) afterWrites(() => invalidate(client, topic, changes));
    else keep(topic, changes);
    waiting.set(
      topic,
      setTimeout(
        () => {
          waiting.delete(topic);
          const kept = again.get(topic);
          again.delete(topic);
          if (kept !== undefined) run(topic, kept);
        },
        Math.max(quietMilliseconds, pause),
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

export type Liveness = "live" | "reconnecting";

/** Keeps everything shown of a workspace fresh while the calling component is there. */
export function useLive({ workspaceId, handle }: WorkspaceRole): Liveness {
  const client = useQueryClient();
  const { standing, self } = useSession();
  const userId = self?.user.id ?? "";
  const [liveness, setLiveness] = useState<Liveness>("live");
  useEffect(() => {
    if (standing !== "signed-in") return;
    const topics = coalesced(client);
    const everything = () => {
      // Roles may have changed too; the session check shows a session that ended.
      void reloadSelf().catch(() => undefined);
      invalidateWorkspace(client);
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
      if (!document.hidden && pauseMilliseconds() === 0) everything();
    };
    const feed = {
      name: `${userId} ${workspaceId}`,
      address: apiAddress(addressOf(live.events, { path: { workspace: handle } })),
    };
    const stop = follow(feed, {
      onEvent: topics.touch,
      onOpen: (isAgain) => {
        settle();
        setLiveness("live");
        if (!isAgain) return;
        // A restarted server is not asked for everything by every page at once.
        catchUp = setTimeout(everything, Math.random() * catchUpWithinMs);
        // A restart is also how a new release arrives.
        void checkRelease();
      },
      onLost: (silent) => {
        if (silent) {
          // What is shown may be half a minute old by now.
          if (poll === undefined) pollNow();
          setLiveness("reconnecting");
        }
        lost ??= setTimeout(() => setLiveness("reconnecting"), lostAfterMilliseconds);
        poll ??= setInterval(pollNow, pollEveryMilliseconds);
      },
    });
    return () => {
      stop();
      settle();
      topics.stop();
    };
  }, [client, workspaceId, handle, standing, userId]);
  return liveness;
}
