import { projects } from "#contracts/projects.ts";
import { query } from "../../lib/client.ts";

export const projectQuery = (workspace: string, project: string) =>
  query(projects.view, { path: { workspace, project } });
