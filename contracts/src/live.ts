import { z } from "zod";
import { can, get, defineEndpoints, Timestamp } from "./endpoint.ts";
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

/** The permission that decides whether an event of the topic includes the id of the object. */
export function topicPermission(topic: LiveTopic): WorkspacePermission {
  const declaredName = topics.find(({ name }) => name === topic)?.permission;
  const permission = permissionNames.find((name) => name === declaredName);
  if (permission === undefined) throw new Error(`${topic}: its permission is not declared`);
  return permission;
}

/** "Something of this topic changed": the console asks again for what it shows. Carries no data to leak. */
export const LiveEvent = z.object({
  topic: z.enum(liveTopics),
  id: z.string().nullable(),
  /** Which change it was, to be looked for in `X-Seen-Changes` of an answer; null where anything may have changed. */
  change: z.string().nullable(),
});
export type LiveEvent = z.infer<typeof LiveEvent>;
/** What is announced; which change that was, the database knows. */
export type LiveEventPayload = Omit<LiveEvent, "change">;

/**
 * A stream carries this event every `heartbeatSeconds`, whether or not anything changed: a page that has heard nothing
 * for twice as long knows that the stream is stalled. Changes come as unnamed messages, `open` once at the start.
 */
export const heartbeatEvent = "heartbeat";
export const heartbeatSeconds = 15;
/** The data of a heartbeat: the server's time. */
export const Heartbeat = z.object({ at: Timestamp });
export type Heartbeat = z.infer<typeof Heartbeat>;
/**
 * The last event of a stream that gives way to newer ones of the same session or person, of which there are too many. It
 * carries `retry: 30000`, so that browsers wait half a minute before they open it again.
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
});
