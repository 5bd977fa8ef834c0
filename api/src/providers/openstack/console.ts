/** Remote consoles: the WebSocket of Nova's console proxy. */
import { z } from "zod";
import { ComputeError } from "#api/ports/compute.ts";
import type { Wire } from "./client.ts";
import { toComputeError } from "./errors.ts";
import { parseBody } from "./responses.ts";

const RemoteConsole = z.looseObject({ remote_console: z.looseObject({ url: z.url() }) });

export interface ConsoleConfig {
  readonly authUrl: string;
  /** Origins of the console proxies; by default any port of the host of `authUrl`. */
  readonly consoleOrigins?: readonly string[];
}

/** Requires Nova 2.6; `novnc` names the page, whose WebSocket speaks plain RFB. */
export async function remoteConsole(
  client: Wire,
  config: ConsoleConfig,
  serverId: string,
): Promise<URL> {
  const outcome = await client.call({
    service: "compute",
    method: "POST",
    path: ["servers", serverId, "remote-consoles"],
    body: { remote_console: { protocol: "vnc", type: "novnc" } },
  });
  if (!outcome.ok) throw toComputeError(outcome.rejection, "compute");
  const { url } = parseBody(RemoteConsole, outcome.body).remote_console;
  return toSocketUrl(new URL(url), config);
}

/**
 * The WebSocket behind the URL of a noVNC page: `https://host:6080/vnc_auto.html?path=%3Ftoken%3D…` is
 * `wss://host:6080/?token=…`. The server connects to it, so only hosts of the cloud are accepted, and none without
 * encryption if the cloud's own URL has it.
 */
export function toSocketUrl(page: URL, { authUrl, consoleOrigins }: ConsoleConfig): URL {
  const cloud = new URL(authUrl);
  const isKnown =
    consoleOrigins === undefined
      ? page.hostname === cloud.hostname
      : consoleOrigins.some((origin) => new URL(origin).origin === page.origin);
  const isHttp = page.protocol === "https:" || page.protocol === "http:";
  const isDowngraded =
    consoleOrigins === undefined && cloud.protocol === "https:" && page.protocol !== "https:";
  if (!isKnown || !isHttp || isDowngraded || page.username !== "" || page.password !== "")
    throw ComputeError.unavailable(`the console is on an unexpected host: ${page.origin}`);
  const socketPath = page.searchParams.get("path") ?? "websockify";
  const socket = new URL(page.origin);
  const [pathname = "", search = ""] = socketPath.split("?", 2);
  socket.pathname = pathname;
  socket.search = search;
  socket.protocol = page.protocol === "https:" ? "wss:" : "ws:";
  return socket;
}
