import { instances } from "#contracts/instances.ts";
import type { ListSearchParams } from "../../components/list-search-params.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";

/** The instances of a project, newest first. */
export const projectInstancesQuery = (
  workspace: string,
  projectId: string,
  search: ListSearchParams,
) =>
  endpointQuery(instances.list, {
    path: { workspace },
    query: {
      page: search.page ?? "1",
      perPage: search.perPage ?? "15",
      project: projectId,
      after: search.after,
      before: search.before,
    },
  });
