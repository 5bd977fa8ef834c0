/**
 * What changed in a workspace, as it changes: server-sent events, polling where those do not get
 * through. At most one round of requests a second for each topic, and one after a reconnect.
 */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { LiveEvent, live } from "#contracts/live.ts";
import { addressOf, pauseMilliseconds } from "./client.ts";
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

function invalidate(client: QueryClient, topic: Topic): void {
  if (topic === "workspace") void reloadSelf().catch(() => undefined); // The session check tells a lost session.
  void client.invalidateQueries({ predicate: isOf(nouns[topic]) });
}

/** Runs at once, then at most once per quiet time; never while the server asked for a pause. */
function coalesced(client: QueryClient) {
  const waiting = new Map<Topic, ReturnType<typeof setTimeout>>();
  const again = new Set<Topic>();
  const run = (topic: Topic) => {
    const pause = pauseMilliseconds();
    if (pause === 0) invalidate(client, topic);
    else again.add(topic);
    waiting.set(
      topic,
      setTimeout(
        () => {
          waiting.delete(topic);
          if (again.delete(topic)) run(topic);
        },
        Math.max(quietMilliseconds, pause),
      ),
    );
  };
  return {
    touch: (topic: Topic) => {
      if (waiting.has(topic)) again.add(topic);
      else run(topic);
    },
    stop: () => {
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
}

interface Listener {
  readonly onNews: (topic: Topic) => void;
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
      if (event.success) onNews(event.data.topic);
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
