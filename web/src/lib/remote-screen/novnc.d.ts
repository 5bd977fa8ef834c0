/** The part of noVNC 1.7 that the console uses; the package has no types of its own. */
declare module "@novnc/novnc" {
  interface RfbEvents {
    connect: CustomEvent<Record<string, never>>;
    disconnect: CustomEvent<{ readonly clean: boolean }>;
  }

  export default class RFB extends EventTarget {
    constructor(target: HTMLElement, channel: WebSocket, options?: { readonly shared?: boolean });

    /** Fits the screen into the element. */
    scaleViewport: boolean;
    /** The color around the screen. */
    background: string;
    disconnect(): void;
    /** A key by its X11 keysym, and by its position if the server supports that. */
    sendKey(keysym: number, code: string, down?: boolean): void;
    sendCtrlAltDel(): void;
    focus(options?: FocusOptions): void;
    blur(): void;
    addEventListener<T extends keyof RfbEvents>(
      type: T,
      listener: (event: RfbEvents[T]) => void,
    ): void;
  }
}
