/** Follows a stream of live events. The code of streams is loaded when the page has rendered. */
import type { Feed, FeedListener } from "./live-tabs.ts";

/** Delay before code that could not be loaded is requested again. */
const retryAfterMs = 8_000;

/** Returns a function that stops following. */
export function followFeed(feed: Feed, listener: FeedListener): () => void {
  let isStopped = false;
  let stopFollowing = () => {};
  let retry: ReturnType<typeof setTimeout> | undefined;
  const connect = async () => {
    try {
      const { follow } = await import("./live-tabs.ts");
      if (!isStopped) stopFollowing = follow(feed, listener);
    } catch {
      if (isStopped) return;
      listener.onLost(false);
      retry = setTimeout(() => void connect(), retryAfterMs);
    }
  };
  void connect();
  return () => {
    isStopped = true;
    clearTimeout(retry);
    stopFollowing();
  };
}
