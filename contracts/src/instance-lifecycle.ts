/** Endpoints that take back what was requested for an instance. */
import { can, defineEndpoints, post } from "./endpoint.ts";
import { Instance, instancesResource } from "./instances.ts";

export const instanceLifecycle = defineEndpoints(instancesResource, {
  cancelCommand: post("/api/v1/workspaces/:workspace/commands/:command/cancel", {
    summary:
      "Cancel a queued command. A canceled creation is never billed. Needs the permission that the command itself needs",
    // The roles of all these permissions are the same; the rule in actions/commands.ts checks the command's own.
    access: can("instance.reset", "command"),
    tokenScopes: ["instance.create", "instance.reset", "instance.terminate"],
    response: Instance,
    idempotent: true,
  }),
  restore: post("/api/v1/workspaces/:workspace/instances/:instance/restore", {
    summary:
      "Undo a termination within 24 hours: the instance starts again with its disk, name and IP addresses. It is billed again once it is active",
    access: can("instance.terminate", "instance"),
    blockedWhileSuspended: true,
    response: Instance,
    status: 202,
    idempotent: true,
  }),
});
