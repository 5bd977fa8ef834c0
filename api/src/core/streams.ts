/** Answers that do not end: open event streams, and their end when the server is told to stop. */
import type {} from "@fastify/sse";
import type { FastifyReply } from "fastify";

/** Starts telling events; returns what stops it. */
export type OpenStream = (send: (event: object) => void) => () => void;

export const acceptsStream = (accept: string | undefined): boolean =>
  accept === undefined || /(?:^|[\s,])(?:text\/event-stream|text\/\*|\*\/\*)/.test(accept);

interface Listener {
  readonly isStaff: boolean;
}

export class Streams {
  readonly #ends = new Map<() => void, Listener>();

  open(reply: FastifyReply, listener: Listener, open: OpenStream): void {
    reply.sse.keepAlive();
    const close = open((event) => {
      if (reply.sse.isConnected) reply.sse.send({ data: event }).catch(() => undefined);
    });
    const end = () => reply.sse.close();
    this.#ends.set(end, listener);
    reply.sse.onClose(() => {
      this.#ends.delete(end);
      close();
    });
    // Headers go out at once, so that the page knows it is connected.
    reply.sse.send({ event: "open", data: {} }).catch(() => undefined);
  }

  endAll(): void {
    for (const end of [...this.#ends.keys()]) end();
  }

  /** Those of everyone the closed console is closed for. */
  endForCustomers(): void {
    for (const [end, { isStaff }] of [...this.#ends]) if (!isStaff) end();
  }
}
