import { Trans, useLingui } from "@lingui/react/macro";
import { type Instance } from "#contracts/instances.ts";
import { isKeptAfterTermination, undoHours } from "#contracts/instance-states.ts";
import { neverRan } from "./instance-labels.ts";
import { RelativeTime } from "../../../ui/description-list.tsx";
import { CostSoFar } from "../cost.tsx";
import styles from "../instance.module.css";
import { useProjectName } from "../../../components/use-all-projects.ts";

/** Consequences of a termination, shown above the field for the typed name. */
export function TerminateConsequences({
  workspace,
  instance,
}: {
  workspace: string;
  instance: Instance;
}) {
  const { t } = useLingui();
  const projectName = useProjectName(workspace)(instance);
  const facts = [t`project ${projectName}`, instance.region.name, instance.publicIp].filter(
    (fact) => fact !== null,
  );
  return (
    <div className={styles["consequences"]}>
      <p className={styles["id"]}>
        <code translate="no">{instance.id}</code>
      </p>
      <p className={styles["location"]}>
        {facts.join(" · ")} · <Trans>created</Trans> <RelativeTime at={instance.createdAt} />
      </p>
      <ul>
        {neverRan(instance) ? (
          <li>
            <Trans>Nothing was billed. The instance never ran, so there is no data to lose.</Trans>
          </li>
        ) : (
          <Losses instance={instance} />
        )}
        {isKeptAfterTermination(instance) && <KeptForAWhile instance={instance} />}
        {instance.publicIp !== null && !isKeptAfterTermination(instance) && (
          <li>
            <Trans>
              The IP address <code translate="no">{instance.publicIp}</code> is released. You might
              not get it back.
            </Trans>
          </li>
        )}
      </ul>
    </div>
  );
}

const Losses = ({ instance }: { instance: Instance }) => (
  <>
    <li>
      <Trans>
        Billing stops now. Total so far:{" "}
        <strong>
          <CostSoFar instance={instance} />
        </strong>
        .
      </Trans>
    </li>
    {!isKeptAfterTermination(instance) && (
      <li>
        <Trans>The disk and all data on it are permanently deleted. There is no backup.</Trans>
      </li>
    )}
  </>
);

/** The server is kept with its disk and addresses while the termination can be undone. */
const KeptForAWhile = ({ instance: { publicIp } }: { instance: Instance }) => (
  <>
    <li>
      <Trans>It shuts down. You can undo this for {undoHours} hours, unbilled.</Trans>
    </li>
    <li>
      {publicIp === null ? (
        <Trans>Then the disk and all data on it are permanently deleted. There is no backup.</Trans>
      ) : (
        <Trans>
          Then the disk and all data on it are permanently deleted, and the IP address{" "}
          <code translate="no">{publicIp}</code> is released. There is no backup.
        </Trans>
      )}
    </li>
  </>
);
