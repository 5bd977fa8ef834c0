/**
 * What changed in a workspace, as it changes: server-sent events, polling where those do not get
 * through. At most one round of requests a second for each topic, and one after a reconnect.
 */
import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { LiveEvent, live } from "#contracts/live.ts";
import { addressOf, afterWrites, pauseMilliseconds } from "./client.ts";
import { hasSeen } from "./seen-changes.ts";
import { reloadSelf, useSession } from "./session.ts";

type Topic = LiveEvent["topic"];

const quietMilliseconds = 1_000;
const pollEveryMilliseconds = 15_000;
const retryMilliseconds = 3_000;
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
  workspace: ["workspaces.", "members.", "invites.", "activity."],
};

const allNouns = [...new Set(Object.values(nouns).flat())];

const isOf =
  (stale: readonly string[]) =>
  ({ queryKey: [id] }: { readonly queryKey: readonly unknown[] }): boolean =>
    typeof id === "string" && stale.some((noun) => id.startsWith(noun));

const isOfWorkspace = isOf(allNouns);

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

interface Listener {
  readonly onNews: (event: LiveEvent) => void;
  /** Connected, for the first time or again. */
  readonly onOpen: (isAgain: boolean) => void;
  readonly onLost: () => void;
}

/** A stream that comes back: by the browser's own retry, and anew where the browser gave up. */
function listen(address: string, { onNews, onOpen, onLost }: Listener): () => void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let wasLost = false;
  const connect = () => {
    clearTimeout(retry);
    source?.close();
    source = new EventSource(address, { withCredentials: true });
    const current = source;
    current.addEventListener("open", () => {
      onOpen(wasLost);
      wasLost = false;
    });
    current.addEventListener("error", () => {
      wasLost = true;
      onLost();
      // An answer that was no stream, such as that of a server starting up, ends the browser's own tries.
      if (current.readyState === EventSource.CLOSED)
        retry = setTimeout(connect, Math.max(retryMilliseconds, pauseMilliseconds()));
    });
    current.addEventListener("message", ({ data }: MessageEvent<string>) => {
      const event = LiveEvent.safeParse(JSON.parse(data));
      if (event.success) onNews(event.data);
    });
  };
  connect();
  window.addEventListener("online", connect);
  return () => {
    window.removeEventListener("online", connect);
    clearTimeout(retry);
    source?.close();
  };
}

export type Liveness = "live" | "reconnecting";

/** Keeps everything shown of a workspace fresh while the calling component is there. */
export function useLive(workspace: string): Liveness {
  const client = useQueryClient();
  const { standing } = useSession();
  const [liveness, setLiveness] = useState<Liveness>("live");
  useEffect(() => {
    if (standing !== "signed-in") return;
    const topics = coalesced(client);
    const everything = () => void client.invalidateQueries({ predicate: isOfWorkspace });
    let poll: ReturnType<typeof setInterval> | undefined;
    let lost: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      clearInterval(poll);
      clearTimeout(lost);
      poll = undefined;
      lost = undefined;
    };
    const stop = listen(addressOf(live.events, { path: { workspace } }), {
      onNews: topics.touch,
      onOpen: (isAgain) => {
        settle();
        setLiveness("live");
        if (isAgain) everything();
      },
      onLost: () => {
        lost ??= setTimeout(() => setLiveness("reconnecting"), lostAfterMilliseconds);
        poll ??= setInterval(() => {
          if (!document.hidden) everything();
        }, pollEveryMilliseconds);
      },
    });
    return () => {
      stop();
      settle();
      topics.stop();
    };
  }, [client, workspace, standing]);
  return liveness;
}
