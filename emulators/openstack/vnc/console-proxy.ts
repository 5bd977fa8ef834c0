/** Nova's console proxy: the WebSocket behind the URL of a remote console, with a screen for each server. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, WebSocketServer } from "ws";
import type { FaultRules } from "../../lib/faults.ts";
import { bootLog } from "../nova-actions.ts";
import type { ServerRow } from "../records.ts";
import type { CloudState } from "../state.ts";
import { RfbSession } from "./rfb-session.ts";
import { TextScreen } from "./text-screen.ts";

/** As `[consoleauth] token_ttl` of Nova. */
const tokenTtlMs = 10 * 60_000;

export class ConsoleProxy {
  readonly #state: CloudState;
  readonly #faults: FaultRules;
  readonly #server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  readonly #tokens = new Map<string, { readonly serverId: string; readonly expiresAtMs: number }>();
  readonly #screens = new Map<string, TextScreen>();

  constructor(state: CloudState, faults: FaultRules) {
    this.#state = state;
    this.#faults = faults;
  }

  /** The number of open consoles. */
  get count(): number {
    return this.#server.clients.size;
  }

  /** The URL of the noVNC page that Nova returns. */
  createUrl(origin: string, serverId: string): string {
    const token = randomUUID();
    this.#tokens.set(token, { serverId, expiresAtMs: this.#state.nowMs() + tokenTtlMs });
    return `${origin}/vnc_auto.html?path=${encodeURIComponent(`?token=${token}`)}`;
  }

  /** What the screen of a server shows now; null if nobody has opened it. */
  screenText(serverId: string): string | null {
    return this.#screens.get(serverId)?.text ?? null;
  }

  upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void {
    const fault = this.#faults.take({ service: "console", region: null, method: "GET", path: "/" });
    const url = new URL(request.url ?? "/", "http://console");
    const token = this.#tokens.get(url.searchParams.get("token") ?? "");
    const row = token === undefined ? undefined : this.#state.servers.get(token.serverId);
    if (fault !== undefined || token === undefined || row === undefined)
      return void connection.destroy();
    if (token.expiresAtMs < this.#state.nowMs() || row.vmState !== "active")
      return void connection.destroy();
    this.#server.handleUpgrade(request, connection, head, (socket) => {
      const screen = this.#screenOf(row);
      const session = new RfbSession(screen, row.name, (data) => socket.send(data));
      const stop = screen.onChange(() => session.screenChanged());
      socket.on("message", (data) => session.receive(toBuffer(data)));
      socket.on("error", () => socket.terminate());
      socket.on("close", stop);
    });
  }

  /** Closes all open consoles, as when the proxy restarts. */
  closeAll(): void {
    for (const socket of this.#server.clients) socket.terminate();
  }

  #screenOf(row: ServerRow): TextScreen {
    const screen = this.#screens.get(row.id) ?? new TextScreen(bootLog(row));
    this.#screens.set(row.id, screen);
    return screen;
  }
}

function toBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
