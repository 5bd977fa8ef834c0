/** Handles the requests of an emulated service: injected faults, JSON bodies, and saved changes. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { FaultRule, FaultRules, FaultTarget } from "./faults.ts";
import { type EmulatorRequest, type EmulatorResponse, readJson } from "./routes.ts";

export interface EmulatedService {
  readonly faults: FaultRules;
  /** What faults are matched with; null for a request that none affects. */
  readonly target: (path: string) => Omit<FaultTarget, "method"> | null;
  readonly newRequestId: () => string;
  /** The response to a body that is not JSON. */
  readonly malformed: EmulatorResponse;
  /** The response of a fault, instead of the service's own; undefined if the service responds. */
  readonly faulty: (fault: FaultRule) => EmulatorResponse | undefined;
  readonly serve: (request: EmulatorRequest) => EmulatorResponse;
  readonly save: () => void;
  readonly send: (response: ServerResponse, requestId: string, result: EmulatorResponse) => void;
}

export const createHandler =
  (service: EmulatedService) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const origin = `http://${request.headers.host ?? "127.0.0.1"}`;
    const url = new URL(request.url ?? "/", origin);
    const method = request.method ?? "GET";
    const target = service.target(url.pathname);
    const fault = target === null ? undefined : service.faults.take({ ...target, method });
    if (fault?.kind === "down") {
      request.socket.destroy();
      return;
    }
    const body = await readJson(request);
    if (fault?.kind === "slow") await delay(fault.delayMs, undefined, { ref: false });
    const parsedRequest: EmulatorRequest = {
      method,
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body,
      origin,
      requestId: service.newRequestId(),
    };
    const respond = () =>
      (fault === undefined ? undefined : service.faulty(fault)) ?? service.serve(parsedRequest);
    const result = body === null ? service.malformed : respond();
    // Acknowledged changes must be on disk, as in the real services. A read changes nothing that cannot be derived again.
    if (method !== "GET") service.save();
    if (result.lost === true || fault?.kind === "lost-answer") request.socket.destroy();
    else service.send(response, parsedRequest.requestId, result);
  };
