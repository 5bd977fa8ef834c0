/** One request to the server of a customer, within bounds of time, size and network. */
import { request as requestHttp, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import {
  type DeliveryError,
  keptResponseBytes,
  webhookTimeoutSeconds,
} from "#contracts/webhook-endpoints.ts";
import { allowedAddresses, type WebhookNetwork } from "./webhook-network.ts";

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookResult {
  /** Null: the receiver accepted it with a status from 200 to 299. */
  readonly error: DeliveryError | null;
  readonly responseStatus: number | null;
  /** The first bytes of the response as text; null without a response. */
  readonly responseBody: string | null;
}

interface Limits {
  readonly timeoutMs: number;
  /** Certificates to trust instead of those of the system; for tests. */
  readonly ca?: string;
}
const defaultLimits: Limits = { timeoutMs: webhookTimeoutSeconds * 1_000 };
const maxHeaderBytes = 16_384;

const failed = (error: DeliveryError): WebhookResult => ({
  error,
  responseStatus: null,
  responseBody: null,
});

/**
 * Sends a webhook. Every failure is a result. The connection is opened to an address that was checked, so another answer
 * of DNS afterwards has no effect, and no redirect is followed.
 */
export async function postWebhook(
  network: WebhookNetwork,
  webhook: WebhookRequest,
  limits: Limits = defaultLimits,
): Promise<WebhookResult> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  const url = new URL(webhook.url);
  try {
    const { found, allowed } = await orTimeout(allowedAddresses(network, url), signal);
    if (found.length === 0) return failed("host_not_found");
    if (allowed.length === 0) return failed("address_not_allowed");
    const response = await send(url, webhook, { ...limits, addresses: allowed, signal });
    const responseBody = await firstText(response, signal);
    return { error: statusError(response), responseStatus: statusOf(response), responseBody };
  } catch (error) {
    return failed(signal.aborted ? "timed_out" : connectionError(error));
  }
}

const statusOf = ({ statusCode }: IncomingMessage): number => statusCode ?? 0;

function statusError(response: IncomingMessage): DeliveryError | null {
  const status = statusOf(response);
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "redirect" : "response_status";
}

function orTimeout<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(new Error("timed out")), { once: true });
  return Promise.race([work, ended]);
}

/** Returns the checked addresses, whatever name is asked for. */
const lookupOf =
  (addresses: readonly string[]): LookupFunction =>
  (_host, options, callback) => {
    const entries = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = entries;
    if (options.all === true) callback(null, entries);
    else callback(null, first?.address ?? "", first?.family);
  };

function send(
  url: URL,
  { headers, body }: WebhookRequest,
  { addresses, signal, ca }: Limits & { addresses: readonly string[]; signal: AbortSignal },
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method: "POST",
    headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
    // A connection of its own: an idle one would outlive the check of its address.
    agent: false,
    lookup: lookupOf(addresses),
    maxHeaderSize: maxHeaderBytes,
    signal,
  };
  return new Promise((resolve, reject) => {
    const sending =
      url.protocol === "https:"
        ? requestHttps(url, ca === undefined ? options : { ...options, ca })
        : requestHttp(url, options);
    sending.on("response", resolve);
    sending.on("error", reject);
    sending.end(body);
  });
}

/** The first bytes as text; what arrived until a timeout. */
async function firstText(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  const reading = (async () => {
    for await (const part of response) {
      const bytes = Buffer.from(part);
      parts.push(bytes);
      size += bytes.length;
      if (size >= keptResponseBytes) return;
    }
  })();
  // The status has arrived: a body that does not is cut off.
  await orTimeout(reading, signal).catch(() => undefined);
  response.destroy();
  const text = new TextDecoder().decode(Buffer.concat(parts).subarray(0, keptResponseBytes));
  // PostgreSQL stores every character but this one.
  return text.replaceAll("\0", "").slice(0, keptResponseBytes);
}

const tlsCodes =
  /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME_MISMATCH)/;
const hostCodes: ReadonlySet<string> = new Set(["ENOTFOUND", "EAI_AGAIN", "ENODATA", "EBADNAME"]);

function connectionError(error: unknown): DeliveryError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (hostCodes.has(code)) return "host_not_found";
  return tlsCodes.test(code) ? "tls" : "connection_failed";
}
