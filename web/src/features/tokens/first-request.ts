import { billing } from "#contracts/billing.ts";
import { credentials } from "#contracts/credentials.ts";
import { instances } from "#contracts/instances.ts";
import { projects } from "#contracts/projects.ts";
import { tokenScopesFor, type TokenScope } from "#contracts/tokens.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { apiOrigin } from "../../lib/api/api-origin.ts";
import { buildUrl } from "../../lib/api/api-client.ts";

/** Read endpoints that need only the workspace, the most useful first. */
const readEndpoints = [
  instances.list,
  projects.list,
  credentials.list,
  workspaces.overview,
  billing.currentExpenditure,
];

/** A first request to paste that a token with these scopes may send; null when it has no read scope. */
export function firstRequest(
  scopes: readonly TokenScope[],
  { secret, workspace }: { secret: string; workspace: string },
): string | null {
  const read = readEndpoints.find((call) =>
    tokenScopesFor(call).some((scope) => scopes.includes(scope)),
  );
  if (read === undefined) return null;
  const address = new URL(buildUrl(read, { path: { workspace } }), apiOrigin());
  return `curl -H "Authorization: Bearer ${secret}" ${address.href}`;
}
