/** HTTP requests to OAuth providers: only to known hosts, without redirects, with a bounded response size. */
import { allowInsecureRequests, type Configuration, type CustomFetch } from "openid-client";

const maxResponseBytes = 64 * 1024;
export const timeoutSeconds = 5;

const loopback = ["127.0.0.1", "localhost", "[::1]"];

/** Options for a configuration of this URL; plain HTTP is allowed only for emulators on the local host. */
export function insecureRequestOptions(url: string): ((config: Configuration) => void)[] {
  const { protocol, hostname } = new URL(url);
  if (protocol !== "http:" || !loopback.includes(hostname)) return [];
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated only to draw attention; there is no replacement
  return [allowInsecureRequests];
}

export function restrictedFetch(origins: readonly string[]): CustomFetch {
  return async (url, options) => {
    const { origin } = new URL(url);
    if (!origins.includes(origin)) throw new Error(`${origin} is not a host of this provider`);
    const { body, headers, method, signal } = options;
    const response = await fetch(url, {
      headers,
      method,
      redirect: "manual",
      // The OAuth client sends only forms.
      ...(body instanceof URLSearchParams && { body }),
      ...(signal !== undefined && { signal }),
    });
    return new Response(await readLimited(response), {
      status: response.status,
      headers: response.headers,
    });
  };
}

async function readLimited(response: Response): Promise<Buffer<ArrayBuffer> | null> {
  if (response.body === null) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxResponseBytes)
      throw new Error(`The provider's response exceeds ${maxResponseBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
