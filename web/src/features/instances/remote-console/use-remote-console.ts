/** The life of a remote console: ticket, connection, and why it was closed. */
import { useState } from "react";
import {
  consoleProtocol,
  consoleTicketPrefix,
  instanceConsole,
} from "#contracts/instance-console.ts";
import { buildUrl, request } from "../../../lib/api/api-client.ts";
import { openRemoteScreen, type RemoteScreen } from "../../../lib/remote-screen/remote-screen.ts";

export type ConsoleState =
  | { readonly kind: "connecting" }
  | { readonly kind: "connected"; readonly screen: RemoteScreen }
  /** `code` is the one of the WebSocket. */
  | { readonly kind: "closed"; readonly code: number }
  | { readonly kind: "failed"; readonly error: unknown };

type Path = Readonly<Record<"workspace" | "instance", string>>;

const socketUrl = (path: Path): string => {
  const url = new URL(buildUrl(instanceConsole.connect, { path }), location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
};

export function useRemoteConsole(path: Path): {
  readonly state: ConsoleState;
  /** For the element of the screen: opens the console when it is shown, and closes it with the page. */
  readonly show: (target: HTMLElement | null) => () => void;
} {
  const [state, setState] = useState<ConsoleState>({ kind: "connecting" });
  // One function for the life of the component, so that the console is opened once.
  const [show] = useState(() => (target: HTMLElement | null) => {
    if (target === null) return () => undefined;
    let isGone = false;
    let opened: RemoteScreen | null = null;
    const open = async (element: HTMLElement) => {
      const { ticket } = await request(instanceConsole.open, { path: { ...path } });
      const connection = {
        url: socketUrl(path),
        protocols: [consoleProtocol, `${consoleTicketPrefix}${ticket}`],
      };
      if (isGone) return;
      opened = await openRemoteScreen(element, connection, {
        onConnected: () => {
          if (opened === null || isGone) return;
          setState({ kind: "connected", screen: opened });
          opened.focus();
        },
        onClosed: (code) => {
          if (!isGone) setState({ kind: "closed", code });
        },
      });
      if (isGone) opened.close();
    };
    open(target).catch((error: unknown) => {
      if (!isGone) setState({ kind: "failed", error });
    });
    return () => {
      isGone = true;
      opened?.close();
    };
  });
  return { state, show };
}
