/** One HTTP request to the cloud: a timeout, no redirects, a bounded response size, JSON only. */
import { ComputeError } from "#api/ports/compute.ts";

const defaultTimeoutMs = 10_000;
const maxResponseBytes = 16 * 1024 * 1024;

export interface HttpRequest {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: URL;
  headers: Record<string, string>;
  body?: unknown;
  timeoutMs: number | undefined;
}

export interface HttpResponse {
  status: number;
  headers: Headers;
  /** Null if the body was empty or not JSON. */
  body: unknown;
  requestId: string | null;
  retryAfterMs: number | null;
}

export async function sendRequest(exchange: HttpRequest): Promise<HttpResponse> {
  try {
    return await sendOnce(exchange);
  } catch (error) {
    // A keep-alive connection may have been closed in the meantime; only a GET can be repeated safely.
    if (exchange.method === "GET" && isConnectionReset(error))
      return sendOnce(exchange).catch(toUnavailableError(exchange));
    return toUnavailableError(exchange)(error);
  }
}

async function sendOnce({
  method,
  url,
  headers,
  body,
  timeoutMs = defaultTimeoutMs,
}: HttpRequest): Promise<HttpResponse> {
  const response = await fetch(url, {
    method,
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      Accept: "application/json",
      ...headers,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: jsonOrNull(await readLimitedText(response)),
    requestId:
      response.headers.get("x-openstack-request-id") ?? response.headers.get("x-request-id"),
    retryAfterMs: retryAfterMs(response.headers),
  };
}

async function readLimitedText(response: Response): Promise<string> {
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxResponseBytes)
      throw ComputeError.unavailable(`the response exceeds ${maxResponseBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** OpenStack services send seconds; they do not use HTTP's alternative, a date. */
function retryAfterMs(headers: Headers): number | null {
  const seconds = headers.get("retry-after");
  return seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : null;
}

function errorCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const cause = error.cause ?? error;
  return typeof cause === "object" && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : null;
}

function isConnectionReset(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ECONNRESET" || code === "EPIPE" || code === "UND_ERR_SOCKET";
}

function toUnavailableError({ method, url }: HttpRequest) {
  return (error: unknown): never => {
    if (error instanceof ComputeError) throw error;
    const reason =
      error instanceof Error && error.name === "TimeoutError"
        ? "no response in time"
        : (errorCode(error) ?? String(error));
    throw ComputeError.unavailable(`${method} ${url.host}${url.pathname}: ${reason}`, {
      cause: error,
    });
  };
}
