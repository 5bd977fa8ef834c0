/** Faults of a provider's token endpoint; active until they are removed. */
import type { ServerResponse } from "node:http";
import { sendJson } from "./http.ts";

/** `redirect`: to `target`. `silent`: never responds. `oversized`: a well-formed response of one megabyte. */
export type WireFault = "redirect" | "silent" | "oversized" | "down";

const oversizedBytes = 1024 * 1024;

export function respondWithFault(response: ServerResponse, fault: WireFault, target: string): void {
  if (fault === "redirect") response.writeHead(307, { location: target }).end();
  else if (fault === "oversized")
    sendJson(response, 200, { access_token: "x".repeat(oversizedBytes), token_type: "bearer" });
  else if (fault === "down") sendJson(response, 503, { error: "temporarily_unavailable" });
}
