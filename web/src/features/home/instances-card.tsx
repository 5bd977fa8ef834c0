import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { instanceStatuses } from "#contracts/instances.ts";
import type { Overview } from "#contracts/workspaces.ts";
import { formatInteger } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Card } from "../../ui/card.tsx";
import { InstanceStatus } from "../instances/shared/instance-status.tsx";
import styles from "./home.module.css";

/** Number of instances per status, each linked to the filtered list. */
export function InstancesCard({
  workspace,
  instances,
}: {
  workspace: string;
  instances: NonNullable<Overview["instances"]>;
}) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const counted = instanceStatuses.flatMap((status) => {
    const count = instances.byStatus[status] ?? 0;
    return count === 0 || status === "terminated" ? [] : [{ status, count }];
  });
  return (
    <Card
      title={t`Instances`}
      aside={
        <Link to="/$workspace/instances" params={{ workspace }} className={styles["aside"]}>
          <Trans>All instances</Trans>
        </Link>
      }
    >
      {counted.length === 0 ? (
        <p className={styles["subtle"]}>
          <Trans>None right now</Trans>
        </p>
      ) : (
        <div className={styles["rows"]}>
          {counted.map(({ status, count }) => (
            <Link
              key={status}
              to="/$workspace/instances"
              params={{ workspace }}
              search={{ status }}
              className={styles["row"]}
            >
              <InstanceStatus status={status} />
              <b>{formatInteger(count, localeSettings)}</b>
            </Link>
          ))}
        </div>
      )}
    </Card>
  );
}
