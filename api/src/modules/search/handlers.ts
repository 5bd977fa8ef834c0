/** Searches instances, projects, credentials and invoices of a workspace by one term. */
import { searchProjects } from "../projects/search.ts";
import { searchCredentials } from "../credentials/search.ts";
import type { search as endpoints } from "#contracts/search.ts";
import type { WorkspacePermission } from "#contracts/permissions.ts";
import { callerAccessLevel } from "../../core/http/authorization.ts";
import type { Handlers } from "../../core/http/handlers.ts";
import { searchDocuments } from "../billing/search.ts";
import { searchInstances } from "../instances/search.ts";

export const searchHandlers: Handlers<typeof endpoints> = {
  find: async ({ tx, now, caller, workspace, query: { term } }) => {
    const may = (permission: WorkspacePermission) => callerAccessLevel(caller, permission) !== null;
    // All queries are sent together in one round trip.
    const [instances, projects, credentials, billing] = await Promise.all([
      may("instance.view") ? searchInstances(tx, workspace.id, term, now) : [],
      may("project.view") ? searchProjects(tx, workspace.id, term) : [],
      may("credential.view") ? searchCredentials(tx, workspace.id, term) : [],
      may("billing.view") ? searchDocuments(tx, workspace.id, term) : [],
    ]);
    return { instances, projects, credentials, billing };
  },
};
