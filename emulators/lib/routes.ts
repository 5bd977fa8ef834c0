/** HTTP code shared by the emulators: routes and JSON bodies. */
import type { IncomingMessage } from "node:http";

export interface EmulatorRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  /** Undefined if the request has no body. */
  body: unknown;
  /** `http://host:port` from the caller's point of view, for links. */
  origin: string;
  requestId: string;
}

export interface EmulatorResponse {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** The work is done, but the connection is closed before the response is sent. */
  lost?: boolean;
}

export interface Route<Context> {
  method: string;
  pattern: RegExp;
  handle(context: Context, ...params: string[]): EmulatorResponse;
}

/** `/servers/:id/action`: each `:name` matches one path segment; the segments are passed in order. */
export function route<Context>(
  method: string,
  template: string,
  handle: (context: Context, ...params: string[]) => EmulatorResponse,
): Route<Context> {
  const source = template.replaceAll(".", "\\.").replaceAll(/:[a-z]+/g, "([^/]+)");
  return { method, pattern: new RegExp(`^${source}/?$`), handle };
}

/** Returns undefined if no route matches the path and the method. */
export function dispatch<Context>(
  routes: Route<Context>[],
  method: string,
  path: string,
  context: Context,
): EmulatorResponse | undefined {
  for (const candidate of routes) {
    const match = candidate.method === method ? candidate.pattern.exec(path) : null;
    if (match !== null) return candidate.handle(context, ...match.slice(1).map(decodeURIComponent));
  }
  return undefined;
}

const bodyLimitBytes = 1024 * 1024;

/** Returns null for invalid JSON and undefined without a body. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > bodyLimitBytes) return null;
    chunks.push(bytes);
  }
  if (size === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return null;
  }
}
