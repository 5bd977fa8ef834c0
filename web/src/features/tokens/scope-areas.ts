/** The scopes a token may carry, by resource and level. */
import type { Resource } from "#contracts/resource.ts";
import { type ResourceWithScopes, resources } from "#contracts/resources.ts";
import { type TokenScope, tokenScopes } from "#contracts/tokens.ts";

export type AreaId = ResourceWithScopes;

const declared: readonly Resource[] = resources;
const scopesOf = (area: string, effect: "read" | "write"): readonly TokenScope[] => {
  const permissions = declared.find(({ name }) => name === area)?.permissions ?? {};
  return tokenScopes.filter((scope) => permissions[scope]?.effect === effect);
};
const hasScopes = (name: string): name is AreaId =>
  scopesOf(name, "read").length + scopesOf(name, "write").length > 0;

/** Resources with scopes. */
export const areaIds = declared.map(({ name }) => name).filter(hasScopes);

interface Area {
  readonly read: readonly TokenScope[];
  /** Scopes that the level `write` adds. */
  readonly write: readonly TokenScope[];
}
const scopesByArea = areaIds.map((area) => [
  area,
  { read: scopesOf(area, "read"), write: scopesOf(area, "write") },
]);
export const areas: Readonly<Record<AreaId, Area>> = Object.fromEntries(scopesByArea);

export const scopeLevels = ["none", "read", "write"] as const;
export type ScopeLevel = (typeof scopeLevels)[number];
export type ScopeChoices = Readonly<Record<AreaId, ScopeLevel>>;

const unselected = areaIds.map((area) => [area, "none"]);
export const noScopes: ScopeChoices = Object.fromEntries(unselected);

/** All scopes of a level, including those that the user may not give. */
export function scopesForLevel(area: AreaId, level: ScopeLevel): readonly TokenScope[] {
  const { read, write } = areas[area];
  if (level === "none") return [];
  return level === "read" ? read : [...read, ...write];
}

/** The selected scopes that the user may give, in the order of the contract. */
export function selectedScopes(
  choices: ScopeChoices,
  mayGive: (scope: TokenScope) => boolean,
): readonly TokenScope[] {
  const selected = new Set(areaIds.flatMap((area) => scopesForLevel(area, choices[area])));
  return tokenScopes.filter((scope) => selected.has(scope) && mayGive(scope));
}

/** Level of a token's scopes in an area; `part` if they are only a part of a level. */
export function levelForScopes(area: AreaId, scopes: readonly TokenScope[]): ScopeLevel | "part" {
  const granted = scopesForLevel(area, "write").filter((scope) => scopes.includes(scope));
  const whole = scopeLevels.findLast(
    (level) => scopesForLevel(area, level).length === granted.length,
  );
  const isWhole =
    whole !== undefined && scopesForLevel(area, whole).every((scope) => granted.includes(scope));
  if (!isWhole) return "part";
  // An area without write scopes has no level above read.
  return whole === "write" && areas[area].write.length === 0 ? "read" : whole;
}
