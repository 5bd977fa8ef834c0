/**
 * The connection to the server: direct, or on Node through the proxy of HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
 * Node's own fetch reads these variables only with an option, and not in every version.
 */

/** The part of a fetch response that the client uses. */
export interface HttpResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: { readonly get: (name: string) => string | null };
  readonly text: () => Promise<string>;
  readonly arrayBuffer: () => Promise<ArrayBuffer>;
}

interface HttpRequestInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
  readonly redirect: "error";
  readonly credentials: "omit";
}

export interface Route {
  readonly send: (url: string, init: HttpRequestInit) => Promise<HttpResponse>;
  /** The proxy for messages, without user name and password; null without a proxy. */
  readonly proxy: string | null;
}

const direct: Route = { send: (url, init) => fetch(url, init), proxy: null };

const isNode = "process" in globalThis && typeof globalThis.process.versions?.node === "string";

/** Determines the proxy once, because the client sends requests to one server only. */
export async function routeTo(url: string): Promise<Route> {
  if (!isNode) return direct;
  const { getProxyForUrl } = await import("proxy-from-env");
  const proxy = getProxyForUrl(url);
  if (proxy === "") return direct;
  const { fetch: send, ProxyAgent } = await import("undici");
  let agent: InstanceType<typeof ProxyAgent> | undefined;
  return {
    proxy: describeProxy(proxy),
    // Created with the first request, so that an invalid proxy URL is reported like other network errors.
    send: async (url, init) =>
      send(url, { ...init, dispatcher: (agent ??= new ProxyAgent(proxy)) }),
  };
}

function describeProxy(proxy: string): string {
  if (!URL.canParse(proxy)) return "set in the environment";
  const { protocol, host } = new URL(proxy);
  return `${protocol}//${host}`;
}
