/** Staff suspend a workspace, and lift a suspension. */
import { z } from "zod";
import { AdminWorkspace, adminWorkspacesResource } from "./admin-workspaces.ts";
import { defineEndpoints, put, staff } from "./endpoint.ts";
import { multilineText } from "./text.ts";

/** What a suspension does to the active instances: they continue to run, or they are powered off. They are billed either way. */
export const suspensionEffects = ["keep_running", "stop_instances"] as const;
export type SuspensionEffect = (typeof suspensionEffects)[number];

export const workspaceSuspension = defineEndpoints(adminWorkspacesResource, {
  suspend: put("/admin/workspaces/:adminWorkspace/suspend", {
    summary:
      "Suspend a workspace: nothing new can be ordered, started or invited. Its members see the reason, and its owner gets an email",
    access: staff("staff.workspace.suspend"),
    requiresReauthentication: true,
    body: z.strictObject({
      reason: multilineText(500).pipe(z.string().min(1)),
      effect: z.enum(suspensionEffects),
    }),
    response: AdminWorkspace,
  }),
  lift: put("/admin/workspaces/:adminWorkspace/lift", {
    summary: "Lift the suspension of a workspace. Instances that were powered off stay off",
    access: staff("staff.workspace.suspend"),
    requiresReauthentication: true,
    response: AdminWorkspace,
  }),
});
