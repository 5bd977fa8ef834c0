/** The screen and keyboard of an instance in an element of the page. noVNC is loaded when it is opened. */
import type RFB from "@novnc/novnc";
import { loadPart } from "../browser/missing-code.ts";
import { type KeyStroke, strokesOf } from "./keyboard-layouts.ts";

/** A pause between typed characters: instances lose keys that come faster than they are read. */
const pauseBetweenCharactersMs = 12;

export interface RemoteScreenEvents {
  readonly onConnected: () => void;
  /** With the code of the WebSocket; 1006 if the connection broke or was never opened. */
  readonly onClosed: (code: number) => void;
}

export interface RemoteScreen {
  /** Types the text, key by key; characters that the layout lacks are left out. Ends early when `signal` aborts. */
  type(text: string, layout: string, signal: AbortSignal): Promise<void>;
  sendCtrlAltDel(): void;
  focus(): void;
  blur(): void;
  close(): void;
}

export async function openRemoteScreen(
  target: HTMLElement,
  { url, protocols }: { readonly url: string; readonly protocols: readonly string[] },
  { onConnected, onClosed }: RemoteScreenEvents,
): Promise<RemoteScreen> {
  const { default: Rfb } = await loadPart(() => import("@novnc/novnc"));
  const socket = new WebSocket(url, [...protocols]);
  socket.addEventListener("close", ({ code }) => onClosed(code));
  const rfb = new Rfb(target, socket, { shared: true });
  rfb.scaleViewport = true;
  rfb.background = "transparent";
  rfb.addEventListener("connect", onConnected);
  return {
    type: (text, layout, signal) => typeText(rfb, strokesOf(text, layout).strokes, signal),
    sendCtrlAltDel: () => rfb.sendCtrlAltDel(),
    focus: () => rfb.focus({ preventScroll: true }),
    blur: () => rfb.blur(),
    close: () => rfb.disconnect(),
  };
}

async function typeText(
  rfb: RFB,
  strokes: readonly KeyStroke[],
  signal: AbortSignal,
): Promise<void> {
  for (const { code, keysym, held } of strokes) {
    if (signal.aborted) return;
    for (const modifier of held) rfb.sendKey(modifier.keysym, modifier.code, true);
    rfb.sendKey(keysym, code);
    for (const modifier of held.toReversed()) rfb.sendKey(modifier.keysym, modifier.code, false);
    await new Promise((resolve) => setTimeout(resolve, pauseBetweenCharactersMs));
  }
}
