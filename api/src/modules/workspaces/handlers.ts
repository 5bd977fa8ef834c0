/** Handlers of workspaces. */
import { insertRole } from "./membership-store.ts";
import {
  findSuspension,
  isHandleTaken,
  insertDefaultProject,
  insertWorkspace,
  listWorkspaces,
} from "./store.ts";
import { isBlockedWhileImpersonating, type WorkspacePermission } from "#contracts/permissions.ts";
import { projectColours } from "#contracts/projects.ts";
import { handle as handleShape } from "#contracts/text.ts";
import type { workspaces as endpoints } from "#contracts/workspaces.ts";
import { systemHandler, type Handlers, systemListHandler } from "../../core/http/handlers.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { updateWorkspaceHandlers, toWorkspace } from "./update-workspace.ts";
import { defaultColour } from "./default-colour.ts";
import { handleTakenError } from "./handles.ts";
import { getOverview } from "./overview.ts";

export const workspacesHandlers: Handlers<typeof endpoints> = {
  list: systemListHandler("it counts instances of several tenants", ({ query, caller }) => {
    const { adminRole } = caller.session;
    const sees = (permission: WorkspacePermission) =>
      adminRole === null || !isBlockedWhileImpersonating(permission, adminRole);
    return listWorkspaces(query, {
      userId: caller.user.id,
      seesInstances: sees("instance.view"),
      seesBalances: sees("billing.view"),
    });
  }),

  create: systemHandler(
    "row-level security hides a workspace before it exists",
    async ({ tx, now, caller, body, audit }) => {
      const workspace = { id: uuidv7(now), ...body, colour: defaultColour(body.handle), at: now };
      const { id: workspaceId } = workspace;
      if (!(await insertWorkspace(tx, workspace))) throw handleTakenError();
      // The handle is claimed by the insert before this check, so a concurrent release of the
      // handle is visible here.
      if (await isHandleTaken(tx, body.handle, now, workspaceId)) throw handleTakenError();
      await insertRole(tx, {
        id: uuidv7(now),
        workspaceId,
        userId: caller.user.id,
        role: "owner",
        createdBy: caller.user.id,
        at: now,
      });
      await insertDefaultProject(tx, {
        id: uuidv7(now),
        workspaceId,
        colour: projectColours[0],
        createdBy: caller.user.id,
        at: now,
      });
      audit({
        workspaceId,
        target: { type: "workspace", id: workspaceId, name: body.name },
        changes: [
          { field: "name", from: null, to: body.name },
          { field: "handle", from: null, to: body.handle },
        ],
      });
      const at = now.toISOString();
      return {
        id: workspaceId,
        ...body,
        colour: workspace.colour,
        status: "active",
        role: "owner",
        createdAt: at,
        updatedAt: at,
      };
    },
  ),

  view: async ({ tx, workspace }) => ({
    ...toWorkspace(workspace),
    suspension: await findSuspension(tx, workspace.id),
  }),

  ...updateWorkspaceHandlers,

  handleAvailability: systemHandler(
    "a handle may be taken by any tenant",
    async ({ tx, now, path }) => {
      const error = handleShape.safeParse(path.handle).error?.issues[0];
      if (error !== undefined) {
        const isReserved = error.code === "custom" && error.params?.["code"] === "reserved";
        return {
          handle: path.handle,
          available: false,
          reason: isReserved ? "reserved" : "format",
        };
      }
      const isTaken = await isHandleTaken(tx, path.handle, now);
      return { handle: path.handle, available: !isTaken, reason: isTaken ? "taken" : null };
    },
  ),

  overview: ({ tx, workspace, caller, now }) => getOverview(tx, workspace, caller, now),
};
