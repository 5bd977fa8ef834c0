import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { instanceStatuses } from "#contracts/instance-states.ts";
import type { Overview } from "#contracts/workspaces.ts";
import colours from "../../components/project-colour.module.css";
import { formatInteger } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Card } from "../../ui/card.tsx";
import { ProportionBar } from "../../ui/proportion-bar.tsx";
import { statusAppearance, statusLabel } from "../instances/shared/instance-labels.ts";
import styles from "./home.module.css";

interface InstancesCardProps {
  readonly workspace: string;
  readonly instances: NonNullable<Overview["instances"]>;
}

const regionColours = ["spruce", "teal", "sky", "violet", "amber", "rose", "slate"] as const;

/** Number of instances by status and by region, each linked to the filtered list. */
export function InstancesCard({ workspace, instances }: InstancesCardProps) {
  const { t, i18n } = useLingui();
  const localeSettings = useLocaleSettings();
  const params = { workspace };
  const byStatus = instanceStatuses
    .flatMap((status) => {
      const count = instances.byStatus[status] ?? 0;
      return count === 0 || status === "terminated" ? [] : [{ status, count }];
    })
    .toSorted((one, other) => other.count - one.count);
  return (
    <Card
      title={t`Instances`}
      aside={
        <Link to="/$workspace/instances" params={params} className={styles["headerLink"]}>
          <Trans>All instances</Trans>
        </Link>
      }
    >
      <div className={styles["bars"]}>
        <div>
          <h3 className={styles["barTitle"]}>
            <Trans>By status</Trans>
          </h3>
          <ProportionBar
            label={t`Instances by status`}
            parts={byStatus.map(({ status, count }) => ({
              key: status,
              count,
              swatch: styles[statusAppearance[status].tone],
              entry: (mark) => (
                <Link to="/$workspace/instances" params={params} search={{ status }}>
                  {mark}
                  {statusLabel(i18n, status)}
                  <b>{formatInteger(count, localeSettings)}</b>
                </Link>
              ),
            }))}
          />
        </div>
        <div>
          <h3 className={styles["barTitle"]}>
            <Trans>By region</Trans>
          </h3>
          <ProportionBar
            label={t`Instances by region`}
            parts={instances.byRegion.map(({ handle, name, count }, position) => ({
              key: handle,
              count,
              swatch: colours[regionColours[position % regionColours.length] ?? "slate"],
              entry: (mark) => (
                <Link to="/$workspace/instances" params={params} search={{ regionHandle: handle }}>
                  {mark}
                  {name}
                  <b>{formatInteger(count, localeSettings)}</b>
                </Link>
              ),
            }))}
          />
        </div>
      </div>
    </Card>
  );
}
