/** One word, everything of the workspace it may mean. */
import type { search as calls } from "#contracts/search.ts";
import type { WorkspacePermission } from "#contracts/permissions.ts";
import { reachWith } from "../core/access.ts";
import type { Handlers } from "../core/handlers.ts";
import { findCredentials } from "../credentials/find.ts";
import { findMachines } from "../instances/find.ts";
import { findProjects } from "../projects/find.ts";

export const searchHandlers: Handlers<typeof calls> = {
  find: async ({ tx, now, caller, workspace, query: { term } }) => {
    const may = (permission: WorkspacePermission) => reachWith(caller, permission) !== null;
    // Sent together: one round trip for all of them.
    const [instances, projects, credentials] = await Promise.all([
      may("instance.view") ? findMachines(tx, workspace.id, term, now) : [],
      may("project.view") ? findProjects(tx, workspace.id, term) : [],
      may("credential.view") ? findCredentials(tx, workspace.id, term) : [],
    ]);
    return { instances, projects, credentials };
  },
};
