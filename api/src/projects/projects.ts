/** Projects: what a workspace sorts its machines into. */
import { type projects as calls, type Project, projectColours } from "#contracts/projects.ts";
import { z } from "zod";
import { loads } from "../core/access.ts";
import { isDatabaseError, uniqueViolation } from "../core/db.ts";
import { Refusal, refuseField } from "../core/errors.ts";
import { type Handlers, listing } from "../core/handlers.ts";
import { newId } from "../core/keys.ts";
import { holdAs } from "../workspaces/roles.ts";
import { graphOf } from "./graph.ts";
import { assign, remove, unassign } from "./move.ts";
import {
  findProject,
  insertProject,
  listProjects,
  lockProject,
  type ProjectDetails,
  type ProjectRow,
  updateProject,
} from "./store.ts";

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
  rateMicrosPerHour: row.rate_micros_per_hour,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** Runs what gives a project its name; two of one name are refused, in any case. */
async function naming(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (isDatabaseError(error, uniqueViolation, "project_name")) {
      throw refuseField("name", "taken", "A project with this name already exists");
    }
    throw error;
  }
}

export const projects: Handlers<typeof calls> = {
  list: listing(({ query }) => listProjects(query)),

  create: async ({ tx, now, caller, workspace, body, note, announce }) => {
    const id = newId(now);
    await holdAs(tx, workspace.id, caller.user.id, "project.create");
    await naming(
      insertProject(tx, {
        id,
        workspaceId: workspace.id,
        ...body,
        createdBy: caller.user.id,
        at: now,
      }),
    );
    note({
      target: { type: "project", id, name: body.name },
      changes: [{ field: "name", from: null, to: body.name }],
    });
    await announce(workspace.id, { topic: "projects", id });
    return shown(await tx.one<ProjectRow>(findProject(id)));
  },

  view: async ({ project }) => shown(project),

  graph: ({ tx, workspace, now }) => graphOf(tx, workspace.id, now),

  update: async ({ tx, now, workspace, project: { id }, body, note, announce }) => {
    const row = await lockProject(tx, id);
    // Deleted while this waited for its turn.
    if (row === null) throw new Refusal("not_found");
    const to: ProjectDetails = {
      name: body.name ?? row.name,
      description: body.description ?? row.description,
      colour: body.colour ?? row.colour,
    };
    const fields = ["name", "description", "colour"] as const;
    const changes = fields
      .filter((field) => to[field] !== row[field])
      .map((field) => ({ field, from: row[field], to: to[field] }));
    note({ target: { type: "project", id, name: to.name }, changes });
    if (changes.length === 0) return shown(row);
    await naming(updateProject(tx, id, to, now));
    await announce(workspace.id, { topic: "projects", id });
    return shown(await tx.one<ProjectRow>(findProject(id)));
  },

  remove,
  assign,
  unassign,
};
