import { LiveEvent } from "#contracts/live.ts";

/** The event of a message; null for one of a newer server. */
export const parseLiveEvent = (data: string): LiveEvent | null =>
  LiveEvent.safeParse(JSON.parse(data)).data ?? null;
