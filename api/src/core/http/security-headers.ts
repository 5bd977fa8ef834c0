/** Security headers of every response. */
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet from "helmet";
import { pagePolicy } from "./cross-origin.ts";

const yearSeconds = 31_536_000;

/**
 * Headers that browsers read from documents only. The files of the console are sent without them, because they are
 * longer than a small file.
 */
export const documentHeaders = [
  "cross-origin-opener-policy",
  "origin-agent-cluster",
  "permissions-policy",
  "referrer-policy",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-frame-options",
  "x-permitted-cross-domain-policies",
  "x-xss-protection",
] as const;

/**
 * The headers that helmet sets, by lowercase name. They are the same for every response, and helmet would build them
 * again for each one, so it runs once.
 */
export function securityHeaders(
  https: boolean,
  apiOrigin: string | null,
): Readonly<Record<string, string>> {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: pagePolicy(apiOrigin) },
    strictTransportSecurity: https ? { maxAge: yearSeconds, includeSubDomains: true } : false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-site" },
    xFrameOptions: { action: "deny" },
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, (error) => {
    if (error !== undefined) throw error;
  });
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}
