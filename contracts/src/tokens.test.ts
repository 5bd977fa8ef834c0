/** Compares the tables and limits of docs/api.md about tokens with the declarations. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allEndpoints } from "./api.ts";
import {
  tokenScopesFor,
  maxTokenLifetimeDays,
  tokenScopes,
  maxActiveTokens,
  maxUsableTokens,
  tokenUnavailableReason,
} from "./tokens.ts";

const page = readFileSync(new URL("../../docs/api.md", import.meta.url), "utf8");
const address = (path: string) =>
  path.replace("/api/v1/workspaces/:workspace", "W").replaceAll(/:([a-z]+)/gi, "{$1}");

const openToEvery = allEndpoints.filter(
  (endpoint) => tokenScopesFor(endpoint).length === tokenScopes.length,
);

test("the scope table lists every scope with its endpoints, except those open to every scope", () => {
  for (const { method, path } of openToEvery) expect(page).toContain(`\`${method} ${path}\``);
  const rows = tokenScopes.map((scope) => {
    const opened = allEndpoints.filter(
      (endpoint) => tokenScopesFor(endpoint).includes(scope) && !openToEvery.includes(endpoint),
    );
    const calls = opened.map(({ method, path }) => `\`${method} ${address(path)}\``).join("<br>");
    return `| \`${scope}\` | ${calls} |`;
  });
  expect(page.split("\n").filter((line) => /^\| `[a-z]+\.[a-z_]+` \|/.test(line))).toEqual(rows);
});

test("the documented limits match the declared ones", () => {
  expect(page).toContain(`up to ${maxTokenLifetimeDays} days`);
  expect(page).toContain(`at most ${maxActiveTokens} tokens`);
  expect(page).toContain(`${maxUsableTokens} with those that were rotated`);
});

test("a working token can be rotated once and revoked", () => {
  const active = { status: "active", replacedAt: null } as const;
  const replaced = { status: "active", replacedAt: "2026-01-01T00:00:00Z" } as const;
  expect(tokenUnavailableReason("rotate", active)).toBeNull();
  expect(tokenUnavailableReason("revoke", active)).toBeNull();
  expect(tokenUnavailableReason("rotate", replaced)?.code).toBe("token_is_replaced");
  expect(tokenUnavailableReason("revoke", replaced)).toBeNull();
  for (const action of ["rotate", "revoke"] as const) {
    expect(tokenUnavailableReason(action, { ...active, status: "expired" })?.code).toBe(
      "token_is_expired",
    );
    expect(tokenUnavailableReason(action, { ...replaced, status: "revoked" })?.code).toBe(
      "token_is_revoked",
    );
  }
});
