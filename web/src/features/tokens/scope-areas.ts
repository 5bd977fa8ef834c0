/** The scopes a token may carry, by area and by what they let it do: the matrix, and how a token's are told. */
import { type TokenScope, tokenScopes } from "#contracts/tokens.ts";

export const areaIds = ["workspace", "projects", "instances", "credentials", "billing"] as const;
export type AreaId = (typeof areaIds)[number];

interface Area {
  readonly read: readonly TokenScope[];
  /** What it may besides, with `write`. */
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

/** All a level asks for, whether or not it may be given. */
export function scopesForLevel(area: AreaId, level: ScopeLevel): readonly TokenScope[] {
  const { read, write } = areas[area];
  if (level === "none") return [];
  return level === "read" ? read : [...read, ...write];
}

/** What is chosen, without what may not be given, in the contract's order. */
export function selectedScopes(
  choices: ScopeChoices,
  mayGive: (scope: TokenScope) => boolean,
): readonly TokenScope[] {
  const selected = new Set(areaIds.flatMap((area) => scopesForLevel(area, choices[area])));
  return tokenScopes.filter((scope) => selected.has(scope) && mayGive(scope));
}

/** What a token's scopes come to in one area; `part` where they are not the whole of a level. */
export function levelForScopes(area: AreaId, scopes: readonly TokenScope[]): ScopeLevel | "part" {
  const held = scopesForLevel(area, "write").filter((scope) => scopes.includes(scope));
  const whole = scopeLevels.findLast((level) => scopesForLevel(area, level).length === held.length);
  const isWhole =
    whole !== undefined && scopesForLevel(area, whole).every((scope) => held.includes(scope));
  if (!isWhole) return "part";
  // Where there is nothing to write, all of it is reading.
  return whole === "write" && areas[area].write.length === 0 ? "read" : whole;
}
