/** The scopes a token may carry, by area and by what they let it do: the matrix, and how a token's are told. */
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

/** Resources of which a token may be given scopes. */
export const areaIds = declared.map(({ name }) => name).filter(hasScopes);

interface Area {
  readonly read: readonly TokenScope[];
  /** What the level `write` adds. */
  readonly write: readonly TokenScope[];
}
const byArea = areaIds.map((area) => [
  area,
  { read: scopesOf(area, "read"), write: scopesOf(area, "write") },
]);
export const areas: Readonly<Record<AreaId, Area>> = Object.fromEntries(byArea);

export const scopeLevels = ["none", "read", "write"] as const;
export type ScopeLevel = (typeof scopeLevels)[number];
export type ScopeChoices = Readonly<Record<AreaId, ScopeLevel>>;

const nothing = areaIds.map((area) => [area, "none"]);
export const noScopes: ScopeChoices = Object.fromEntries(nothing);

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
