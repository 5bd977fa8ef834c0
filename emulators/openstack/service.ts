/** What the services share: callers, request ids and timestamps. */
import { randomUUID } from "node:crypto";
import type { AccountData } from "./cloud-data.ts";

export interface Caller {
  account: AccountData;
  userId: string;
  projectId: string;
}

export function newRequestId(): string {
  return `req-${randomUUID()}`;
}

/** Timestamp format of most services: seconds, UTC. */
export function secondsIso(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Second timestamp format of Nova: microseconds, no time zone. */
export function microsNoZone(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "000");
}
