/** What a server reports about itself: console output and the actions on it. */
import { z } from "zod";
import type { ServerAction } from "#api/ports/compute-readings.ts";
import type { Wire } from "./client.ts";
import { parseUtcTime, requestOrNull, toComputeError } from "./errors.ts";
import { parseBody } from "./responses.ts";

const Output = z.looseObject({ output: z.string().nullish() });

export async function consoleOutput(
  client: Wire,
  serverId: string,
  lines: number,
): Promise<string> {
  const path = ["servers", serverId, "action"];
  const body = { "os-getConsoleOutput": { length: lines } };
  const outcome = await client.call({ service: "compute", method: "POST", path, body });
  if (outcome.ok) return parseBody(Output, outcome.body).output ?? "";
  // 409: the server has not booted yet. A 404 that mentions the console: the hypervisor has none for it.
  if (outcome.rejection.status === 409 || /console/i.test(outcome.rejection.message)) return "";
  throw toComputeError(outcome.rejection, "compute");
}

const Actions = z.looseObject({
  instanceActions: z.array(
    z.looseObject({
      action: z.string(),
      request_id: z.string().nullish(),
      user_id: z.string().nullish(),
      start_time: z.string().nullish(),
      message: z.string().nullish(),
    }),
  ),
});

/** Nova returns the newest first, and since 2.21 also the actions of a deleted server until it is purged. */
export async function listServerActions(client: Wire, serverId: string): Promise<ServerAction[]> {
  const body = await requestOrNull(client, {
    service: "compute",
    method: "GET",
    path: ["servers", serverId, "os-instance-actions"],
  });
  if (body === null) return [];
  const ownUserId = await client.userId();
  return parseBody(Actions, body).instanceActions.map((row) => ({
    action: row.action,
    requestId: row.request_id ?? null,
    userId: row.user_id ?? null,
    isByBoreal: row.user_id === ownUserId,
    startedAt: parseUtcTime(row.start_time),
    hasFailed: row.message != null,
  }));
}
