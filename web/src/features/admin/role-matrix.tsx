import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import {
  type StaffPermission,
  staffPermissionNames,
  staffAccessLevel,
} from "#contracts/permissions.ts";
import type { StaffRoleId } from "#contracts/roles.ts";
import { staffRoles } from "#contracts/staff-roles.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { staffRoleLabel } from "../../lib/i18n/messages.ts";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icons.tsx";
import styles from "./admin.module.css";
import { staffPermissionGroups, staffPermissionLabels } from "./permission-labels.ts";

const permissionGroup = (permission: StaffPermission) =>
  staffPermissionGroups.find(([, beginnings]) =>
    beginnings.some((each) => permission.startsWith(each)),
  );

/** Table of the staff roles and their permissions, as granted by the server. */
export function RoleMatrix() {
  const { t, i18n } = useLingui();
  const { data } = useQuery(endpointQuery(staffRoles.roles, {}));
  if (data === undefined) return null;
  const { roles } = data;
  return (
    <div style={{ marginTop: 20 }}>
      <Card title={t`Permissions by role`}>
        <table className={styles["matrix"]}>
          <caption className="visually-hidden">{t`Permissions by role`}</caption>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Permission</Trans>
              </th>
              {roles.map(({ id }) => (
                <th key={id} scope="col">
                  {staffRoleLabel(i18n, id)}
                </th>
              ))}
            </tr>
          </thead>
          {staffPermissionGroups.map((group) => (
            <tbody key={group[0].id}>
              <tr>
                <th scope="rowgroup" className={styles["group"]} colSpan={roles.length + 1}>
                  {i18n._(group[0])}
                </th>
              </tr>
              {staffPermissionNames
                .filter((permission) => permissionGroup(permission) === group)
                .map((permission) => (
                  <tr key={permission}>
                    <th scope="row">{i18n._(staffPermissionLabels[permission])}</th>
                    {roles.map(({ id, permissions }) => (
                      <td key={id}>
                        <PermissionCell
                          isHeld={permissions.some(({ name }) => name === permission)}
                          role={id}
                          permission={permission}
                        />
                      </td>
                    ))}
                  </tr>
                ))}
            </tbody>
          ))}
        </table>
      </Card>
    </div>
  );
}

function PermissionCell({
  isHeld,
  role,
  permission,
}: {
  isHeld: boolean;
  role: StaffRoleId;
  permission: StaffPermission;
}) {
  const { t } = useLingui();
  if (!isHeld)
    return (
      <span className={styles["empty"]}>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{t`No`}</span>
      </span>
    );
  if (staffAccessLevel(role, permission) === "field") return t`some fields`;
  return (
    <>
      <Icon name="check" />
      <span className="visually-hidden">{t`Yes`}</span>
    </>
  );
}
