import { Trans, useLingui } from "@lingui/react/macro";
import { Fragment, type ReactNode } from "react";
import type { WorkspacePermission } from "#contracts/permissions.ts";
import type { WorkspaceRoleId } from "#contracts/roles.ts";
import { workspaceRoleLabel } from "../../lib/i18n/messages.ts";
import { Icon } from "../../ui/icons.tsx";
import styles from "./members.module.css";
import {
  areaLabels,
  permissionAreas,
  permissionLabels,
} from "../../lib/features/label-registry.ts";
import { permissionsByArea } from "./role-permissions.ts";

/** Shows what a role can and cannot do, before it is granted or removed. */
export function RolePreview({ role }: { role: WorkspaceRoleId }) {
  const { t, i18n } = useLingui();
  const name = workspaceRoleLabel(i18n, role);
  return (
    <section className={styles["preview"]} aria-label={t`What the ${name} role can do`}>
      <h3>
        <Trans>What the {name} role can do</Trans>
      </h3>
      <dl>
        {permissionsByArea(role, permissionAreas).map(({ area, can, cannot }) => {
          const list = (permissions: readonly WorkspacePermission[]) =>
            permissions.map((permission) => i18n._(permissionLabels[permission])).join(", ");
          const [all, own, granted, none] = [can.all, can.own, can.granted, cannot].map(list);
          return (
            <Fragment key={area}>
              <dt>{i18n._(areaLabels[area])}</dt>
              <dd>
                {all !== "" && <AllowedItem>{all}</AllowedItem>}
                {own !== "" && (
                  <AllowedItem>
                    <Trans>own items only: {own}</Trans>
                  </AllowedItem>
                )}
                {granted !== "" && (
                  <AllowedItem>
                    <Trans>in selected projects: {granted}</Trans>
                  </AllowedItem>
                )}
                {none !== "" && (
                  <p className={styles["denied"]}>
                    <Icon name="close" size={12} />
                    <span>
                      <span className="visually-hidden">{t`Cannot:`} </span>
                      {none}
                    </span>
                  </p>
                )}
              </dd>
            </Fragment>
          );
        })}
      </dl>
    </section>
  );
}

function AllowedItem({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <p className={styles["allowed"]}>
      <Icon name="check" size={12} />
      <span>
        <span className="visually-hidden">{t`Can:`} </span>
        {children}
      </span>
    </p>
  );
}
