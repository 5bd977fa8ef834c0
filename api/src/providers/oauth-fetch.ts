/** How a sign-in provider is asked: only at the hosts it is known by, no redirect followed, and never more read than a sign-in needs. */
import { allowInsecureRequests, type Configuration, type CustomFetch } from "openid-client";

const maxResponseBytes = 64 * 1024;
export const timeoutSeconds = 5;

const loopback = ["127.0.0.1", "localhost", "[::1]"];

/** What a configuration for this address is put through: plain http is for the stand-ins of one's own machine. */
export function insecureRequestOptions(url: string): ((config: Configuration) => void)[] {
  const { protocol, hostname } = new URL(url);
  if (protocol !== "http:" || !loopback.includes(hostname)) return [];
  // oxlint-disable-next-line typescript/no-deprecated -- marked so by its authors to be noticed, not to be gone
  return [allowInsecureRequests];
}

export function restrictedFetch(origins: readonly string[]): CustomFetch {
  return async (url, options) => {
    const { origin } = new URL(url);
    if (!origins.includes(origin)) throw new Error(`${origin} is no host of this provider`);
    const { body, headers, method, signal } = options;
    const response = await fetch(url, {
      headers,
      method,
      redirect: "manual",
      // A sign-in sends forms and nothing else.
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
      throw new Error(`The provider answers more than ${maxResponseBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
