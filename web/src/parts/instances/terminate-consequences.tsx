import { Trans, useLingui } from "@lingui/react/macro";
import type { Instance } from "#contracts/instances.ts";
import { neverRan } from "../../lib/instance-words.ts";
import { Time } from "../../ui/facts.tsx";
import { CostSoFar } from "./cost.tsx";
import styles from "./instance.module.css";
import { useProjectName } from "./known-projects.ts";

/** Where it is, what ends and what is lost, before the name is typed. */
export function TerminateConsequences({
  workspace,
  machine,
}: {
  workspace: string;
  machine: Instance;
}) {
  const { t } = useLingui();
  const projectName = useProjectName(workspace)(machine);
  const facts = [t`project ${projectName}`, machine.region.name, machine.publicIp].filter(
    (fact) => fact !== null,
  );
  return (
    <div className={styles["consequences"]}>
      <p className={styles["id"]}>
        <code translate="no">{machine.id}</code>
      </p>
      <p className={styles["where"]}>
        {facts.join(" · ")} · <Trans>created</Trans> <Time at={machine.createdAt} />
      </p>
      <ul>
        {neverRan(machine) ? (
          <li>
            <Trans>Nothing was billed. The instance never ran, so there is no data to lose.</Trans>
          </li>
        ) : (
          <Losses machine={machine} />
        )}
        {machine.publicIp !== null && (
          <li>
            <Trans>
              The IP address <code translate="no">{machine.publicIp}</code> is released. You might
              not get it back.
            </Trans>
          </li>
        )}
      </ul>
    </div>
  );
}

const Losses = ({ machine }: { machine: Instance }) => (
  <>
    <li>
      <Trans>
        Billing stops now. Total so far:{" "}
        <strong>
          <CostSoFar machine={machine} />
        </strong>
        .
      </Trans>
    </li>
    <li>
      <Trans>The disk and all data on it are permanently deleted. There is no backup.</Trans>
    </li>
  </>
);
