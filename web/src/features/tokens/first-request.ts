import { billing } from "#contracts/billing.ts";
import { credentials } from "#contracts/credentials.ts";
import { instances } from "#contracts/instances.ts";
import { projects } from "#contracts/projects.ts";
import { tokenScopesFor, type TokenScope } from "#contracts/tokens.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { apiOrigin } from "../../lib/api/api-origin.ts";
import { buildUrl } from "../../lib/api/api-client.ts";

/** Reads that need nothing but the workspace, what people look for first in front. */
const readEndpoints = [
  instances.list,
  projects.list,
  credentials.list,
  workspaces.overview,
  billing.currentExpenditure,
];

/** Ready to paste: a first call that a token of these scopes may make; null where it may read nothing. */
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
