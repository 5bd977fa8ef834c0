/** The scopes of a token by area and level: used by the scope matrix and by the summary of a token. */
import { type TokenScope, tokenScopes } from "#contracts/tokens.ts";

export const areaIds = ["workspace", "projects", "instances", "credentials", "billing"] as const;
export type AreaId = (typeof areaIds)[number];

interface Area {
  readonly read: readonly TokenScope[];
  /** Additional scopes of the level `write`. */
  readonly write: readonly TokenScope[];
}

export const areas: Readonly<Record<AreaId, Area>> = {
  workspace: { read: ["workspace.view"], write: [] },
  projects: {
    read: ["project.view"],
    write: ["project.create", "project.update", "project.delete", "project.assign"],
  },
  instances: {
    read: ["instance.view", "instance.logs"],
    write: ["instance.create", "instance.reset", "instance.terminate"],
  },
  credentials: {
    read: ["credential.view"],
    write: ["credential.create", "credential.delete", "credential.set_default"],
  },
  billing: { read: ["billing.view", "billing.estimate"], write: [] },
};

export const scopeLevels = ["none", "read", "write"] as const;
export type ScopeLevel = (typeof scopeLevels)[number];
export type ScopeChoices = Readonly<Record<AreaId, ScopeLevel>>;

export const noScopes: ScopeChoices = {
  workspace: "none",
  projects: "none",
  instances: "none",
  credentials: "none",
  billing: "none",
};

/** All scopes of a level, including those that cannot be granted. */
export function scopesForLevel(area: AreaId, level: ScopeLevel): readonly TokenScope[] {
  const { read, write } = areas[area];
  if (level === "none") return [];
  return level === "read" ? read : [...read, ...write];
}

/** The selected scopes that can be granted, in the contract's order. */
export function selectedScopes(
  choices: ScopeChoices,
  mayGive: (scope: TokenScope) => boolean,
): readonly TokenScope[] {
  const selected = new Set(areaIds.flatMap((area) => scopesForLevel(area, choices[area])));
  return tokenScopes.filter((scope) => selected.has(scope) && mayGive(scope));
}

/** The level that a token's scopes amount to in one area; `part` when they do not cover a whole level. */
export function levelForScopes(area: AreaId, scopes: readonly TokenScope[]): ScopeLevel | "part" {
  const held = scopesForLevel(area, "write").filter((scope) => scopes.includes(scope));
  const whole = scopeLevels.findLast((level) => scopesForLevel(area, level).length === held.length);
  const isWhole =
    whole !== undefined && scopesForLevel(area, whole).every((scope) => held.includes(scope));
  if (!isWhole) return "part";
  // In an area without write scopes, all scopes together are `read`.
  return whole === "write" && areas[area].write.length === 0 ? "read" : whole;
}
