/**
 * What a feature declares: in `features/<name>/declaration.ts` entries of the sidebar and the documentation of its
 * pages, in `resource-labels.ts` the labels of its resources, which only some pages load. feature-registry.ts and
 * label-registry.ts collect the files by name.
 */
import type { MessageDescriptor } from "@lingui/core";
import type { WorkspacePermission } from "#contracts/permissions.ts";
import type { Resource } from "#contracts/resource.ts";
import type { Overview } from "#contracts/workspaces.ts";
import type { FileRoutesByTo } from "../../route-tree.gen.ts";
import type { IconName } from "../../ui/icons.tsx";
import type { DocTarget } from "../docs/doc-pages.ts";

/** Routes of a workspace with no other path parameter. */
export type WorkspacePath = Exclude<
  Extract<keyof FileRoutesByTo, "/$workspace" | `/$workspace/${string}`>,
  `/$workspace/${string}$${string}`
>;

/** What the numbers of the sidebar are read from. */
export interface NavigationCounts {
  /** Undefined while it loads. */
  readonly overview: Overview | undefined;
  /** Lines of the cart that this browser keeps. */
  readonly cartLines: number;
}

export interface WorkspaceNavigationItem {
  readonly to: WorkspacePath;
  readonly label: MessageDescriptor;
  readonly icon: IconName;
  readonly permission: WorkspacePermission;
  /** Group of the sidebar, and sort position in it, ascending. */
  readonly group: "main" | "settings";
  readonly position: number;
  /** URLs of the other tabs of the page. */
  readonly relatedPaths?: readonly string[];
  /** Number shown at the end of the entry; null for none, also while it is not known. */
  readonly count?: (counts: NavigationCounts) => number | null;
  /** Opens the page when pressed after G. */
  readonly goToKey?: string;
  /** Create command of the page, listed in the palette. */
  readonly creates?: CreateCommand;
}

export interface CreateCommand {
  readonly id: string;
  readonly label: MessageDescriptor;
  readonly permission: WorkspacePermission;
  /** Page with the form; the page itself by default. */
  readonly to?: WorkspacePath;
  /** Equivalent command of the command-line client. */
  readonly cli?: string;
}

/** Labels of a permission. If tokens may carry it, `scope` says what it allows, as the end of a sentence that starts with "can". */
type PermissionLabels<P> = { readonly label: MessageDescriptor } & (P extends { scope: string }
  ? {
      readonly scope: MessageDescriptor;
      /** Replaces `scope` for a token that is limited to selected projects, if it allows less there. */
      readonly confinedScope?: MessageDescriptor;
    }
  : object);

type LabelsOf<R extends Resource> = R extends { permissions: infer P }
  ? { readonly permissions: { readonly [K in keyof P]: PermissionLabels<P[K]> } }
  : object;

export interface AnyResourceLabels {
  readonly resource: string;
  /** Heading of the resource's permissions and scopes. */
  readonly label: MessageDescriptor;
  /** Label in the filter of the activity log; `label` by default. */
  readonly activityLabel?: MessageDescriptor;
  /** Sort position among the headings, ascending. */
  readonly position?: number;
  readonly permissions?: Readonly<
    Record<
      string,
      { label: MessageDescriptor; scope?: MessageDescriptor; confinedScope?: MessageDescriptor }
    >
  >;
}

/** Requires a label for every permission and scope of the resource; a missing one is a type error. */
export const labelResource = <R extends Resource>(
  labels: Omit<AnyResourceLabels, "resource" | "permissions"> & {
    readonly resource: R["name"];
  } & LabelsOf<R>,
): AnyResourceLabels => labels;

export interface PageHelp {
  readonly target: DocTarget;
  /** The link of the page's empty list, such as "Learn about SSH keys". */
  readonly learn?: MessageDescriptor;
}

export interface FeatureDeclaration {
  readonly navigation?: readonly WorkspaceNavigationItem[];
  /** The documentation of each page of the feature, by the path of its route. */
  readonly help?: Readonly<Partial<Record<keyof FileRoutesByTo, PageHelp>>>;
}
