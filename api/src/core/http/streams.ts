/** Answers that do not end: open event streams, how many there may be, their heartbeat and their end. */
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
import { ProblemError } from "./problem-error.ts";

/** Starts sending events; returns what stops it. `end` closes the connection. */
export type OpenStream = (send: (event: object) => void, end: () => void) => () => void;

export const acceptsStream = (accept: string | undefined): boolean =>
  accept === undefined || /(?:^|[\s,])(?:text\/event-stream|text\/\*|\*\/\*)/.test(accept);

/** How many streams may be open at once in one process. */
export interface StreamLimits {
  readonly session: number;
  readonly person: number;
  readonly process: number;
}

/** What one browser, one person with several and one process can bear. */
export const usualStreamLimits: StreamLimits = { session: 10, person: 30, process: 2_000 };

/** Who listens. */
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
  readonly #whenBeating = new Set<() => Promise<void>>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(clock: Clock, limits: StreamLimits = usualStreamLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  get count(): number {
    return this.#open.size;
  }

  /**
   * Opens a stream. Beyond the limit of a session or person the oldest of theirs gives way, which is the one whose
   * connection is most likely dead; beyond the limit of the process the new one is refused with 503.
   */
  open(reply: FastifyReply, listener: StreamSubscriber, open: OpenStream): void {
    this.#makeRoom(listener);
    reply.sse.keepAlive();
    const stream: Open = { ...listener, reply };
    this.#open.add(stream);
    const close = open(
      (event) => void send(stream, { data: event }),
      () => reply.sse.close(),
    );
    reply.sse.onClose(() => {
      this.#open.delete(stream);
      close();
    });
    // Headers go out at once, so that the page knows it is connected.
    void send(stream, { event: "open", data: {} });
  }

  #makeRoom({ sessionId, userId }: StreamSubscriber): void {
    this.#endOldest((one) => one.sessionId === sessionId, this.#limits.session);
    this.#endOldest((one) => one.userId === userId, this.#limits.person);
    if (this.#open.size >= this.#limits.process)
      throw new ProblemError("unavailable", {
        seconds: retrySeconds,
        reason: createReason("too_many_streams"),
      });
  }

  #endOldest(isCounted: (one: Open) => boolean, limit: number): void {
    const counted = [...this.#open].filter(isCounted);
    for (const one of counted.slice(0, Math.max(0, counted.length - limit + 1))) {
      // Browsers open an ended stream again; not at once, or pages would take turns in ending each other's.
      void send(one, { event: replacedEvent, data: {}, retry: retrySeconds * 1000 });
      one.reply.sse.close();
    }
  }

  /** Runs with every heartbeat: who listens is checked again there. */
  whenBeating(work: () => Promise<void>): void {
    this.#whenBeating.add(work);
  }

  /** One heartbeat to every open stream. */
  async beat(): Promise<void> {
    const data: Heartbeat = { at: this.#clock.now().toISOString() };
    for (const stream of this.#open) void send(stream, { event: heartbeatEvent, data });
    for (const work of this.#whenBeating) await work();
  }

  /** Beats for as long as the process serves. */
  start(onError: (error: Error) => void): void {
    this.#timer = setInterval(() => {
      this.beat().catch(onError);
    }, heartbeatSeconds * 1000).unref();
  }

  /** They have no end of their own, and would keep a server that is told to stop. */
  closeAll(): void {
    clearInterval(this.#timer);
    this.#end(() => true);
  }

  /** Sends `last` to every stream, then ends those of customers, for whom the console is closed. */
  closeForCustomers(last: object): void {
    for (const stream of [...this.#open])
      void send(stream, { data: last }).then(() => {
        if (!stream.isStaff) stream.reply.sse.close();
      });
  }

  #end(isMeant: (one: Open) => boolean): void {
    for (const one of [...this.#open].filter(isMeant)) one.reply.sse.close();
  }
}

/** Resolves once the message is written, or cannot be. */
async function send(
  { reply }: Open,
  message: { event?: string; data: object; retry?: number },
): Promise<void> {
  if (reply.sse.isConnected) await reply.sse.send(message).catch(() => undefined);
}
