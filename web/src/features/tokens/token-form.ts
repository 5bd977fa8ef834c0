/** Values of the form for a new token, and the request body built from them. */
import { scopesRequiringAllProjects, type TokenScope } from "#contracts/tokens.ts";
import { hasPermission, useWorkspace } from "../../lib/session/permissions.ts";
import type { SelectedProject } from "../../components/project-select.tsx";
import { parseIpRanges } from "./parse-ip-ranges.ts";
import { type ScopeChoices, noScopes, selectedScopes } from "./scope-areas.ts";

export const lifetimes = ["7", "30", "90", "180", "365"] as const;
export type Lifetime = (typeof lifetimes)[number] | "own";

export interface TokenValues {
  readonly name: string;
  readonly scopes: ScopeChoices;
  readonly projectAccess: "all" | "chosen";
  readonly projectIds: readonly SelectedProject[];
  readonly expiry: Lifetime;
  /** The custom lifetime, as typed. */
  readonly expiresInDays: string;
  /** One range per line. */
  readonly ipRanges: string;
}

export const initialTokenValues: TokenValues = {
  name: "",
  scopes: noScopes,
  projectAccess: "all",
  projectIds: [],
  expiry: "90",
  expiresInDays: "",
  ipRanges: "",
};

/** Only digits: `1e3` and ` 10` are numbers too, but are not accepted. */
const parseDays = (text: string): number | null => {
  const digits = text.trim();
  if (digits === "") return null;
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
};

export function useCreateTokenBody(): (values: TokenValues) => unknown {
  const role = useWorkspace();
  return ({ name, scopes, projectAccess, projectIds, expiry, expiresInDays, ipRanges }) => {
    const ofSome = projectAccess === "chosen";
    const mayGive = (scope: TokenScope) =>
      hasPermission(role, scope) && !(ofSome && scopesRequiringAllProjects.has(scope));
    return {
      name,
      scopes: selectedScopes(scopes, mayGive),
      projectIds: ofSome ? projectIds.map(({ id }) => id) : null,
      expiresInDays: expiry === "own" ? parseDays(expiresInDays) : Number(expiry),
      ipRanges: parseIpRanges(ipRanges).flatMap(({ text, isGood }) => (isGood ? [text] : [])),
    };
  };
}
