/** Open event streams: their limits, heartbeats and closing. */
import { createReason } from "#contracts/problem-reasons.ts";
import type {} from "@fastify/sse";
import type { FastifyReply } from "fastify";
import {
  type Heartbeat,
  heartbeatEvent,
  heartbeatSeconds,
  replacedEvent,
} from "#contracts/live.ts";
import type { Clock } from "../lib/clock.ts";
import { ProblemError } from "../lib/problem-error.ts";

/**
 * Starts sending events and returns a function that stops it. `end` closes the connection. `isContinued` is true if
 * the client sent `Last-Event-ID`, because it shows data that was read a moment ago.
 */
export type OpenStream = (
  send: (event: object) => void,
  end: () => void,
  isContinued: boolean,
) => () => void;

export const acceptsStream = (accept: string | undefined): boolean =>
  accept === undefined || /(?:^|[\s,])(?:text\/event-stream|text\/\*|\*\/\*)/.test(accept);

/** Maximum number of streams open at once in one process. */
export interface StreamLimits {
  readonly session: number;
  readonly user: number;
  readonly process: number;
}

/** Defaults for one session, one user and one process. */
export const defaultStreamLimits: StreamLimits = { session: 10, user: 30, process: 2_000 };

/** Session and user that a stream belongs to. */
export interface StreamSubscriber {
  readonly isStaff: boolean;
  readonly sessionId: string;
  readonly userId: string;
}

interface Open extends StreamSubscriber {
  readonly reply: FastifyReply;
}

const retrySeconds = 30;

export class OpenStreams {
  readonly #clock: Clock;
  readonly #limits: StreamLimits;
  /** Oldest first. */
  readonly #open = new Set<Open>();
  readonly #heartbeatCallbacks = new Set<() => Promise<void>>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(clock: Clock, limits: StreamLimits = defaultStreamLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  get count(): number {
    return this.#open.size;
  }

  /**
   * Opens a stream. Above the limit of a session or user, closes its oldest stream, whose connection is most likely
   * dead. Above the limit of the process, throws 503.
   */
  open(reply: FastifyReply, listener: StreamSubscriber, open: OpenStream): void {
    this.#makeRoom(listener);
    reply.sse.keepAlive();
    const stream: Open = { ...listener, reply };
    this.#open.add(stream);
    // Headers are sent immediately, so that the page knows it is connected.
    void send(stream, { event: "open", data: {} });
    const close = open(
      (event) => void send(stream, { data: event }),
      () => reply.sse.close(),
      reply.sse.lastEventId !== null,
    );
    reply.sse.onClose(() => {
      this.#open.delete(stream);
      close();
    });
  }

  #makeRoom({ sessionId, userId }: StreamSubscriber): void {
    this.#closeOldest((one) => one.sessionId === sessionId, this.#limits.session);
    this.#closeOldest((one) => one.userId === userId, this.#limits.user);
    if (this.#open.size >= this.#limits.process)
      throw new ProblemError("unavailable", {
        seconds: retrySeconds,
        reason: createReason("too_many_streams"),
      });
  }

  #closeOldest(isCounted: (one: Open) => boolean, limit: number): void {
    const counted = [...this.#open].filter(isCounted);
    for (const one of counted.slice(0, Math.max(0, counted.length - limit + 1))) {
      // Browsers reopen a closed stream. The delay prevents pages from repeatedly closing each other's streams.
      void send(one, { event: replacedEvent, data: {}, retry: retrySeconds * 1000 });
      one.reply.sse.close();
    }
  }

  /** Registers work to run with every heartbeat, such as re-checking sessions. */
  onHeartbeat(work: () => Promise<void>): void {
    this.#heartbeatCallbacks.add(work);
  }

  /** Sends one heartbeat to every open stream. */
  async sendHeartbeat(): Promise<void> {
    const data: Heartbeat = { at: this.#clock.now().toISOString() };
    for (const stream of this.#open) void send(stream, { event: heartbeatEvent, data });
    for (const work of this.#heartbeatCallbacks) await work();
  }

  /** Sends heartbeats until closeAll. */
  start(onError: (error: Error) => void): void {
    this.#timer = setInterval(() => {
      this.sendHeartbeat().catch(onError);
    }, heartbeatSeconds * 1000).unref();
  }

  /** Closes all streams; open ones would prevent the server from stopping. */
  closeAll(): void {
    clearInterval(this.#timer);
    this.#closeMatching(() => true);
  }

  /** Sends `last` to every stream, then closes those of customers. */
  closeForCustomers(last: object): void {
    for (const stream of [...this.#open])
      void send(stream, { data: last }).then(() => {
        if (!stream.isStaff) stream.reply.sse.close();
      });
  }

  #closeMatching(matches: (one: Open) => boolean): void {
    for (const one of [...this.#open].filter(matches)) one.reply.sse.close();
  }
}

/** Resolves when the message is written or the connection is gone. */
async function send(
  { reply }: Open,
  message: { event?: string; data: object; retry?: number },
): Promise<void> {
  if (reply.sse.isConnected) await reply.sse.send(message).catch(() => undefined);
}
