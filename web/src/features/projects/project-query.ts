import { projects } from "#contracts/projects.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";

export const projectQuery = (workspace: string, project: string) =>
  endpointQuery(projects.view, { path: { workspace, project } });
