import { Trans, useLingui } from "@lingui/react/macro";
import type { Instance } from "#contracts/instances.ts";
import { Card } from "../../ui/card.tsx";
import { InlineCode } from "../../ui/description-list.tsx";
import styles from "./instance.module.css";
import { isOnItsWay, neverRan } from "./shared/instance-labels.ts";

function whenToSignIn(status: Instance["status"]): "now" | "off" | "soon" | "later" {
  if (status === "active") return "now";
  if (status === "stopped") return "off";
  return isOnItsWay.has(status) || status === "rebooting" ? "soon" : "later";
}

/** The SSH command; nothing for an instance that failed before it ran. */
export function ConnectCard({ instance }: { instance: Instance }) {
  const { t } = useLingui();
  const { publicIp, status } = instance;
  if (neverRan(instance)) return null;
  const title = {
    now: t`Connect with SSH`,
    off: t`Connect with SSH (once it's running again)`,
    soon: t`Connect with SSH (once it's ready)`,
    later: t`Sign in, once it is active again`,
  }[whenToSignIn(status)];
  return (
    <Card title={title}>
      {publicIp === null ? (
        <p>
          <Trans>The SSH command appears here once the instance has a public IP address.</Trans>
        </p>
      ) : (
        <InlineCode text={`ssh ${instance.image.defaultUser}@${publicIp}`} what={t`SSH command`} />
      )}
      {instance.credential !== null && (
        <p className={styles["subline"]}>
          <Trans>
            Uses the key {instance.credential.name}. The first time you connect, SSH asks you to
            confirm the host. Answer yes.
          </Trans>
        </p>
      )}
    </Card>
  );
}
