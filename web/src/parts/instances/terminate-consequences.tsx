import { Trans, useLingui } from "@lingui/react/macro";
import type { Instance } from "#contracts/instances.ts";
import { Time } from "../../ui/facts.tsx";
import { CostSoFar } from "./cost.tsx";
import styles from "./instance.module.css";

/** Where it is, what ends and what is lost, before the name is typed. */
export function TerminateConsequences({ machine }: { machine: Instance }) {
  const { t } = useLingui();
  const facts = [
    machine.project === null ? t`no project` : t`project ${machine.project.name}`,
    machine.region.name,
    machine.publicIp,
  ].filter((fact) => fact !== null);
  return (
    <div className={styles["consequences"]}>
      <p className={styles["where"]}>
        {facts.join(" · ")} · <Trans>created</Trans> <Time at={machine.createdAt} />
      </p>
      <ul>
        <li>
          <Trans>
            Billing stops now; the total so far is{" "}
            <strong>
              <CostSoFar machine={machine} />
            </strong>
            .
          </Trans>
        </li>
        <li>
          <Trans>
            Its disk and everything on it is lost. There is no copy to bring it back from.
          </Trans>
        </li>
        {machine.publicIp !== null && (
          <li>
            <Trans>
              The address <code>{machine.publicIp}</code> is given back; you may not get it again.
            </Trans>
          </li>
        )}
      </ul>
    </div>
  );
}
