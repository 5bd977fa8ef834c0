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

interface Open extends Listener {
  /** Resolves once the event is written, or cannot be. */
  readonly send: (event: object) => Promise<void>;
}

export class Streams {
  readonly #ends = new Map<() => void, Open>();

  open(reply: FastifyReply, listener: Listener, open: OpenStream): void {
    reply.sse.keepAlive();
    const send = async (event: object): Promise<void> => {
      if (reply.sse.isConnected) await reply.sse.send({ data: event }).catch(() => undefined);
    };
    const close = open((event) => void send(event));
    const end = () => reply.sse.close();
    this.#ends.set(end, { ...listener, send });
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

  /** Sends `last` to every stream, then ends those of customers, for whom the console is closed. */
  endForCustomers(last: object): void {
    for (const [end, { isStaff, send }] of [...this.#ends])
      void send(last).then(() => {
        if (!isStaff) end();
      });
  }
}
