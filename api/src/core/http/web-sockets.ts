/**
 * WebSockets. The request of an upgrade passes the same hooks and the same request pipeline as every other one, so
 * limits, origin, session and permissions are checked in one place; only an accepted one is upgraded.
 */
import { type IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { type WebSocket, WebSocketServer } from "ws";
import { ProblemError } from "../lib/problem-error.ts";

/** A connection whose request asks for an upgrade. */
export interface Upgrade {
  /** Subprotocols that the client offers. */
  readonly protocols: readonly string[];
  /** Sends 101 and passes the open socket. */
  open(onOpen: (socket: WebSocket) => void): void;
}

/** Longest message of a client. */
const maxMessageBytes = 256 * 1024;
/** How long a closing handshake may take. */
const closeTimeoutMs = 2_000;
const goingAway = 1001;

const upgrades = new WeakMap<IncomingMessage, Upgrade>();

/** A request with any other upgrade, such as to HTTP/2, is answered like one without. */
export const isWebSocketRequest = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" && headers.upgrade?.toLowerCase() === "websocket";

/** The upgrade that a request asks for; throws 426 if it asks for none. */
export function requireUpgrade(request: IncomingMessage): Upgrade {
  const upgrade = upgrades.get(request);
  if (upgrade === undefined) throw new ProblemError("upgrade_required");
  return upgrade;
}

export function routeWebSockets(app: FastifyInstance): void {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    // The first one is the protocol of the messages; others carry credentials and are never repeated.
    handleProtocols: (protocols) => [...protocols][0] ?? false,
  });
  app.server.on("upgrade", (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    connection.on("error", () => connection.destroy());
    if (!(connection instanceof Socket)) return void connection.destroy();
    const response = new ServerResponse(request);
    upgrades.set(request, {
      protocols: toProtocols(request.headers["sec-websocket-protocol"]),
      open: (onOpen) => {
        response.detachSocket(connection);
        server.handleUpgrade(request, connection, head, (socket) => {
          // An error is followed by the close, which is what matters to the code that uses the socket.
          socket.on("error", () => undefined);
          onOpen(socket);
        });
      },
    });
    response.shouldKeepAlive = false;
    response.assignSocket(connection);
    response.once("finish", () => connection.end());
    app.routing(request, response);
  });
  app.addHook("preClose", async () => {
    for (const socket of server.clients) socket.close(goingAway);
    // The server stops when all connections are closed, also those whose client does not respond.
    setTimeout(() => {
      for (const socket of server.clients) socket.terminate();
    }, closeTimeoutMs).unref();
  });
}

const toProtocols = (header: string | undefined): string[] =>
  (header ?? "").split(",").flatMap((part) => part.trim() || []);
