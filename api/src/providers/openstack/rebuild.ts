/** Rebuilds a server: Nova writes an image to its disk again. Volumes as boot disks need microversion 2.93. */
import type { RebuildRequest } from "#api/ports/compute.ts";
import type { Wire } from "./client.ts";
import { toComputeError } from "./errors.ts";
import { findImageId } from "./inventory.ts";
import { cloudInitUserData, readServer } from "./servers.ts";

export async function rebuildServer(
  client: Wire,
  serverId: string,
  request: RebuildRequest,
): Promise<void> {
  const imageRef = await findImageId(client, request.image);
  const outcome = await client.call({
    service: "compute",
    method: "POST",
    path: ["servers", serverId, "action"],
    body: { rebuild: { imageRef, user_data: cloudInitUserData(request) } },
  });
  if (outcome.ok) return;
  if (outcome.rejection.status === 409) {
    const current = await readServer(client, serverId);
    if (current?.taskState?.startsWith("rebuild") === true) return;
  }
  throw toComputeError(outcome.rejection, "compute");
}
