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
});
