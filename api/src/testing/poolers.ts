/**
 * What PgBouncer 1.18 was seen to do, as small servers between a client and PostgreSQL: in session mode with
 * `ignore_startup_parameters` it takes options out of the start packet, in transaction mode one connection to PostgreSQL
 * goes from client to client.
 */
import { connect, createServer, type Server, type Socket } from "node:net";
import { startWireTo } from "./stoppable-postgres.ts";

const protocol3 = 196_608;

/** The start packet without what the pooler does not know; it says nothing about it. */
function withoutOptions(packet: Buffer): Buffer {
  if (packet.length < 8 || packet.readInt32BE(4) !== protocol3) return packet;
  const words = packet.subarray(8).toString("utf8").split("\0");
  const stored: string[] = [];
  for (let at = 0; at + 1 < words.length && words[at] !== ""; at += 2) {
    const name = words[at] ?? "";
    if (name !== "options") stored.push(name, words[at + 1] ?? "");
  }
  const body = Buffer.from(`${stored.map((word) => `${word}\0`).join("")}\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8, 0);
  head.writeInt32BE(protocol3, 4);
  return Buffer.concat([head, body]);
}

export const startSessionPooler = (port: number) => startWireTo(port, withoutOptions);

const authenticationOk = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5]);
const idle = 0x49;
const terminate = 0x58;

/** True where an answer ends with "ready for the next query", outside of a transaction. */
const endsIdle = (bytes: Buffer): boolean =>
  bytes.length >= 6 &&
  bytes.subarray(-6, -1).equals(readyForQuery) &&
  bytes[bytes.length - 1] === idle;

/** The first client signs in to PostgreSQL itself; its connection is then everybody's, a transaction at a time. */
export async function startTransactionPooler(port: number) {
  const clients = new Set<Socket>();
  const waiting: { from: Socket; bytes: Buffer }[] = [];
  let far: Socket | null = null;
  let current: Socket | null = null;
  let isSignedIn = false;

  const sendNext = () => {
    const next = waiting.shift();
    current = next?.from ?? null;
    if (next !== undefined) far?.write(next.bytes);
  };
  const fromClient = (from: Socket, bytes: Buffer) => {
    // Who leaves gives the connection back and does not close it.
    if (isSignedIn && bytes[0] === terminate) return from.end();
    if (current === from || !isSignedIn) return void far?.write(bytes);
    waiting.push({ from, bytes });
    return current === null ? sendNext() : undefined;
  };
  const openFar = (first: Socket) => {
    current = first;
    far = connect(port, "127.0.0.1");
    far.on("error", () => undefined);
    far.on("data", (bytes) => {
      current?.write(bytes);
      if (!endsIdle(bytes)) return;
      isSignedIn = true;
      sendNext();
    });
  };
  const server: Server = createServer((near) => {
    clients.add(near);
    near.on("error", () => undefined);
    near.once("close", () => clients.delete(near));
    if (far === null) {
      openFar(near);
      near.on("data", (bytes) => fromClient(near, bytes));
      return;
    }
    near.once("data", () => {
      near.write(Buffer.concat([authenticationOk, readyForQuery, Buffer.from([idle])]));
      near.on("data", (bytes) => fromClient(near, bytes));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const client of clients) client.destroy();
        far?.destroy();
      }),
  };
}
