/**
 * An OpenStack cloud on one port: Keystone under /identity, and for each region Nova, Glance, Neutron, Cinder and
 * Gnocchi under /<region>/compute, /image, /network, /volume and /metric, as in its service catalog.
 *
 * Faults triggered by a word in the server's name (the hostname):
 *   no-capacity   goes to ERROR with "No valid host was found."
 *   quota         the create request is rejected with Nova's 403
 *   slow-build    builds for ten minutes
 *   build-error   goes to ERROR with a hypervisor fault
 *   image-gone    the create request is rejected because the image does not exist
 *   lost-answer   the server is created, but the connection breaks before the response; only while no
 *                 other server of that name exists, so that a retry gets a response
 *
 * Control endpoints (JSON, no token):
 *   GET    /_control/world                  all servers, ports, floating IPs and volumes
 *   POST   /_control/faults                 {match: {service, region, method, pathPattern}, kind, …}, see ../lib/faults.ts
 *   GET    /_control/faults                 active faults
 *   DELETE /_control/faults                 removes all faults
 *   DELETE /_control/faults/:id             removes one fault
 *   DELETE /_control/tokens                 every token becomes invalid
 *   POST   /_control/servers/:id/step       runs the next step of the server's plan (manual mode)
 *   GET    /_control/servers/:id/screen     what the screen of the server shows
 *   POST   /_control/servers/:id/state      {vmState, taskState, fault}: sets the state immediately
 *   PUT    /_control/images/:id             {status: active | deactivated | queued | deleted}
 *   PUT    /_control/ahead                  {aheadMs}: how far the cloud's clock is ahead
 *   DELETE /_control/flavors/:region/:name  the region no longer has the flavor; its servers stay
 *   PUT    /_control/clock                  {offsetMs}: passed to `onClockOffset`
 */
import type { ServerResponse } from "node:http";
import type { Clock } from "#api/core/lib/clock.ts";
import { defaultCloud } from "./default-cloud.ts";
import type { CloudData } from "./cloud-data.ts";
import { handleControl, snapshotCloud } from "./control.ts";
import { createHandler } from "../lib/create-handler.ts";
import { type FaultRule, FaultRules } from "../lib/faults.ts";
import { handleCinder } from "./cinder.ts";
import { handleGlance } from "./glance.ts";
import type { EmulatorResponse, EmulatorRequest } from "../lib/routes.ts";
import { startServer } from "../lib/start-server.ts";
import { newRequestId } from "./service.ts";
import { Keystone, unauthorized } from "./keystone.ts";
import { handleGnocchi } from "./gnocchi.ts";
import { handleNeutron } from "./neutron.ts";
import { handleNova } from "./nova.ts";
import { versionDocument } from "./nova-versions.ts";
import { CloudState } from "./state.ts";
import { ConsoleProxy } from "./vnc/console-proxy.ts";
import { type Timings, defaultTimings } from "./timings.ts";

export interface EmulatorOptions {
  /** 0 selects a free port. */
  port: number;
  /** Default: loopback. */
  host?: string;
  clock: Clock;
  /** JSON file that stores the state across restarts; without it the state is in memory only. */
  statePath?: string;
  /** manual: a server changes only through a control request. */
  mode?: "auto" | "manual";
  timings?: Partial<Timings>;
  catalogue?: CloudData;
  tokenTtlMs?: number;
  /** The x of the highest microversion 2.x that Nova supports. */
  highestMicroversion?: number;
  onClockOffset?: (offsetMs: number) => void;
  /** Decides which requests a fault with a chance affects. */
  random?: () => number;
}

export async function startOpenstackEmulator(options: EmulatorOptions) {
  const data = options.catalogue ?? defaultCloud;
  const state = new CloudState(data, options.clock, options.mode ?? "auto", options.statePath);
  const keystone = new Keystone(data, () => state.nowMs(), options.tokenTtlMs ?? 4 * 3_600_000);
  const faults = new FaultRules(options.random);
  const highest = options.highestMicroversion ?? 93;
  const consoles = new ConsoleProxy(state, faults);
  const timings = { ...defaultTimings, ...options.timings };

  function serve(request: EmulatorRequest): EmulatorResponse {
    const { service, region: regionName, path } = locate(request.path);
    if (service === "control") {
      return handleControl({
        request,
        state,
        faults,
        keystone,
        consoles,
        onClockOffset: options.onClockOffset,
      });
    }
    if (service === "identity") return keystone.handle(request, path);
    const region = state.region(regionName ?? "");
    if (region === undefined || service === "none")
      return { status: 404, body: { message: "No such region or service" } };
    const caller = keystone.caller(request);
    if (service === "image") return handleGlance(request, path, region, state, caller);
    if (service === "volume") {
      if (caller === undefined) return unauthorized(request.origin);
      return handleCinder(request, path, region, state, caller);
    }
    if (path === "" || path === "/") return versionList(request, service, region.name, highest);
    if (caller === undefined) return unauthorized(request.origin);
    if (service === "metric")
      return region.lacksMetrics === true
        ? { status: 404, body: { message: "No such region or service" } }
        : handleGnocchi(request, path, region, state, caller);
    return service === "compute"
      ? handleNova(request, path, region, state, caller, { highest, timings, consoles })
      : handleNeutron(request, path, region, state, caller);
  }

  const { url, stop } = await startServer({
    upgrade: (request, connection, head) => consoles.upgrade(request, connection, head),
    name: "openstack emulator",
    port: options.port,
    host: options.host ?? "127.0.0.1",
    handle: createHandler({
      faults,
      target: (path) => {
        const target = locate(path);
        return target.service === "control" ? null : target;
      },
      newRequestId,
      malformed: {
        status: 400,
        body: { badRequest: { code: 400, message: "Malformed request body" } },
      },
      faulty: faultResponse,
      serve,
      save: () => state.save(),
      send: (response, requestId, result) => send(response, requestId, state.nowMs(), result),
    }),
  });

  return {
    url,
    authUrl: `${url}/identity/v3`,
    state,
    faults,
    world: () => snapshotCloud(state),
    /** Runs the next step of a server's plan; returns false if the plan is empty. */
    step: (serverId: string) => {
      const row = state.servers.get(serverId);
      return row !== undefined && state.step(row);
    },
    expireTokens: () => keystone.expireAll(),
    consoles,
    stop: async () => {
      consoles.closeAll();
      await stop();
    },
  };
}

export type OpenstackEmulator = Awaited<ReturnType<typeof startOpenstackEmulator>>;

/** `/lulea/compute/v2.1/servers` is region lulea, service compute, path /v2.1/servers. */
function locate(pathname: string): { service: string; region: string | null; path: string } {
  const [, first = "", second = ""] = pathname.split("/");
  if (first === "_control") return { service: "control", region: null, path: pathname };
  if (first === "identity")
    return { service: "identity", region: null, path: pathname.slice("/identity".length) };
  const services = ["compute", "image", "network", "volume", "metric"];
  const path = pathname.slice(first.length + second.length + 2);
  return { service: services.includes(second) ? second : "none", region: first, path };
}

function versionList(
  request: EmulatorRequest,
  service: string,
  region: string,
  highest: number,
): EmulatorResponse {
  if (service === "compute")
    return { status: 200, body: { versions: [versionDocument(request.origin, region, highest)] } };
  const link = { rel: "self", href: `${request.origin}/${region}/network/v2.0/` };
  return { status: 200, body: { versions: [{ id: "v2.0", status: "CURRENT", links: [link] }] } };
}

function faultResponse(fault: FaultRule): EmulatorResponse | undefined {
  if (fault.kind === "rate-limit") {
    // Nova's own limiter, and some proxies, use 413.
    const status = fault.status === 413 ? 413 : 429;
    return {
      status,
      headers: { "Retry-After": String(fault.retryAfterSeconds) },
      body: {
        overLimit: {
          code: status,
          message: "This request was rate-limited.",
          retryAfter: String(fault.retryAfterSeconds),
        },
      },
    };
  }
  if (fault.kind !== "status") return undefined;
  return {
    status: fault.status,
    body: {
      computeFault: {
        code: fault.status,
        message: "The server is currently unavailable. Please try again at a later time.",
      },
    },
  };
}

function send(
  response: ServerResponse,
  requestId: string,
  nowMs: number,
  result: EmulatorResponse,
): void {
  const text = result.body === undefined ? "" : JSON.stringify(result.body);
  response.writeHead(result.status, {
    "Content-Type": "application/json",
    "x-openstack-request-id": requestId,
    Date: new Date(nowMs).toUTCString(),
    ...result.headers,
    ...(result.status === 204 ? {} : { "Content-Length": String(Buffer.byteLength(text)) }),
  });
  response.end(result.status === 204 ? undefined : text);
}
