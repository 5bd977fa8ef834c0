/**
 * What changed in a workspace, as it changes: server-sent events, polling where those do not get
 * through. At most one round of requests a second for each topic, and one after a reconnect.
 */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { LiveEvent, live, liveTopics } from "#contracts/live.ts";
import { addressOf, pauseMilliseconds } from "./client.ts";
import { reloadSelf, useSession } from "./session.ts";

type Topic = LiveEvent["topic"];

const quietMilliseconds = 1_000;
const pollEveryMilliseconds = 15_000;
/** Shows a lost connection only when it lasts. */
const lostAfterMilliseconds = 4_000;

/** Nouns whose reads a topic makes stale. */
const nouns: Record<Topic, readonly string[]> = {
  instances: ["instances.", "billing.", "workspaces.overview", "projects.", "activity."],
  projects: ["projects.", "workspaces.overview", "activity.", "instances."],
  credentials: ["credentials.", "workspaces.overview", "activity."],
  workspace: ["workspaces.", "activity."],
};

function invalidate(client: QueryClient, topic: Topic): void {
  if (topic === "workspace") void reloadSelf().catch(() => undefined); // The session check tells a lost session.
  const stale = nouns[topic];
  void client.invalidateQueries({
    predicate: ({ queryKey: [id] }) =>
      typeof id === "string" && stale.some((noun) => id.startsWith(noun)),
  });
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

export type Liveness = "live" | "reconnecting";

/** Keeps everything shown of a workspace fresh while the calling component is there. */
export function useLive(workspaceId: string): Liveness {
  const client = useQueryClient();
  const { standing } = useSession();
  const [liveness, setLiveness] = useState<Liveness>("live");
  useEffect(() => {
    if (standing !== "signed-in") return;
    const topics = coalesced(client);
    const everything = () => {
      for (const topic of liveTopics) if (topic !== "workspace") topics.touch(topic);
    };
    const source = new EventSource(addressOf(live.events, { path: { workspace: workspaceId } }), {
      withCredentials: true,
    });
    let poll: ReturnType<typeof setInterval> | undefined;
    let lost: ReturnType<typeof setTimeout> | undefined;
    let wasLost = false;
    source.addEventListener("open", () => {
      clearInterval(poll);
      clearTimeout(lost);
      poll = undefined;
      setLiveness("live");
      if (wasLost) everything();
      wasLost = false;
    });
    source.addEventListener("error", () => {
      wasLost = true;
      lost ??= setTimeout(() => setLiveness("reconnecting"), lostAfterMilliseconds);
      poll ??= setInterval(() => {
        if (!document.hidden) everything();
      }, pollEveryMilliseconds);
    });
    source.addEventListener("message", ({ data }: MessageEvent<string>) => {
      const event = LiveEvent.safeParse(JSON.parse(data));
      if (event.success) topics.touch(event.data.topic);
    });
    return () => {
      source.close();
      clearInterval(poll);
      clearTimeout(lost);
      topics.stop();
    };
  }, [client, workspaceId, standing]);
  return liveness;
}
