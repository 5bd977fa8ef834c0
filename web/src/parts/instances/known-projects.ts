import { useQuery } from "@tanstack/react-query";
import { projects } from "#contracts/projects.ts";
import { query } from "../../lib/client.ts";
import { useQuiet } from "../../lib/use-quiet.ts";

/** The names of all projects, for filters and for whose a machine is; asked for once the page stands. */
export function useKnownProjects(workspace: string) {
  const quiet = useQuiet();
  const { data } = useQuery({
    ...query(projects.list, { path: { workspace }, query: { perPage: "100", orderBy: "name" } }),
    enabled: quiet,
  });
  return data?.data;
}
