import { z } from "zod";
import { can, get, defineResource, Timestamp } from "./endpoint.ts";

export const liveTopics = ["instances", "projects", "credentials", "tokens", "workspace"] as const;

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

export const live = defineResource("live", {
  events: get("/api/v1/workspaces/:workspace/live", {
    summary: "Stream workspace changes as server-sent events",
    access: can("workspace.view", "workspace"),
    tokenScopes: [],
    response: LiveEvent,
    stream: true,
  }),
});
