/**
 * A Foreman server on one port: the part of its API v2 that controls the hosts of a data center, with their management
 * controllers, installers and disks behind it.
 *
 * Faults triggered by a word in the name of a host:
 *   install-fails     the installer reports an error
 *   erase-fails       the first disk is reported as not erased
 *   ignores-shutdown  a soft shutdown has no effect
 *   bmc-down          the management controller does not respond
 *
 * Other faults are added to `faults` (../lib/faults.ts).
 */
import type { ServerResponse } from "node:http";
import { randomUUID } from "node:crypto";
import type { Clock } from "#api/core/lib/clock.ts";
import { createHandler } from "../lib/create-handler.ts";
import { type FaultRule, FaultRules } from "../lib/faults.ts";
import type { EmulatorRequest, EmulatorResponse } from "../lib/routes.ts";
import { startServer } from "../lib/start-server.ts";
import { type DatacenterData, defaultDatacenter, type UserData } from "./default-datacenter.ts";
import { handleHosts } from "./hosts.ts";
import { DatacenterState, defaultTimings, type Timings } from "./state.ts";

export interface EmulatorOptions {
  /** 0 selects a free port. */
  port: number;
  /** Default: loopback. */
  host?: string;
  clock: Clock;
  /** JSON file that stores the state across restarts; without it the state is in memory only. */
  statePath?: string;
  timings?: Partial<Timings>;
  datacenter?: DatacenterData;
  /** Numbers from 0 to below 1, for faults with a chance. */
  random?: () => number;
}

const version = "3.14.0";

export async function startForemanEmulator(options: EmulatorOptions) {
  const data = options.datacenter ?? defaultDatacenter;
  const timings = { ...defaultTimings, ...options.timings };
  const state = new DatacenterState(data, options.clock, timings, options.statePath);
  const faults = new FaultRules(options.random);

  function serve(request: EmulatorRequest): EmulatorResponse {
    const { login, user } = authenticate(data.users, request.headers.authorization);
    if (user === undefined)
      return {
        status: 401,
        body: { error: { message: `Unable to authenticate user ${login}` } },
      };
    if (request.path === "/api/status")
      return { status: 200, body: { result: "ok", status: 200, version, api_version: 2 } };
    if (request.method !== "GET" && !user.mayEdit) return accessDenied(request);
    return (
      handleHosts({ request, state }) ?? {
        status: 404,
        body: { error: { message: "Route overview not found" } },
      }
    );
  }

  const { url, stop } = await startServer({
    name: "foreman emulator",
    port: options.port,
    host: options.host ?? "127.0.0.1",
    handle: createHandler({
      faults,
      target: (path) => ({ service: "foreman", region: null, path }),
      newRequestId: randomUUID,
      malformed: {
        status: 400,
        body: { status: 400, error: "There was a problem in the JSON you submitted" },
      },
      faulty: faultResponse,
      serve,
      save: () => state.save(),
      send,
    }),
  });
  return { url, state, faults, stop };
}

export type ForemanEmulator = Awaited<ReturnType<typeof startForemanEmulator>>;

function authenticate(
  users: readonly UserData[],
  header: string | undefined,
): { login: string; user: UserData | undefined } {
  const encoded = /^Basic (\S+)$/.exec(header ?? "")?.[1] ?? "";
  const [login = "", ...password] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  const user = users.find((known) => known.login === login);
  return { login, user: user?.password === password.join(":") ? user : undefined };
}

function accessDenied({ path }: EmulatorRequest): EmulatorResponse {
  const permission = path.endsWith("/power") ? "power_hosts" : "edit_hosts";
  return {
    status: 403,
    body: {
      error: {
        message: "Access denied",
        details: `Missing one of the required permissions: ${permission}`,
        missing_permissions: [permission],
      },
    },
  };
}

function faultResponse(fault: FaultRule): EmulatorResponse | undefined {
  if (fault.kind === "rate-limit")
    return { status: 429, headers: { "Retry-After": String(fault.retryAfterSeconds) } };
  if (fault.kind !== "status") return undefined;
  return {
    status: fault.status,
    body: { error: { message: "Internal Server Error", class: "StandardError" } },
  };
}

function send(response: ServerResponse, requestId: string, result: EmulatorResponse): void {
  response
    .writeHead(result.status, {
      "Content-Type": "application/json; charset=utf-8",
      Foreman_version: version,
      Foreman_api_version: "2",
      "X-Request-Id": requestId,
      ...result.headers,
    })
    .end(result.body === undefined ? "" : JSON.stringify(result.body));
}
