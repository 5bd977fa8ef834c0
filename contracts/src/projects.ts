import { z } from "zod";
import { can, get, group, Id, orderBy, page, pageQuery, post, searchTerm, Time } from "./kit.ts";
import { name, paragraph } from "./text.ts";

export const projectColours = [
  "spruce",
  "teal",
  "sky",
  "violet",
  "amber",
  "rose",
  "slate",
] as const;

export const Project = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  colour: z.enum(projectColours),
  isDefault: z.boolean(),
  createdBy: z.object({ id: Id, name: z.string() }),
  instanceCount: z.int(),
  createdAt: Time,
  updatedAt: Time,
});
export type Project = z.infer<typeof Project>;

export const ProjectCreate = z.strictObject({
  name: name(),
  description: paragraph(500).default(""),
  colour: z.enum(projectColours).default("spruce"),
});

export const projects = group("projects", {
  list: get("/api/v1/workspaces/:workspace/projects", {
    about: "The workspace's projects; a limited team member sees the granted ones",
    access: can("project.view", "workspace"),
    query: z.strictObject({
      ...pageQuery(),
      search: searchTerm,
      orderBy: orderBy(["name", "createdAt"]),
    }),
    returns: page(Project),
  }),
  create: post("/api/v1/workspaces/:workspace/projects", {
    about: "Add a project",
    access: can("project.create", "workspace"),
    body: ProjectCreate,
    returns: Project,
    status: 201,
    idempotent: true,
  }),
  view: get("/api/v1/workspaces/:workspace/projects/:project", {
    about: "One project",
    access: can("project.view", "project"),
    returns: Project,
  }),
});
