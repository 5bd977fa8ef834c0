/** What a role can and cannot do, area by area, read from the table the server judges by. */
import type { MessageDescriptor } from "@lingui/core";
import {
  type Reach,
  reachOf,
  type WorkspacePermission,
  type WorkspaceRoleId,
} from "#contracts/permissions.ts";
import { permissionAreas, permissionWords } from "./permission-words.ts";

interface AreaReach {
  readonly title: MessageDescriptor;
  /** What is held, by how far it reaches. */
  readonly can: Readonly<Record<Reach, readonly MessageDescriptor[]>>;
  readonly cannot: readonly MessageDescriptor[];
}

const isPermission = (name: string): name is WorkspacePermission => name in permissionWords;
/** In the order of the words: seeing comes before changing. */
const permissions = Object.keys(permissionWords).filter(isPermission);

const permissionsOf = (beginnings: readonly string[]): readonly WorkspacePermission[] =>
  permissions.filter((permission) => beginnings.some((each) => permission.startsWith(each)));

export const reachByArea = (role: WorkspaceRoleId): readonly AreaReach[] =>
  permissionAreas.map(([title, beginnings]) => {
    const wordsOf = (reach: Reach | null) =>
      permissionsOf(beginnings)
        .filter((permission) => reachOf(role, permission) === reach)
        .map((permission) => permissionWords[permission]);
    return {
      title,
      can: { all: wordsOf("all"), own: wordsOf("own"), granted: wordsOf("granted") },
      cannot: wordsOf(null),
    };
  });

/** Leaves everything as it is. */
const isQuiet = (permission: WorkspacePermission): boolean =>
  /\.(?:view|logs|estimate|leave)$/.test(permission);

/** The areas in which a role changes something. */
export const areasChangedBy = (role: WorkspaceRoleId): readonly MessageDescriptor[] =>
  permissionAreas
    .filter(([, beginnings]) =>
      permissionsOf(beginnings).some(
        (permission) => !isQuiet(permission) && reachOf(role, permission) !== null,
      ),
    )
    .map(([title]) => title);
