/** Search across the resources of a workspace, for the command palette. */
import { z } from "zod";
import { can, defineEndpoints, get, literalTerm } from "./endpoint.ts";
import { resources, type SearchableResource } from "./resources.ts";

/** Maximum number of results per type. */
export const maxResultsPerType = 5;

type Results = {
  readonly [R in SearchableResource as R["name"]]: z.ZodArray<R["search"]["result"]>;
};
const searchable = resources.filter(
  (resource): resource is SearchableResource => "search" in resource,
);
const lists = searchable.map(({ name, search: { result } }) => [name, z.array<z.ZodType>(result)]);
const results: Results = Object.fromEntries(lists);

/** Matches by resource; empty if the caller lacks its permission. */
export const SearchResults = z.object(results);
export type SearchResults = z.infer<typeof SearchResults>;

const SearchTerm = z.string().trim().min(1).max(100).transform(literalTerm);

export const search = defineEndpoints("search", {
  find: get("/api/v1/workspaces/:workspace/search", {
    summary:
      "Search instances, projects, SSH keys, and invoices by name, number, ID, IP address, or fingerprint. Returns a few of each, exact matches first, limited to what the caller can view",
    access: can("workspace.view", "workspace"),
    tokenScopes: searchable.map(({ search: { permission } }) => permission),
    query: z.strictObject({ term: SearchTerm }),
    response: SearchResults,
  }),
});
