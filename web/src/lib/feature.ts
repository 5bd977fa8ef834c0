/**
 * What a feature declares once, in `features/<name>/declaration.ts`: entries of the sidebar, and the labels of
 * its resources. `shell/features.ts` collects the declarations by file name.
 */
import type { MessageDescriptor } from "@lingui/core";
import type { WorkspacePermission } from "#contracts/permissions.ts";
import type { Resource } from "#contracts/resource.ts";
import type { Overview } from "#contracts/workspaces.ts";
import type { FileRoutesByTo } from "../route-tree.gen.ts";
import type { IconName } from "../ui/icons.tsx";

/** Pages of a workspace that need nothing but the workspace. */
export type WorkspacePath = Exclude<
  Extract<keyof FileRoutesByTo, "/$workspace" | `/$workspace/${string}`>,
  `/$workspace/${string}$${string}`
>;

export interface WorkspaceNavigationItem {
  readonly to: WorkspacePath;
  readonly label: MessageDescriptor;
  readonly icon: IconName;
  readonly permission: WorkspacePermission;
  /** The group of the sidebar, and the place in it: lower is higher up. */
  readonly group: "main" | "settings";
  readonly position: number;
  /** Pages behind the tabs of this one. */
  readonly relatedPaths?: readonly string[];
  /** Shown at the end of the entry. */
  readonly count?: (overview: Overview) => number | null;
  /** Pressed after G, it opens the page. */
  readonly goToKey?: string;
  /** What the page creates, offered by the palette. */
  readonly creates?: CreateCommand;
}

export interface CreateCommand {
  readonly id: string;
  readonly label: MessageDescriptor;
  readonly permission: WorkspacePermission;
  /** The page with the form, where it is another one. */
  readonly to?: WorkspacePath;
  /** The command of the command-line client. */
  readonly cli?: string;
}

/** Labels of a permission; of one that tokens may carry also what its scope allows, after "can". */
type PermissionLabels<P> = { readonly label: MessageDescriptor } & (P extends { scope: string }
  ? {
      readonly scope: MessageDescriptor;
      /** For a token that is limited to selected projects, where it allows less. */
      readonly confinedScope?: MessageDescriptor;
    }
  : object);

type LabelsOf<R extends Resource> = R extends { permissions: infer P }
  ? { readonly permissions: { readonly [K in keyof P]: PermissionLabels<P[K]> } }
  : object;

export interface AnyResourceLabels {
  readonly resource: string;
  /** In lists of resources: areas of permissions and scopes. */
  readonly label: MessageDescriptor;
  /** In the filter of the activity log, where it is another one. */
  readonly activityLabel?: MessageDescriptor;
  /** The place in lists of areas: lower is higher up. */
  readonly position?: number;
  readonly permissions?: Readonly<
    Record<
      string,
      { label: MessageDescriptor; scope?: MessageDescriptor; confinedScope?: MessageDescriptor }
    >
  >;
}

/** A label that is missing for a permission or scope of the resource is a type error. */
export const labelResource = <R extends Resource>(
  labels: Omit<AnyResourceLabels, "resource" | "permissions"> & {
    readonly resource: R["name"];
  } & LabelsOf<R>,
): AnyResourceLabels => labels;

export interface FeatureDeclaration {
  readonly navigation?: readonly WorkspaceNavigationItem[];
  readonly resources?: readonly AnyResourceLabels[];
}
