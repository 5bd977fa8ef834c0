/**
 * The way to the server: straight, or on Node through the proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY
 * name. Node's own fetch reads them only when it is told to, and not in every version.
 */

/** What is needed of an answer. */
export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: { readonly get: (name: string) => string | null };
  readonly text: () => Promise<string>;
}

interface Asked {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
  readonly redirect: "error";
  readonly credentials: "omit";
}

export interface Route {
  readonly send: (address: string, asked: Asked) => Promise<Answer>;
  /** As it may be shown, without user name and password; null where none is used. */
  readonly proxy: string | null;
}

const straight: Route = { send: (address, asked) => fetch(address, asked), proxy: null };

const isNode = "process" in globalThis && typeof globalThis.process.versions?.node === "string";

/** Looks for the proxy once: `url` is the only server the client asks. */
export async function routeTo(url: string): Promise<Route> {
  if (!isNode) return straight;
  const { getProxyForUrl } = await import("proxy-from-env");
  const proxy = getProxyForUrl(url);
  if (proxy === "") return straight;
  const { fetch: send, ProxyAgent } = await import("undici");
  let agent: InstanceType<typeof ProxyAgent> | undefined;
  return {
    proxy: shownProxy(proxy),
    // Made with the first request: a proxy nobody can use is then told as every other failure.
    send: async (address, asked) =>
      send(address, { ...asked, dispatcher: (agent ??= new ProxyAgent(proxy)) }),
  };
}

function shownProxy(proxy: string): string {
  if (!URL.canParse(proxy)) return "that the environment names";
  const { protocol, host } = new URL(proxy);
  return `${protocol}//${host}`;
}
