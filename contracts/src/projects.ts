import { z } from "zod";
import { InstanceStatus } from "./instance-states.ts";
import {
  can,
  del,
  get,
  defineEndpoints,
  Id,
  noContent,
  orderBy,
  paginated,
  paginationQuery,
  post,
  put,
  searchTerm,
  Timestamp,
} from "./endpoint.ts";
import { defineResource } from "./resource.ts";
import { admins, adminsAndSupport, contributors, contributorsOwnOnly, viewers } from "./roles.ts";
import { Money, RateMicros } from "./money.ts";
import { nameUnlikeId, multilineText } from "./text.ts";

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
  /** Total rate of its billed instances. */
  rateMicrosPerHour: RateMicros,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Project = z.infer<typeof Project>;

export const ProjectCreate = z.strictObject({
  name: nameUnlikeId(),
  description: multilineText(500).default(""),
  /** Without a color, the project takes the next free one (`nextProjectColour`). */
  colour: z.enum(projectColours).optional(),
});

/**
 * The color that the fewest projects have, the first of those in the order of `projectColours`. `uses` returns the
 * number of projects with a color.
 */
export function nextProjectColour(uses: (colour: Project["colour"]) => number): Project["colour"] {
  const [first, ...rest] = projectColours;
  return rest.reduce<Project["colour"]>(
    (best, colour) => (uses(colour) < uses(best) ? colour : best),
    first,
  );
}

/** Omitted fields stay unchanged. */
export const ProjectUpdate = z.strictObject({
  name: nameUnlikeId().optional(),
  description: multilineText(500).optional(),
  colour: z.enum(projectColours).optional(),
});

const ProjectRef = z.object({ id: Id, name: z.string(), colour: z.enum(projectColours) });

/** Limits of `ProjectGraph`. Projects beyond the second one have no instances in it, only their number. */
export const projectGraphLimits = {
  projects: 1_000,
  projectsWithInstances: 100,
  instancesPerProject: 100,
} as const;

/** The tree of workspace, projects and instances with current cost, and the daily spend of each project (UTC). */
export const ProjectGraph = z.object({
  /** Hourly cost of all projects. */
  rateMicrosPerHour: RateMicros,
  /** Number of projects that the tree leaves out. */
  moreProjects: z.int(),
  projects: z.array(
    ProjectRef.extend({
      rateMicrosPerHour: RateMicros,
      instances: z.array(
        z.object({
          id: Id,
          hostname: z.string(),
          status: InstanceStatus,
          rateMicrosPerHour: RateMicros,
        }),
      ),
      /** Number of instances that the tree leaves out. */
      moreInstances: z.int(),
    }),
  ),
  days: z.array(
    z.object({
      day: z.iso.date(),
      amounts: z.array(z.object({ projectId: Id.nullable(), amount: Money })),
    }),
  ),
});
export type ProjectGraph = z.infer<typeof ProjectGraph>;

const InstanceIds = z.strictObject({
  instanceIds: z.array(Id).min(1).max(100),
});

export const projectsResource = defineResource("projects", {
  permissions: {
    "project.view": {
      roles: viewers,
      effect: "read",
      scope: "any_token",
      whileImpersonating: adminsAndSupport,
    },
    "project.create": {
      roles: contributors,
      effect: "write",
      scope: "all_projects",
      whileImpersonating: admins,
    },
    "project.update": {
      roles: { owner: "all", team_member: "own" },
      effect: "write",
      scope: "any_token",
      whileImpersonating: admins,
    },
    "project.delete": {
      roles: { owner: "all", team_member: "own" },
      effect: "write",
      scope: "all_projects",
    },
    "project.assign": {
      roles: contributorsOwnOnly,
      effect: "write",
      scope: "any_token",
      whileImpersonating: admins,
    },
  },
  liveTopic: {
    name: "projects",
    permission: "project.view",
    staleReads: ["projects.", "search.", "workspaces.overview", "activity.", "instances."],
  },
  hasActivity: true,
  search: {
    permission: "project.view",
    result: Project.pick({ id: true, name: true, colour: true, description: true }),
  },
});

export const projects = defineEndpoints(projectsResource, {
  list: get("/api/v1/workspaces/:workspace/projects", {
    summary: "List projects. Limited team members see only projects they have access to",
    preload: { pages: ["/$workspace/projects"] },
    access: can("project.view", "workspace"),
    query: z.strictObject({
      ...paginationQuery(),
      search: searchTerm,
      orderBy: orderBy(["name", "createdAt"]),
    }),
    response: paginated(Project),
  }),
  create: post("/api/v1/workspaces/:workspace/projects", {
    summary: "Create a project",
    access: can("project.create", "workspace"),
    body: ProjectCreate,
    response: Project,
    status: 201,
    idempotent: true,
  }),
  view: get("/api/v1/workspaces/:workspace/projects/:project", {
    summary: "Get a project",
    access: can("project.view", "project"),
    response: Project,
  }),
  graph: get("/api/v1/workspaces/:workspace/projects/graph", {
    summary:
      "Get instances and hourly cost by project, and daily spending by project for the last 30 days",
    access: can("project.view", "workspace"),
    response: ProjectGraph,
  }),
  update: put("/api/v1/workspaces/:workspace/projects/:project", {
    summary: "Update a project's name, description, or color",
    access: can("project.update", "project"),
    body: ProjectUpdate,
    response: Project,
  }),
  remove: del("/api/v1/workspaces/:workspace/projects/:project", {
    summary: "Delete a project. It must be empty, or its instances are moved to another project",
    access: can("project.delete", "project"),
    query: z.strictObject({ moveTo: Id.optional() }),
    response: noContent,
  }),
  assign: post("/api/v1/workspaces/:workspace/projects/:project/assign", {
    summary: "Move instances to the project",
    access: can("project.assign", "project"),
    body: InstanceIds,
    response: z.object({ moved: z.int() }),
  }),
  unassign: post("/api/v1/workspaces/:workspace/projects/unassign", {
    summary: "Move instances to the default project",
    access: can("project.assign", "workspace"),
    body: InstanceIds,
    response: z.object({ moved: z.int() }),
  }),
});
