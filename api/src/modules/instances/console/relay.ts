/** Connects the WebSocket of a page with the one of a region's console proxy. */
import { type RawData, WebSocket } from "ws";
import { consoleCloseCodes, consoleProtocol } from "#contracts/instance-console.ts";

const handshakeTimeoutMs = 10_000;
/** Longest message of a region: a rectangle of the screen in one frame. */
const maxMessageBytes = 8 * 1024 * 1024;
/** Above this, the sender is paused until the receiver has taken what waits for it. */
const maxBufferedBytes = 1024 * 1024;

/** RFB messages of a user at the keyboard: key, pointer, pasted text, key with its position. */
const inputTypes: ReadonlySet<number> = new Set([4, 5, 6, 255]);
/** A client speaks three messages before its first input: version, security type, and whether it shares the screen. */
const handshakeMessages = 3;

/**
 * Messages of the client wait until the region's console is connected. `onInput` is called when the user presses a key
 * or moves the pointer.
 */
export function relay(client: WebSocket, url: URL, onInput: () => void): void {
  const region = new WebSocket(url, [consoleProtocol], {
    handshakeTimeout: handshakeTimeoutMs,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    followRedirects: false,
  });
  let isConnected = false;
  client.pause();
  region.on("open", () => {
    isConnected = true;
    forward(client, region, countInputs(onInput));
    forward(region, client, () => undefined);
    client.resume();
  });
  region.on("error", () => {
    if (!isConnected) client.close(consoleCloseCodes.region_unavailable);
  });
  region.on("close", () => {
    client.resume();
    client.close(
      isConnected ? consoleCloseCodes.region_closed : consoleCloseCodes.region_unavailable,
    );
  });
  client.on("close", () => region.terminate());
}

function countInputs(onInput: () => void): (data: RawData) => void {
  let messages = 0;
  return (data) => {
    messages += 1;
    if (messages > handshakeMessages && inputTypes.has(firstByte(data))) onInput();
  };
}

const firstByte = (data: RawData): number => {
  const [chunk] = Array.isArray(data) ? data : [data];
  return chunk === undefined ? -1 : (new Uint8Array(chunk)[0] ?? -1);
};

function forward(from: WebSocket, to: WebSocket, onMessage: (data: RawData) => void): void {
  from.on("message", (data: RawData) => {
    if (to.readyState !== WebSocket.OPEN) return;
    onMessage(data);
    to.send(data, { binary: true }, () => {
      if (from.isPaused && to.bufferedAmount < maxBufferedBytes / 2) from.resume();
    });
    if (to.bufferedAmount > maxBufferedBytes) from.pause();
  });
}
