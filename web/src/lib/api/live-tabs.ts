/**
 * Shares one live stream among all tabs of a browser that show the same workspace. A Web Lock elects the tab that
 * holds the stream, and a BroadcastChannel passes its events on. Over HTTP/1.1 a browser opens six connections to a
 * host, so a stream per tab would block the seventh tab.
 */
import type { LiveEvent } from "#contracts/live.ts";
import { serverNow } from "./server-clock.ts";
import { keepStreamOpen, silentAfterMs, type StreamListener } from "./live-stream.ts";

/** Limit of concurrent streams (one per workspace); at least three connections stay free for requests. */
const slots = ["live-slot 1", "live-slot 2", "live-slot 3"];
const repeatedForMs = 30_000;
const presentEveryMs = 10_000;
/** Longer than the stream timeout, so that only a frozen tab loses the leadership. */
const leaderGoneAfterMs = silentAfterMs + 5_000;
/** Keeps the stream of a hidden tab for a while, because the user may come back. */
const letGoAfterMs = 30_000;

/** Messages between tabs: the leader announces its state, and a new tab asks for it with `who`. */
type Message =
  | { readonly kind: "who" }
  /** Sent periodically and in reply to `who`: a leader exists, and whether its stream delivers. */
  | { readonly kind: "present"; readonly isLive: boolean }
  | { readonly kind: "open" }
  | { readonly kind: "lost"; readonly silent: boolean }
  | { readonly kind: "event"; readonly event: LiveEvent };

export interface FeedListener extends Omit<StreamListener, "onOpen"> {
  /** The stream delivers events; `isAgain` when events may have been missed before. */
  readonly onOpen: (isAgain: boolean) => void;
}

export interface Feed {
  /** Identical for all tabs that may share a stream: one user, one workspace. */
  readonly name: string;
  readonly address: string;
}

const canShare = (): boolean => "locks" in navigator && "BroadcastChannel" in window;

const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";

/** Runs `hold` with one of the slots; `onFull` is called when no slot is free at once. */
async function withSlot(
  signal: AbortSignal,
  onFull: () => void,
  hold: () => Promise<void>,
): Promise<void> {
  let isHeld = false;
  for (const slot of slots) {
    await navigator.locks.request(slot, { ifAvailable: true }, async (lock) => {
      if (lock === null || signal.aborted) return;
      isHeld = true;
      await hold();
    });
    if (isHeld || signal.aborted) return;
  }
  onFull();
  const others = new AbortController();
  const waiting = AbortSignal.any([signal, others.signal]);
  const requests = slots.map((slot) =>
    navigator.locks.request(slot, { signal: waiting }, async () => {
      if (isHeld) return;
      isHeld = true;
      others.abort();
      await hold();
    }),
  );
  await Promise.allSettled(requests);
}

const until = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

/** Follows a feed while this tab is visible, as leader or through the leader's messages. */
function share({ name, address }: Feed, listener: FeedListener): () => void {
  const channel = new BroadcastChannel(`live ${name}`);
  const left = new AbortController();
  /** Null until the first message. */
  let isLive: boolean | null = null;
  let isLeading = false;
  /** Events of the last half minute, oldest first. */
  let recent: readonly { readonly at: number; readonly event: LiveEvent }[] = [];
  let leaderGone: ReturnType<typeof setTimeout> | undefined;
  const say = (message: Message) => {
    if (!left.signal.aborted) channel.postMessage(message);
  };

  const opened = (isAgain: boolean) => {
    if (left.signal.aborted) return;
    isLive = true;
    listener.onOpen(isAgain);
  };
  const lost = (silent: boolean) => {
    if (left.signal.aborted) return;
    isLive = false;
    listener.onLost(silent);
  };
  const watchLeader = () => {
    clearTimeout(leaderGone);
    if (isLeading || left.signal.aborted) return;
    leaderGone = setTimeout(() => {
      lost(true);
      lead({ steal: true });
    }, leaderGoneAfterMs);
  };

  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.kind === "who") {
      if (!isLeading) return;
      say({ kind: "present", isLive: isLive === true });
      // The data of the new tab may be older than the tab's first message. Other tabs ignore what they know.
      for (const { event } of recent) say({ kind: "event", event });
      return;
    }
    if (isLeading) return;
    watchLeader();
    if (data.kind === "event") listener.onEvent(data.event);
    else if (data.kind === "open") opened(isLive !== null);
    else if (data.kind === "lost") lost(data.silent);
    else if (data.isLive && isLive !== true) opened(isLive === false);
    else if (!data.isLive && isLive !== false) lost(false);
  });

  const stream = async (signal: AbortSignal) => {
    const stop = keepStreamOpen(address, {
      onOpen: () => {
        opened(isLive !== null);
        say({ kind: "open" });
      },
      onEvent: (event) => {
        const at = serverNow();
        recent = [...recent.filter((other) => at - other.at < repeatedForMs), { at, event }];
        listener.onEvent(event);
        say({ kind: "event", event });
      },
      onLost: (silent) => {
        lost(silent);
        say({ kind: "lost", silent });
      },
    });
    await until(signal);
    stop();
  };

  function lead(how: { readonly steal: true } | { readonly signal: AbortSignal }): void {
    const ended = new AbortController();
    const signal = AbortSignal.any([left.signal, ended.signal]);
    navigator.locks
      .request(`live ${name}`, how, async () => {
        if (left.signal.aborted) return;
        isLeading = true;
        clearTimeout(leaderGone);
        const present = setInterval(
          () => say({ kind: "present", isLive: isLive === true }),
          presentEveryMs,
        );
        const onFull = () => {
          lost(true);
          say({ kind: "lost", silent: true });
        };
        await withSlot(signal, onFull, () => stream(signal)).finally(() => clearInterval(present));
      })
      .catch((error: unknown) => {
        if (!isAbort(error)) throw error;
        // Another tab took over the leadership while this one was frozen: it becomes a follower.
        isLeading = false;
        ended.abort();
        if (left.signal.aborted) return;
        watchLeader();
        lead({ signal: left.signal });
      });
  }

  say({ kind: "who" });
  watchLeader();
  lead({ signal: left.signal });
  return () => {
    left.abort();
    clearTimeout(leaderGone);
    channel.close();
  };
}

/** Follows a feed until the returned function is called. */
export function follow(feed: Feed, listener: FeedListener): () => void {
  if (!canShare()) {
    let wasLost = false;
    return keepStreamOpen(feed.address, {
      ...listener,
      onOpen: () => listener.onOpen(wasLost),
      onLost: (silent) => {
        wasLost = true;
        listener.onLost(silent);
      },
    });
  }
  let leave: (() => void) | null = null;
  let letGo: ReturnType<typeof setTimeout> | undefined;
  let wasHidden = false;
  const settle = () => {
    clearTimeout(letGo);
    if (document.hidden) {
      letGo = setTimeout(() => {
        leave?.();
        leave = null;
        wasHidden = true;
      }, letGoAfterMs);
    } else {
      leave ??= share(feed, {
        ...listener,
        onOpen: (isAgain) => {
          listener.onOpen(isAgain || wasHidden);
          wasHidden = false;
        },
      });
    }
  };
  settle();
  document.addEventListener("visibilitychange", settle);
  return () => {
    document.removeEventListener("visibilitychange", settle);
    clearTimeout(letGo);
    leave?.();
  };
}
