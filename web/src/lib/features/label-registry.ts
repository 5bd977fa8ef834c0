/** The labels of all resources, permissions and scopes, collected by file name. Pages without them do not load them. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import type { TokenScope } from "#contracts/tokens.ts";
import type { WorkspacePermission } from "#contracts/permissions.ts";
import type { ActivityType, ResourceWithPermissions } from "#contracts/resources.ts";
import type { AnyResourceLabels } from "./feature-declaration.ts";

const resources = Object.values(
  import.meta.glob<readonly AnyResourceLabels[]>("../../features/*/resource-labels.ts", {
    eager: true,
    import: "labels",
  }),
)
  .flat()
  .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
const permissions = resources.flatMap(({ permissions: labeled = {} }) => Object.entries(labeled));

const hasPermissions = (name: string): name is ResourceWithPermissions =>
  resources.some(
    ({ resource, permissions: labeled }) => resource === name && labeled !== undefined,
  );
/** Resources with permissions, in display order. */
export const permissionAreas = resources.map(({ resource }) => resource).filter(hasPermissions);

type Labels<K extends string> = Readonly<Record<K, MessageDescriptor>>;

const areas = resources.map(({ resource, label }) => [resource, label]);
export const areaLabels: Labels<ResourceWithPermissions> = Object.fromEntries(areas);

const types = resources.map(({ resource, label, activityLabel = label }) => [
  resource,
  activityLabel,
]);
export const activityTypeLabels: Labels<ActivityType> = Object.fromEntries(types);

const labels = permissions.map(([name, { label }]) => [name, label]);
export const permissionLabels: Labels<WorkspacePermission> = Object.fromEntries(labels);

const scopes = permissions.map(([name, { scope }]) => [name, scope]);
export const scopeLabels: Labels<TokenScope> = Object.fromEntries(scopes);
/** Label of a scope of a record, which may no longer exist: then the scope itself. */
export function scopeLabel(i18n: I18n, scope: string): string {
  const labelOf: Readonly<Record<string, MessageDescriptor | undefined>> = scopeLabels;
  const known = labelOf[scope];
  return known === undefined ? scope : i18n._(known);
}

const confined = permissions.map(([name, { confinedScope }]) => [name, confinedScope]);
/** Labels of scopes that allow less for a token that is limited to selected projects. */
export const confinedScopeLabels: Readonly<Partial<Record<TokenScope, MessageDescriptor>>> =
  Object.fromEntries(confined);
