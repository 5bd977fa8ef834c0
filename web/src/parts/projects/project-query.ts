import { projects } from "#contracts/projects.ts";
import { endpointQuery } from "../../lib/client.ts";

export const projectQuery = (workspace: string, project: string) =>
  endpointQuery(projects.view, { path: { workspace, project } });
