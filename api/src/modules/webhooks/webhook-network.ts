/** Which addresses webhooks may be sent to. */
import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { webhookPorts } from "#contracts/webhook-endpoints.ts";
import { isPublicAddress } from "../../core/lib/public-addresses.ts";
import { fieldError } from "../../core/lib/problem-error.ts";

export interface WebhookNetwork {
  /** Allows http, any port, and private addresses; for development and tests. */
  readonly allowsPrivate: boolean;
  /** Returns every IP address of a host; an empty list or an error if it has none. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
}

/** Asks the name servers without threads of the process, which a slow server would block for password hashes. */
async function resolveByDns(host: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}

export const createWebhookNetwork = (
  allowsPrivate: boolean,
  resolve: WebhookNetwork["resolve"] = resolveByDns,
): WebhookNetwork => ({ allowsPrivate, resolve });

/** The host of a URL; an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string =>
  hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;

const internalNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|test)\.?$/;
const hasDot = (host: string) => host.slice(0, -1).includes(".");

/** Rejects what is recognizable without DNS. The addresses of a name are checked when a connection is opened. */
export function assertAllowedUrl({ allowsPrivate }: WebhookNetwork, text: string): void {
  if (allowsPrivate) return;
  const url = new URL(text);
  if (url.protocol !== "https:") throw fieldError("url", "format", { rule: "webhook_url" });
  const port = url.port === "" ? 443 : Number(url.port);
  if (!webhookPorts.some((allowed) => allowed === port))
    throw fieldError("url", "format", { rule: "webhook_port" });
  const host = hostOf(url);
  const isAllowed =
    isIP(host) === 0 ? hasDot(host) && !internalNames.test(host) : isPublicAddress(host);
  if (!isAllowed) throw fieldError("url", "format", { rule: "webhook_host" });
}

/** The addresses of a host that may be connected to; empty if it has others only. */
export async function allowedAddresses(
  { allowsPrivate, resolve }: WebhookNetwork,
  url: URL,
): Promise<{ found: readonly string[]; allowed: readonly string[] }> {
  const host = hostOf(url);
  const found = isIP(host) === 0 ? await resolve(host) : [host];
  return { found, allowed: allowsPrivate ? found : found.filter(isPublicAddress) };
}
