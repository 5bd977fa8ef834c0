import { projects } from "#contracts/projects.ts";
import { listedQuery } from "../../lib/api/listed-query.ts";

export const projectQuery = (workspace: string, project: string) =>
  listedQuery(projects.view, projects.list, { path: { workspace, project } });
