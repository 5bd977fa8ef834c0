import { Trans, useLingui } from "@lingui/react/macro";
import { accessLevel, permissionNames, type WorkspacePermission } from "#contracts/permissions.ts";
import type { Resource } from "#contracts/resource.ts";
import { resources } from "#contracts/resources.ts";
import { type WorkspaceRoleId, workspaceRoles } from "#contracts/roles.ts";
import {
  areaLabels,
  permissionAreas,
  permissionLabels,
} from "../../lib/features/feature-registry.ts";
import { workspaceRoleLabel } from "../../lib/i18n/messages.ts";
import { Icon } from "../../ui/icons.tsx";
import styles from "./docs.module.css";

const declared: readonly Resource[] = resources;

const permissionsOf = (area: string): readonly WorkspacePermission[] => {
  const names = Object.keys(declared.find(({ name }) => name === area)?.permissions ?? {});
  return permissionNames.filter((permission) => names.includes(permission));
};

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
            {permissionsOf(area).map((permission) => (
              <tr key={permission}>
                <th scope="row">{i18n._(permissionLabels[permission])}</th>
                {workspaceRoles.map((role) => (
                  <td key={role}>
                    <AccessCell role={role} permission={permission} />
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

function AccessCell({
  role,
  permission,
}: {
  role: WorkspaceRoleId;
  permission: WorkspacePermission;
}) {
  const { t } = useLingui();
  const level = accessLevel(role, permission);
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
