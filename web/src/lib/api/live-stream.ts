/**
 * One server-sent event stream of live events. It counts as alive only while bytes arrive: a proxy may accept the
 * connection and pass on the headers, but hold the body back without an error.
 */
import { createParser } from "eventsource-parser";
import { heartbeatSeconds, type LiveEvent } from "#contracts/live.ts";
import { hasPageAnswers } from "./page-answers.ts";
import { heardFromServer, retryAfterMilliseconds } from "./api-client.ts";

export interface StreamListener {
  /** The stream delivers events, for the first time or again. */
  readonly onOpen: () => void;
  readonly onEvent: (event: LiveEvent) => void;
  /** The stream delivers no events. `silent`: it timed out, instead of ending or being rejected. */
  readonly onLost: (silent: boolean) => void;
}

/** Timeout after two missed heartbeats. */
export const silentAfterMs = 2 * heartbeatSeconds * 1_000;

const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

/**
 * Reconnect delay in milliseconds after this many consecutive failures, for a random number from 0 to 1. The delay
 * varies by half either way, so that not all pages reconnect at once after a server restart.
 */
export const retryDelayMs = (failures: number, random: number): number =>
  Math.min(firstRetryMs * 2 ** failures, longestRetryMs) * (0.5 + random);

/** Milliseconds to wait after a rejection, from its `Retry-After` header. */
const retryAfterMs = (response: Response): number =>
  (Number.parseInt(response.headers.get("retry-after") ?? "", 10) || 0) * 1_000;

/** The event, or null for one of a newer server. Its schema is loaded with the first event, because it needs zod. */
async function readEvent(data: string): Promise<LiveEvent | null> {
  const { parseLiveEvent } = await import("./parse-live-event.ts");
  return parseLiveEvent(data);
}

/** Keeps a stream open and reconnects until the returned function is called. */
export function keepStreamOpen(address: string, listener: StreamListener): () => void {
  let isStopped = false;
  let isDelivering = false;
  let failures = 0;
  let isFirst = true;
  /** Delay the server set for the next reconnect, by its `retry` field. */
  let requestedRetryMs = 0;
  let attempt = new AbortController();
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const lose = (silent: boolean, waitMs: number) => {
    clearTimeout(silence);
    attempt.abort();
    isDelivering = false;
    if (isStopped) return;
    listener.onLost(silent);
    clearTimeout(retry);
    const delay = retryDelayMs(failures++, Math.random());
    retry = setTimeout(connect, Math.max(delay, waitMs, retryAfterMilliseconds()));
  };

  const markAlive = () => {
    clearTimeout(silence);
    silence = setTimeout(() => lose(true, 0), silentAfterMs);
    if (isDelivering) return;
    isDelivering = true;
    failures = 0;
    listener.onOpen();
  };

  const parser = (signal: AbortSignal) =>
    createParser({
      onRetry: (milliseconds) => {
        requestedRetryMs = milliseconds;
      },
      onEvent: ({ event, data }) => {
        // Named events are heartbeats; changes have no event name.
        if (event !== undefined && event !== "message") return;
        readEvent(data).then(
          (change) => {
            // Also if the stream has ended meanwhile: the server sends what to fetch again before it closes a stream.
            if (change !== null && !isStopped) listener.onEvent(change);
          },
          // Its code can't be loaded: the reconnect that follows fetches everything again.
          () => {
            if (!signal.aborted) lose(false, 0);
          },
        );
      },
    });

  const read = async (signal: AbortSignal): Promise<number> => {
    const request = fetch(address, {
      headers: {
        accept: "text/event-stream",
        // The server repeats the events since the answers in the page were read.
        ...(isFirst && hasPageAnswers() ? { "last-event-id": "page" } : {}),
      },
      credentials: "include",
      cache: "no-store",
      signal,
    });
    isFirst = false;
    const response = await request;
    heardFromServer(response);
    if (!response.ok || response.body === null) return retryAfterMs(response);
    const { feed } = parser(signal);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return requestedRetryMs;
      markAlive();
      feed(value);
    }
  };

  function connect(): void {
    clearTimeout(retry);
    attempt.abort();
    attempt = new AbortController();
    requestedRetryMs = 0;
    const { signal } = attempt;
    clearTimeout(silence);
    silence = setTimeout(() => lose(true, 0), silentAfterMs);
    read(signal).then(
      (waitMs) => {
        if (!signal.aborted) lose(false, waitMs);
      },
      () => {
        if (!signal.aborted) lose(false, 0);
      },
    );
  }

  const onOnline = () => {
    if (!isDelivering) connect();
  };
  connect();
  window.addEventListener("online", onOnline);
  return () => {
    isStopped = true;
    window.removeEventListener("online", onOnline);
    clearTimeout(retry);
    clearTimeout(silence);
    attempt.abort();
  };
}
