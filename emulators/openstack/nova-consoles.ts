/** Nova's remote consoles, from microversion 2.6. */
import { z } from "zod";
import type { EmulatorResponse } from "../lib/routes.ts";
import { findServer, isResponse, type ServersContext } from "./nova-servers.ts";
import { badRequest, conflict, notFound } from "./nova-versions.ts";

const firstMinor = 6;
const RemoteConsole = z.strictObject({
  remote_console: z.strictObject({ protocol: z.literal("vnc"), type: z.literal("novnc") }),
});

/** As Nova, also for a server that is off: its console then closes at once. */
export function createRemoteConsole(
  context: ServersContext,
  id: string | undefined,
): EmulatorResponse {
  const { minor, request, consoles } = context;
  if (minor < firstMinor) return notFound("The resource could not be found.");
  const row = findServer(context, id);
  if (isResponse(row)) return row;
  if (!RemoteConsole.safeParse(request.body).success)
    return badRequest("Invalid input for field/attribute remote_console.");
  if (row.launchedAtMs === null) return conflict(`Instance ${row.id} is not ready`);
  const url = consoles.createUrl(request.origin, row.id);
  return { status: 200, body: { remote_console: { protocol: "vnc", type: "novnc", url } } };
}
