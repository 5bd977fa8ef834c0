/** The table of docs/api.md: each scope of access tokens with the endpoints it opens. */
import { allEndpoints } from "#contracts/api.ts";
import { tokenScopes, tokenScopesFor } from "#contracts/tokens.ts";

const row = /^\| `[a-z]+\.[a-z_]+` \|/;
const shortPath = (path: string) =>
  path.replace("/api/v1/workspaces/:workspace", "W").replaceAll(/:([a-z]+)/gi, "{$1}");

/** The page with the rows of its table as the contracts declare them. */
export function withScopeTable(page: string): string {
  const opensAll = allEndpoints.filter(
    (endpoint) => tokenScopesFor(endpoint).length === tokenScopes.length,
  );
  const rows = tokenScopes.map((scope) => {
    const opened = allEndpoints.filter(
      (endpoint) => tokenScopesFor(endpoint).includes(scope) && !opensAll.includes(endpoint),
    );
    const endpoints = opened.map(({ method, path }) => `\`${method} ${shortPath(path)}\``);
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
