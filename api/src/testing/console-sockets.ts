/** The WebSocket of an instance's console as a browser opens it, with the client's side of the RFB handshake. */
import { stringifyCookie } from "cookie";
import { type RawData, WebSocket } from "ws";
import { consoleProtocol, consoleTicketPrefix } from "#contracts/instance-console.ts";
import type { TestClient } from "./client.ts";

export interface ConsoleSocketOptions {
  readonly workspace: string;
  readonly instance: string;
  /** Null: the client sends none. */
  readonly ticket: string | null;
  /** Default: the console's own origin. Null: the client sends none, unlike any browser. */
  readonly origin?: string | null;
}

export interface ConsoleSocket {
  readonly socket: WebSocket;
  /** Resolves with the close code, or with the HTTP status of a rejected upgrade. */
  readonly closed: Promise<number>;
  /** Resolves when `length` bytes have arrived, and takes them. */
  read(length: number): Promise<Buffer>;
  send(bytes: readonly number[] | Buffer): void;
}

export function openConsoleSocket(
  client: TestClient,
  { workspace, instance, ticket, origin = "http://console.boreal.test" }: ConsoleSocketOptions,
): ConsoleSocket {
  const url = `${client.url.replace("http:", "ws:")}/api/v1/workspaces/${workspace}/instances/${instance}/console/socket`;
  const protocols = [
    consoleProtocol,
    ...(ticket === null ? [] : [`${consoleTicketPrefix}${ticket}`]),
  ];
  const socket = new WebSocket(url, protocols, {
    headers: {
      cookie: stringifyCookie(Object.fromEntries(client.cookies)),
      ...(origin === null ? {} : { origin }),
    },
  });
  let received = Buffer.alloc(0);
  let onData: () => void = () => undefined;
  socket.on("message", (data: RawData) => {
    received = Buffer.concat([received, toBuffer(data)]);
    onData();
  });
  const closed = new Promise<number>((resolve) => {
    socket.on("close", (code) => resolve(code));
    socket.on("unexpected-response", (request, response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    socket.on("error", () => undefined);
  });
  const take = (length: number) => {
    const taken = received.subarray(0, length);
    received = received.subarray(length);
    return taken;
  };
  return {
    socket,
    closed,
    read: async (length) => {
      while (received.length < length)
        await new Promise<void>((resolve, reject) => {
          onData = resolve;
          void closed.then((code) => reject(new Error(`The console was closed: ${code}`)));
        });
      return take(length);
    },
    send: (bytes) => socket.send(Buffer.from(bytes)),
  };
}

function toBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}

const width = 960;
const height = 450;

/** Shakes hands, requests the screen, and returns its pixels: 4 bytes each. */
export async function readScreen(console: ConsoleSocket): Promise<Buffer> {
  expectBytes(await console.read(12), Buffer.from("RFB 003.008\n"));
  console.send(Buffer.from("RFB 003.008\n"));
  expectBytes(await console.read(2), Buffer.from([1, 1]));
  console.send([1]);
  expectBytes(await console.read(4), Buffer.alloc(4));
  console.send([1]);
  const init = await console.read(24);
  expectBytes(
    init.subarray(0, 4),
    Buffer.from([width >> 8, width & 255, height >> 8, height & 255]),
  );
  await console.read(init.readUInt32BE(20));
  return requestScreen(console);
}

/** The pixels after the next change, or at once with `isFull`. */
export async function requestScreen(console: ConsoleSocket, isFull = true): Promise<Buffer> {
  console.send([3, isFull ? 0 : 1, 0, 0, 0, 0, width >> 8, width & 255, height >> 8, height & 255]);
  expectBytes(await console.read(4), Buffer.from([0, 0, 0, 1]));
  await console.read(12);
  return console.read(width * height * 4);
}

/** A key press and release as QEMU's key event, which carries the position of the key. */
export function pressKey(console: ConsoleSocket, scanCode: number): void {
  for (const isDown of [1, 0]) console.send([255, 0, 0, isDown, 0, 0, 0, 0, 0, 0, 0, scanCode]);
}

function expectBytes(given: Buffer, expected: Buffer): void {
  if (!given.equals(expected))
    throw new Error(`Expected ${expected.toString("hex")}, got ${given.toString("hex")}`);
}
