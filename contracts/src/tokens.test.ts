/** What docs/api.md says of tokens is what the declarations say. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allCalls } from "./api.ts";
import {
  scopesOpening,
  tokenDaysMost,
  tokenScopes,
  tokensMost,
  tokensWorkingMost,
  whyNotToken,
} from "./tokens.ts";

const page = readFileSync(new URL("../../docs/api.md", import.meta.url), "utf8");
const address = (path: string) =>
  path.replace("/api/v1/workspaces/:workspace", "W").replaceAll(/:([a-z]+)/gi, "{$1}");

const openToEvery = allCalls.filter((call) => scopesOpening(call).length === tokenScopes.length);

test("the table of scopes has every scope with every call it opens, but what every scope opens", () => {
  for (const { method, path } of openToEvery) expect(page).toContain(`\`${method} ${path}\``);
  const rows = tokenScopes.map((scope) => {
    const opened = allCalls.filter(
      (call) => scopesOpening(call).includes(scope) && !openToEvery.includes(call),
    );
    const calls = opened.map(({ method, path }) => `\`${method} ${address(path)}\``).join("<br>");
    return `| \`${scope}\` | ${calls} |`;
  });
  expect(page.split("\n").filter((line) => /^\| `[a-z]+\.[a-z_]+` \|/.test(line))).toEqual(rows);
});

test("the limits it names are the limits", () => {
  expect(page).toContain(`up to ${tokenDaysMost} days`);
  expect(page).toContain(`at most ${tokensMost} tokens`);
  expect(page).toContain(`${tokensWorkingMost} with those that were rotated`);
});

test("a token is rotated while it works and once, and revoked while it works", () => {
  const active = { status: "active", replacedAt: null } as const;
  const replaced = { status: "active", replacedAt: "2026-01-01T00:00:00Z" } as const;
  expect(whyNotToken("rotate", active)).toBeNull();
  expect(whyNotToken("revoke", active)).toBeNull();
  expect(whyNotToken("rotate", replaced)?.code).toBe("token_is_replaced");
  expect(whyNotToken("revoke", replaced)).toBeNull();
  for (const action of ["rotate", "revoke"] as const) {
    expect(whyNotToken(action, { ...active, status: "expired" })?.code).toBe("token_is_expired");
    expect(whyNotToken(action, { ...replaced, status: "revoked" })?.code).toBe("token_is_revoked");
  }
});
