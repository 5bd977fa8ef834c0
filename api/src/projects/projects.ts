/** Projects: what a workspace sorts its machines into. */
import { type projects as calls, type Project, projectColours } from "#contracts/projects.ts";
import { z } from "zod";
import { loads } from "../core/access.ts";
import { isDatabaseError, uniqueViolation } from "../core/db.ts";
import { refuseField } from "../core/errors.ts";
import { type Handlers, listing } from "../core/handlers.ts";
import { newId } from "../core/keys.ts";
import { findProject, insertProject, listProjects, type ProjectRow } from "./store.ts";

declare module "../core/access.ts" {
  interface Granted {
    project: ProjectRow;
  }
}
loads("project", { find: findProject, ownedBy: (row) => row.created_by });

const Colour = z.enum(projectColours);

const shown = (row: ProjectRow): Project => ({
  id: row.id,
  name: row.name,
  description: row.description,
  colour: Colour.parse(row.colour),
  isDefault: row.is_default,
  createdBy: { id: row.created_by, name: row.creator },
  instanceCount: row.live_instances,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export const projects: Handlers<typeof calls> = {
  list: listing(({ query }) => listProjects(query)),

  create: async ({ tx, now, caller, workspace, body, note, announce }) => {
    const id = newId(now);
    try {
      await insertProject(tx, {
        id,
        workspaceId: workspace.id,
        ...body,
        createdBy: caller.user.id,
        at: now,
      });
    } catch (error) {
      if (isDatabaseError(error, uniqueViolation, "project_name")) {
        throw refuseField("name", "taken", "A project of this name exists already");
      }
      throw error;
    }
    note({
      target: { type: "project", id, name: body.name },
      changes: [{ field: "name", from: null, to: body.name }],
    });
    await announce(workspace.id, { topic: "projects", id });
    return shown(await tx.one<ProjectRow>(findProject(id)));
  },

  view: async ({ project }) => shown(project),
};
