import { z } from "zod";
import { can, get, defineEndpoints, staff, Timestamp } from "./endpoint.ts";
import { permissionNames, type WorkspacePermission } from "./permissions.ts";
import type { Resource } from "./resource.ts";
import { type LiveTopic, resources } from "./resources.ts";

const declared: readonly Resource[] = resources;
const topics = declared.flatMap(({ liveTopic }) => liveTopic ?? []);
const isLiveTopic = (name: string): name is LiveTopic =>
  topics.some((topic) => topic.name === name);

export const liveTopics = topics.map(({ name }) => name).filter(isLiveTopic);

/** Endpoint ids, or prefixes of them, whose responses become stale with an event of the topic. */
export const staleReads = (topic: LiveTopic): readonly string[] =>
  topics.find(({ name }) => name === topic)?.staleReads ?? [];

/**
 * What staff see of the changes in all workspaces: the topics, with the endpoint ids or prefixes of them whose responses
 * become stale. Changes by requests that no workspace hears of are published under the same topics (`staffTopicOf`).
 */
const staffReads: Readonly<Partial<Record<LiveTopic, readonly string[]>>> = {
  workspace: ["users.", "staffRoles.", "workspaceRoles.", "adminWorkspaces.", "dashboard."],
  instances: [
    "adminInstances.",
    "adminCommands.",
    "adminWorkspaces.",
    "infrastructure.findings",
    "bareMetalItems.",
    "bareMetalProducts.",
    "images.",
    "virtualProducts.",
    "volumeProducts.",
    "dashboard.",
  ],
  billing: [
    "adminBilling.",
    "balanceApprovals.",
    "limitRequests.",
    "promoCodes.",
    "adminWorkspaces.",
    "dashboard.",
  ],
};
export const staffTopics: readonly LiveTopic[] = liveTopics.filter((topic) => topic in staffReads);
export const staffStaleReads = (topic: LiveTopic): readonly string[] => staffReads[topic] ?? [];

/** Topics of changes that belong to no workspace, or of which the workspace is not told, by resource. */
const topicsByResource: Readonly<Record<string, LiveTopic>> = {
  users: "workspace",
  account: "workspace",
  staffRoles: "workspace",
  adminWorkspaces: "billing",
  bareMetalItems: "instances",
  bareMetalProducts: "instances",
  images: "instances",
  virtualProducts: "instances",
  volumeProducts: "instances",
  infrastructure: "instances",
  balanceApprovals: "billing",
  adminBilling: "billing",
  promoCodes: "billing",
};
const topicsByCall: Readonly<Record<string, LiveTopic>> = {
  "auth.register": "workspace",
  "auth.verifyEmail": "workspace",
  "workspaces.create": "workspace",
  "billing.requestLimitChange": "billing",
};

/** The topic under which staff hear of a successful change by a request; null if they do not. */
export const staffTopicOf = (endpointId: string): LiveTopic | null =>
  topicsByCall[endpointId] ?? topicsByResource[endpointId.split(".")[0] ?? ""] ?? null;

/** The permission that decides whether an event of the topic includes the id of the object. */
export function topicPermission(topic: LiveTopic): WorkspacePermission {
  const declaredName = topics.find(({ name }) => name === topic)?.permission;
  const permission = permissionNames.find((name) => name === declaredName);
  if (permission === undefined) throw new Error(`${topic}: its permission is not declared`);
  return permission;
}

/**
 * States that something of a topic changed, so that the console refetches it. It carries no data, so it cannot leak
 * any.
 */
export const LiveEvent = z.object({
  topic: z.enum(liveTopics),
  id: z.string().nullable(),
  /** Transaction id, compared with `X-Seen-Changes` of a response; null when anything may have changed. */
  change: z.string().nullable(),
});
export type LiveEvent = z.infer<typeof LiveEvent>;
/** Payload of a notification; the database adds the transaction id. */
export type LiveEventPayload = Omit<LiveEvent, "change">;

/**
 * Event that a stream sends every `heartbeatSeconds`, also without changes: a page that received nothing for twice as
 * long knows that the stream is stalled. Changes are unnamed messages; `open` is sent once at the start.
 */
export const heartbeatEvent = "heartbeat";
export const heartbeatSeconds = 15;
/** Data of a heartbeat: the server's time. */
export const Heartbeat = z.object({ at: Timestamp });
export type Heartbeat = z.infer<typeof Heartbeat>;
/**
 * Last event of a stream that is closed in favor of newer ones, because the session or user has too many. It carries
 * `retry: 30000`, so that browsers reconnect after 30 seconds.
 */
export const replacedEvent = "replaced";

export const live = defineEndpoints("live", {
  events: get("/api/v1/workspaces/:workspace/live", {
    summary: "Stream workspace changes as server-sent events",
    access: can("workspace.view", "workspace"),
    tokenScopes: [],
    response: LiveEvent,
    stream: true,
  }),
  staffEvents: get("/admin/live", {
    summary: "Stream that something changed in the staff area, as server-sent events without ids",
    access: staff("staff.setup.view"),
    response: LiveEvent,
    stream: true,
  }),
});
