/**
 * Emulates the observed behavior of PgBouncer 1.18: in session mode with `ignore_startup_parameters` it removes
 * options from the startup packet; in transaction mode clients take turns on one PostgreSQL connection.
 */
import { connect, createServer, type Server, type Socket } from "node:net";
import { startTcpProxy } from "./stoppable-postgres.ts";

const protocol3 = 196_608;

/** The startup packet without options, which the pooler drops silently. */
function withoutOptions(packet: Buffer): Buffer {
  if (packet.length < 8 || packet.readInt32BE(4) !== protocol3) return packet;
  const parameters = packet.subarray(8).toString("utf8").split("\0");
  const remaining: string[] = [];
  for (let at = 0; at + 1 < parameters.length && parameters[at] !== ""; at += 2) {
    const name = parameters[at] ?? "";
    if (name !== "options") remaining.push(name, parameters[at + 1] ?? "");
  }
  const body = Buffer.from(`${remaining.map((word) => `${word}\0`).join("")}\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8, 0);
  head.writeInt32BE(protocol3, 4);
  return Buffer.concat([head, body]);
}

export const startSessionPooler = (port: number) => startTcpProxy(port, withoutOptions);

const authenticationOk = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5]);
const idle = 0x49;
const terminate = 0x58;

/** Whether a response ends with "ready for query" outside of a transaction. */
const endsOutsideTransaction = (bytes: Buffer): boolean =>
  bytes.length >= 6 &&
  bytes.subarray(-6, -1).equals(readyForQuery) &&
  bytes[bytes.length - 1] === idle;

/**
 * The first client authenticates with PostgreSQL; its server connection is then shared by all clients, one
 * transaction at a time.
 */
export async function startTransactionPooler(port: number) {
  const clients = new Set<Socket>();
  const queue: { from: Socket; bytes: Buffer }[] = [];
  let serverConnection: Socket | null = null;
  let current: Socket | null = null;
  let isSignedIn = false;

  const sendNext = () => {
    const next = queue.shift();
    current = next?.from ?? null;
    if (next !== undefined) serverConnection?.write(next.bytes);
  };
  const fromClient = (from: Socket, bytes: Buffer) => {
    // A client that disconnects returns the server connection to the pool without closing it.
    if (isSignedIn && bytes[0] === terminate) return from.end();
    if (current === from || !isSignedIn) return void serverConnection?.write(bytes);
    queue.push({ from, bytes });
    return current === null ? sendNext() : undefined;
  };
  const connectToServer = (first: Socket) => {
    current = first;
    serverConnection = connect(port, "127.0.0.1");
    serverConnection.on("error", () => undefined);
    serverConnection.on("data", (bytes) => {
      current?.write(bytes);
      if (!endsOutsideTransaction(bytes)) return;
      isSignedIn = true;
      sendNext();
    });
  };
  const server: Server = createServer((client) => {
    clients.add(client);
    client.on("error", () => undefined);
    client.once("close", () => clients.delete(client));
    if (serverConnection === null) {
      connectToServer(client);
      client.on("data", (bytes) => fromClient(client, bytes));
      return;
    }
    client.once("data", () => {
      client.write(Buffer.concat([authenticationOk, readyForQuery, Buffer.from([idle])]));
      client.on("data", (bytes) => fromClient(client, bytes));
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
        serverConnection?.destroy();
      }),
  };
}
