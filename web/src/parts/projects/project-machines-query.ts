import { instances } from "#contracts/instances.ts";
import type { ListSearch } from "../../blocks/list-search.ts";
import { query } from "../../lib/client.ts";

/** A project's machines, newest first. */
export const projectMachines = (workspace: string, projectId: string, search: ListSearch) =>
  query(instances.list, {
    path: { workspace },
    query: {
      page: search.page ?? "1",
      perPage: "15",
      project: projectId,
      after: search.after,
      before: search.before,
    },
  });
