/** Workspaces: what a customer's people share. */
import { isMasked } from "#contracts/permissions.ts";
import { projectColours } from "#contracts/projects.ts";
import { handle as handleShape } from "#contracts/text.ts";
import type { workspaces as calls } from "#contracts/workspaces.ts";
import { asSystem, type Handlers, systemListing } from "../core/handlers.ts";
import { newId } from "../core/keys.ts";
import { changeHandlers, shownWorkspace } from "./change.ts";
import { colourOf } from "./colours.ts";
import { handleTaken, isHandleTaken } from "./handles.ts";
import { overviewOf } from "./overview.ts";
import { insertRole } from "./roles.ts";
import { insertDefaultProject, insertWorkspace, listWorkspaces } from "./store.ts";

export const workspaces: Handlers<typeof calls> = {
  list: systemListing("it counts the machines of several tenants", ({ query, caller }) => {
    const { adminRole } = caller.session;
    const seesMachines = adminRole === null || !isMasked("instance.view", adminRole);
    return listWorkspaces(query, { userId: caller.user.id, seesMachines });
  }),

  create: asSystem(
    "the wall shows nobody a workspace before it exists",
    async ({ tx, now, caller, body, note }) => {
      const workspace = { id: newId(now), ...body, colour: colourOf(body.handle), at: now };
      const { id: workspaceId } = workspace;
      if (!(await insertWorkspace(tx, workspace))) throw handleTaken();
      // Claimed first: whoever gave it up meanwhile has said so by now.
      if (await isHandleTaken(tx, body.handle, now, workspaceId)) throw handleTaken();
      await insertRole(tx, {
        id: newId(now),
        workspaceId,
        userId: caller.user.id,
        role: "owner",
        createdBy: caller.user.id,
        at: now,
      });
      await insertDefaultProject(tx, {
        id: newId(now),
        workspaceId,
        colour: projectColours[0],
        createdBy: caller.user.id,
        at: now,
      });
      note({
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

  view: async ({ workspace }) => shownWorkspace(workspace),

  ...changeHandlers,

  handleAvailability: asSystem("a handle may be taken by any tenant", async ({ tx, now, path }) => {
    const fault = handleShape.safeParse(path.handle).error?.issues[0];
    if (fault !== undefined) {
      const isReserved = fault.code === "custom" && fault.params?.["code"] === "reserved";
      return { handle: path.handle, available: false, reason: isReserved ? "reserved" : "format" };
    }
    const isTaken = await isHandleTaken(tx, path.handle, now);
    return { handle: path.handle, available: !isTaken, reason: isTaken ? "taken" : null };
  }),

  overview: ({ tx, workspace, caller, now }) => overviewOf(tx, workspace, caller, now),
};
