/** Handlers of projects, which group the instances of a workspace. */
import {
  nextProjectColour,
  type projects as endpoints,
  type Project,
} from "#contracts/projects.ts";
import { registerObjectLoader } from "../../core/http/authorization.ts";
import { isDatabaseError, type Tx, uniqueViolation } from "../../core/db/db.ts";
import { ProblemError, fieldError } from "../../core/lib/problem-error.ts";
import { type Handlers, memoizedListHandler } from "../../core/http/handlers.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { lockWorkspaceSharedWithPermission } from "../workspaces/memberships.ts";
import { getGraph } from "./graph.ts";
import { assignHandler, removeHandler, unassignHandler } from "./move-instances.ts";
import {
  findProject,
  insertProject,
  listProjects,
  lockProject,
  countColours,
  type ProjectDetails,
  type ProjectRow,
  updateProject,
} from "./store.ts";

declare module "../../core/http/authorization.ts" {
  interface AuthorizedObjects {
    project: ProjectRow;
  }
}
registerObjectLoader("project", { find: findProject, ownerId: (row) => row.created_by });

const getProject = async (tx: Tx, id: string): Promise<Project> =>
  (await tx.one<ProjectRow>(findProject(id))).json;

async function chooseColour(tx: Tx): Promise<Project["colour"]> {
  const counts = await countColours(tx);
  return nextProjectColour((colour) => counts.get(colour) ?? 0);
}

/** Runs a write that sets a project's name. Rejects a name that another project has, ignoring case. */
async function mapNameTaken(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (isDatabaseError(error, uniqueViolation, "project_workspace_id_name_key")) {
      throw fieldError("name", "taken", { resource: "project" });
    }
    throw error;
  }
}

export const projectsHandlers: Handlers<typeof endpoints> = {
  list: memoizedListHandler(listProjects),

  create: async ({ tx, now, caller, workspace, body, audit, publish }) => {
    const id = uuidv7(now);
    await lockWorkspaceSharedWithPermission(tx, workspace.id, caller.user.id, "project.create");
    const colour = body.colour ?? (await chooseColour(tx));
    await mapNameTaken(
      insertProject(tx, {
        id,
        workspaceId: workspace.id,
        ...body,
        colour,
        createdBy: caller.user.id,
        at: now,
      }),
    );
    audit({
      target: { type: "project", id, name: body.name },
      changes: [{ field: "name", from: null, to: body.name }],
    });
    await publish(workspace.id, { topic: "projects", id });
    return getProject(tx, id);
  },

  view: async ({ project }) => project.json,

  graph: ({ tx, workspace, now }) => getGraph(tx, workspace.id, now),

  update: async ({ tx, now, workspace, project: { id }, body, audit, publish }) => {
    const row = await lockProject(tx, id);
    // The project was deleted while this request waited for the lock.
    if (row === null) throw new ProblemError("not_found");
    const to: ProjectDetails = {
      name: body.name ?? row.name,
      description: body.description ?? row.description,
      colour: body.colour ?? row.colour,
    };
    const fields = ["name", "description", "colour"] as const;
    const changes = fields
      .filter((field) => to[field] !== row[field])
      .map((field) => ({ field, from: row[field], to: to[field] }));
    audit({ target: { type: "project", id, name: to.name }, changes });
    if (changes.length === 0) return row.json;
    await mapNameTaken(updateProject(tx, id, to, now));
    await publish(workspace.id, { topic: "projects", id });
    return getProject(tx, id);
  },

  remove: removeHandler,
  assign: assignHandler,
  unassign: unassignHandler,
};
