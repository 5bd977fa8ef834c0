/** Finds, lists and deletes servers. */
import type { EmulatorResponse } from "../lib/routes.ts";
import { badRequest, notFound } from "./nova-versions.ts";
import { isAdmin, type NovaContext, serverBrief, serverView, novaStatus } from "./nova-views.ts";
import type { ServerRow } from "./records.ts";
import type { ConsoleProxy } from "./vnc/console-proxy.ts";
import type { Timings } from "./timings.ts";

export interface ServersContext extends NovaContext {
  timings: Timings;
  consoles: ConsoleProxy;
}

const sortKeys = [
  "created_at",
  "updated_at",
  "display_name",
  "uuid",
  "launched_at",
  "vm_state",
  "task_state",
];

export function listServers(context: NovaContext, view: "brief" | "detail"): EmulatorResponse {
  const { request, region, state, caller } = context;
  const { query } = request;
  const sortKey = query.get("sort_key");
  if (sortKey !== null && !sortKeys.includes(sortKey)) {
    return badRequest(
      `Invalid input for query parameters sort_key. Value: ${sortKey}. '${sortKey}' is not one of ${JSON.stringify(sortKeys)}`,
    );
  }
  const since = query.get("changes-since");
  const sinceMs = since === null ? null : Date.parse(since);
  if (Number.isNaN(sinceMs)) {
    return badRequest(
      `Invalid input for query parameters changes-since. Value: ${since}. '${since}' is not a 'date-time'`,
    );
  }
  const everyProject = query.has("all_tenants") && isAdmin(caller);
  const tags = query.get("tags")?.split(",") ?? [];
  const status = query.get("status")?.toUpperCase();
  const name = query.get("name");
  const all = state
    .serversOf(region.name)
    .filter((row) => everyProject || row.projectId === caller.projectId);
  const matching = all.filter(
    (row) =>
      (sinceMs === null ? row.vmState !== "deleted" : row.updatedAtMs >= sinceMs) &&
      (name === null || new RegExp(name).test(row.name)) &&
      (status === undefined || novaStatus(row) === status) &&
      tags.every((tag) => row.tags.includes(tag)),
  );
  const marker = query.get("marker");
  const markerAt = all.findIndex((row) => row.id === marker);
  if (marker !== null && markerAt < 0) return badRequest(`marker [${marker}] not found`);
  const afterMarker = new Set(all.slice(markerAt + 1));
  const rest = matching.filter((row) => afterMarker.has(row));
  const limit = Math.min(Number(query.get("limit") ?? 1000), 1000);
  const page = rest.slice(0, limit);
  const next = new URLSearchParams(query);
  next.set("marker", page.at(-1)?.id ?? "");
  const href = `${request.origin}/${region.name}/compute/v2.1/servers${view === "detail" ? "/detail" : ""}?${next}`;
  return {
    status: 200,
    body: {
      servers: page.map((row) =>
        view === "brief" ? serverBrief(row, context) : serverView(row, context, "detail"),
      ),
      ...(page.length === limit && page.length > 0
        ? { servers_links: [{ rel: "next", href }] }
        : {}),
    },
  };
}

/** `orDeleted`: the actions of a deleted server can be read, the server cannot. */
export function findServer(
  context: NovaContext,
  id: string | undefined,
  orDeleted = false,
): ServerRow | EmulatorResponse {
  const row = context.state.server(context.region.name, id ?? "");
  const visible =
    row !== undefined && (row.projectId === context.caller.projectId || isAdmin(context.caller));
  return visible && (orDeleted || row.vmState !== "deleted")
    ? row
    : notFound(`Instance ${id} could not be found.`);
}

export const isResponse = (value: object): value is EmulatorResponse => "status" in value;

export function deleteServer(context: ServersContext, id: string | undefined): EmulatorResponse {
  const row = findServer(context, id);
  if (isResponse(row)) return row;
  const { state, request, caller, timings } = context;
  if (row.taskState !== "deleting") {
    const nowMs = state.nowMs();
    row.actions.push({
      action: "delete",
      requestId: request.requestId,
      userId: caller.userId,
      startedAtMs: nowMs,
      finishedAtMs: null,
      result: null,
    });
    state.request(row, "deleting", [
      { dueAtMs: nowMs + timings.deleteMs, vmState: "deleted", taskState: null },
    ]);
  }
  return { status: 204 };
}
