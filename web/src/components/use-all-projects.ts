import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Instance } from "#contracts/instances.ts";
import { type Project, projects } from "#contracts/projects.ts";
import { endpointQuery } from "../lib/api/api-client.ts";
import { useInitialQueriesSettled } from "../lib/hooks/use-initial-queries-settled.ts";

/** The name of the default project, where instances without another project are. */
export function useDefaultName(known: readonly Project[] | undefined): string {
  const { t } = useLingui();
  // Until the projects are loaded, or where they may not be listed, the name that each workspace starts with.
  return known?.find(({ isDefault }) => isDefault)?.name ?? t`Default`;
}

/** The name of an instance's project; the API returns null for the default project. */
export function useProjectName(workspace: string): (instance: Pick<Instance, "project">) => string {
  const defaultName = useDefaultName(useAllProjects(workspace));
  return ({ project }) => project?.name ?? defaultName;
}

/** The names of all projects, for filters and project columns; loaded after the page's initial queries. */
export function useAllProjects(workspace: string) {
  const isSettled = useInitialQueriesSettled();
  const { data } = useQuery({
    ...endpointQuery(projects.list, {
      path: { workspace },
      query: { perPage: "100", orderBy: "name" },
    }),
    enabled: isSettled,
  });
  return data?.data;
}
