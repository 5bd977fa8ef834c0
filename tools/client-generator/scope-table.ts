/** The table in docs/api.md: each scope of access tokens with the endpoints that accept it. */
import { allEndpoints } from "#contracts/api.ts";
import { tokenScopes, tokenScopesFor } from "#contracts/tokens.ts";

const row = /^\| `[a-z]+\.[a-z_]+` \|/;
const shortPath = (path: string) =>
  path.replace("/api/v1/workspaces/:workspace", "W").replaceAll(/:([a-z]+)/gi, "{$1}");

/** Returns the page with the rows of its table replaced by those the contracts declare. */
export function withScopeTable(page: string): string {
  const acceptsEveryScope = allEndpoints.filter(
    (endpoint) => tokenScopesFor(endpoint).length === tokenScopes.length,
  );
  const rows = tokenScopes.map((scope) => {
    const accepting = allEndpoints.filter(
      (endpoint) =>
        tokenScopesFor(endpoint).includes(scope) && !acceptsEveryScope.includes(endpoint),
    );
    const endpoints = accepting.map(({ method, path }) => `\`${method} ${shortPath(path)}\``);
    return `| \`${scope}\` | ${endpoints.join("<br>")} |`;
  });
  const lines = page.split("\n");
  const first = lines.findIndex((line) => row.test(line));
  return [
    ...lines.slice(0, first),
    ...rows,
    ...lines.slice(first).filter((line) => !row.test(line)),
  ].join("\n");
}
