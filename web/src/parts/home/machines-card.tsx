import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { instanceStatuses } from "#contracts/instances.ts";
import type { Overview } from "#contracts/workspaces.ts";
import { wholeNumber } from "../../lib/format.ts";
import { useManner } from "../../lib/i18n.ts";
import { Card } from "../../ui/card.tsx";
import { InstanceStatus } from "../instances/instance-status.tsx";
import styles from "./home.module.css";

/** How many machines are in which state, each a way to exactly those. */
export function MachinesCard({
  workspace,
  machines,
}: {
  workspace: string;
  machines: NonNullable<Overview["instances"]>;
}) {
  const { t } = useLingui();
  const manner = useManner();
  const counted = instanceStatuses.flatMap((status) => {
    const count = machines.byStatus[status] ?? 0;
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
        <p className={styles["quiet"]}>
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
              <b>{wholeNumber(count, manner)}</b>
            </Link>
          ))}
        </div>
      )}
    </Card>
  );
}
