/** Handlers of suspensions by staff. */
import { actionDenial } from "#contracts/actions/action.ts";
import { adminWorkspaceActions } from "#contracts/actions/workspaces.ts";
import type { workspaceSuspension as endpoints } from "#contracts/workspace-suspension.ts";
import { assertNotDenied, toActor } from "../../core/http/authorization.ts";
import { type Handlers, systemHandler } from "../../core/http/handlers.ts";
import { requireWorkspace } from "../admin-workspaces/find-workspace.ts";
import { toStaffRequester } from "../commands/requester.ts";
import { findOwner } from "../mail/member-recipients.ts";
import { sendMail } from "../mail/send-mail.ts";
import { liftSuspension, suspendWorkspace } from "./suspension.ts";

const systemReason = "staff suspend workspaces of every tenant";

export const workspaceSuspensionHandlers = ({
  publicUrl,
}: {
  readonly publicUrl: URL;
}): Handlers<typeof endpoints> => ({
  suspend: systemHandler(systemReason, async (context) => {
    const { tx, now, caller, path, body, request, audit } = context;
    const workspace = await requireWorkspace(tx, path.adminWorkspace);
    const { id, name, handle } = workspace;
    assertNotDenied(actionDenial(toActor(caller), adminWorkspaceActions.suspend, workspace, now));
    audit({ workspaceId: id, target: { type: "workspace", id, name } });
    const isSuspended = await suspendWorkspace(tx, now, {
      workspaceId: id,
      reason: "staff",
      note: body.reason,
      stopsInstances: body.effect === "stop_instances",
      requester: toStaffRequester(caller),
      requestId: request.id,
    });
    // Another request came first.
    if (!isSuspended) return requireWorkspace(tx, id);
    audit({
      changes: [
        { field: "status", from: "active", to: "suspended" },
        { field: "reason", from: null, to: body.reason },
        { field: "effect", from: null, to: body.effect },
      ],
    });
    const owner = await findOwner(tx, id);
    if (owner !== null)
      await sendMail(context, owner, "workspace-suspended", {
        firstName: owner.firstName,
        workspace: name,
        note: body.reason,
        effect: body.effect,
        link: new URL(`/${handle}`, publicUrl).href,
      });
    return requireWorkspace(tx, id);
  }),

  lift: systemHandler(systemReason, async (context) => {
    const { tx, now, caller, path, audit } = context;
    const workspace = await requireWorkspace(tx, path.adminWorkspace);
    const { id, name, handle, status } = workspace;
    assertNotDenied(actionDenial(toActor(caller), adminWorkspaceActions.lift, workspace, now));
    audit({ workspaceId: id, target: { type: "workspace", id, name } });
    if (!(await liftSuspension(tx, now, id))) return requireWorkspace(tx, id);
    const to = status === "suspended" ? "active" : status;
    audit({ changes: [{ field: "status", from: "suspended", to }] });
    const owner = await findOwner(tx, id);
    if (owner !== null && to === "active")
      await sendMail(context, owner, "suspension-lifted", {
        firstName: owner.firstName,
        workspace: name,
        link: new URL(`/${handle}`, publicUrl).href,
      });
    return requireWorkspace(tx, id);
  }),
});
