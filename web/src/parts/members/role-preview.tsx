import { Trans, useLingui } from "@lingui/react/macro";
import { Fragment, type ReactNode } from "react";
import type { WorkspacePermission, WorkspaceRoleId } from "#contracts/permissions.ts";
import { wordRole } from "../../lib/wording.ts";
import { Icon } from "../../ui/icons.tsx";
import styles from "./members.module.css";
import { areaWords, permissionWords } from "./permission-words.ts";
import { reachByArea } from "./role-reach.ts";

/** What a role can and cannot do, before it is given or taken. */
export function RolePreview({ role }: { role: WorkspaceRoleId }) {
  const { t, i18n } = useLingui();
  const name = wordRole(i18n, role);
  return (
    <section className={styles["preview"]} aria-label={t`What the ${name} role can do`}>
      <h3>
        <Trans>What the {name} role can do</Trans>
      </h3>
      <dl>
        {reachByArea(role).map(({ area, can, cannot }) => {
          const list = (permissions: readonly WorkspacePermission[]) =>
            permissions.map((permission) => i18n._(permissionWords[permission])).join(", ");
          const [all, own, granted, none] = [can.all, can.own, can.granted, cannot].map(list);
          return (
            <Fragment key={area}>
              <dt>{i18n._(areaWords[area])}</dt>
              <dd>
                {all !== "" && <Can>{all}</Can>}
                {own !== "" && (
                  <Can>
                    <Trans>own items only: {own}</Trans>
                  </Can>
                )}
                {granted !== "" && (
                  <Can>
                    <Trans>in selected projects: {granted}</Trans>
                  </Can>
                )}
                {none !== "" && (
                  <p className={styles["cannot"]}>
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

function Can({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <p className={styles["can"]}>
      <Icon name="check" size={12} />
      <span>
        <span className="visually-hidden">{t`Can:`} </span>
        {children}
      </span>
    </p>
  );
}
