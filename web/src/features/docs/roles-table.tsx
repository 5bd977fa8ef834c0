import { Trans, useLingui } from "@lingui/react/macro";
import roleRows from "virtual:docs/roles";
import type { WorkspacePermission } from "#contracts/permissions.ts";
import { type AccessLevel, type RoleAccess, workspaceRoles } from "#contracts/roles.ts";
import {
  areaLabels,
  permissionAreas,
  permissionLabels,
} from "../../lib/features/label-registry.ts";
import { workspaceRoleLabel } from "../../lib/i18n/messages.ts";
import { Icon } from "../../ui/icons.tsx";
import styles from "./docs.module.css";

export interface RoleRow {
  readonly permission: WorkspacePermission;
  readonly resource: string;
  readonly roles: RoleAccess;
}

/** Every permission and the roles that hold it, as the server checks them. */
export default function RolesTable() {
  const { t, i18n } = useLingui();
  return (
    <div
      className={styles["table"]}
      role="region"
      aria-label={t`Permissions by role`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table wider than its frame is scrolled by keyboard
      tabIndex={0}
    >
      <table className={styles["roles"]}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Permission</Trans>
            </th>
            {workspaceRoles.map((role) => (
              <th key={role} scope="col">
                {workspaceRoleLabel(i18n, role)}
              </th>
            ))}
          </tr>
        </thead>
        {permissionAreas.map((area) => (
          <tbody key={area}>
            <tr>
              <th scope="rowgroup" colSpan={workspaceRoles.length + 1}>
                {i18n._(areaLabels[area])}
              </th>
            </tr>
            {roleRows
              .filter(({ resource }) => resource === area)
              .map(({ permission, roles }) => (
                <tr key={permission}>
                  <th scope="row">{i18n._(permissionLabels[permission])}</th>
                  {workspaceRoles.map((role) => (
                    <td key={role}>
                      <AccessCell level={roles[role]} />
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function AccessCell({ level }: { level: AccessLevel | undefined }) {
  const { t } = useLingui();
  if (level === "own") return t`own only`;
  if (level === "granted") return t`in selected projects`;
  if (level === "all")
    return (
      <>
        <Icon name="check" />
        <span className="visually-hidden">{t`Yes`}</span>
      </>
    );
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t`No`}</span>
    </>
  );
}
