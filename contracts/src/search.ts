/** Search across the resources of a workspace, for the command palette. */
import { z } from "zod";
import { ListedCredential } from "./credentials.ts";
import { Instance } from "./instances.ts";
import { can, get, defineResource, literalTerm } from "./endpoint.ts";
import { Project } from "./projects.ts";

/** Maximum number of results per type. */
export const maxResultsPerType = 5;

export const SearchResults = z.object({
  instances: z.array(Instance),
  projects: z.array(Project.pick({ id: true, name: true, colour: true, description: true })),
  credentials: z.array(
    ListedCredential.pick({
      id: true,
      name: true,
      type: true,
      comment: true,
      fingerprintSha256: true,
    }),
  ),
});
export type SearchResults = z.infer<typeof SearchResults>;

const SearchTerm = z.string().trim().min(1).max(100).transform(literalTerm);

export const search = defineResource("search", {
  find: get("/api/v1/workspaces/:workspace/search", {
    summary:
      "Search instances, projects, and SSH keys by name, ID, IP address, or fingerprint. Returns a few of each, exact matches first, limited to what the caller can view",
    access: can("workspace.view", "workspace"),
    tokenScopes: ["instance.view", "project.view", "credential.view"],
    query: z.strictObject({ term: SearchTerm }),
    response: SearchResults,
  }),
});
