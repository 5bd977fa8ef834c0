import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Instance } from "#contracts/instances.ts";
import { LearnLink } from "../../components/help-link.tsx";
import { Card, Columns } from "../../ui/card.tsx";
import { DescriptionList, InlineCode } from "../../ui/description-list.tsx";
import { EmptyState } from "../../ui/feedback.tsx";
import { ConnectCard } from "./connect-card.tsx";
import { useAddresses } from "./details-card.tsx";
import styles from "./instance.module.css";
import { neverRan } from "./shared/instance-labels.ts";

/** How to sign in, and who can. */
export function AccessTab({ workspace, instance }: { workspace: string; instance: Instance }) {
  const { t } = useLingui();
  const addresses = useAddresses(instance);
  const isOver = instance.status === "terminating" || instance.status === "terminated";
  if (isOver || neverRan(instance))
    return (
      <Card>
        <EmptyState
          plain
          title={isOver ? t`Its IP addresses were released` : t`It never became active`}
          actions={
            <LearnLink target={isOver ? "instances#terminate" : "instances#status"}>
              {isOver ? t`Learn about terminating` : t`Learn about statuses`}
            </LearnLink>
          }
        >
          {isOver ? (
            <Trans>A terminated instance can't be reached. Its disk was deleted.</Trans>
          ) : (
            <Trans>Nobody can sign in to an instance whose creation failed.</Trans>
          )}
        </EmptyState>
      </Card>
    );
  return (
    <Columns
      main={
        <>
          <ConnectCard instance={instance} />
          {instance.publicIp !== null && (
            <SshConfigCard instance={instance} publicIp={instance.publicIp} />
          )}
        </>
      }
      aside={
        <>
          {instance.publicIp !== null && (
            <Card title={t`IP addresses`}>
              <DescriptionList pairs={addresses} />
            </Card>
          )}
          <Card title={t`Who can sign in`}>
            <DescriptionList
              pairs={[
                [t`User name`, instance.image.defaultUser],
                [t`SSH key`, instance.credential?.name ?? null],
              ]}
            />
            <p className={styles["subline"]}>
              <Trans>
                Keys are installed when the instance is created. Changes to the{" "}
                <Link to="/$workspace/settings/credentials" params={{ workspace }}>
                  SSH keys of the workspace
                </Link>{" "}
                don't change them.
              </Trans>
            </p>
          </Card>
        </>
      }
    />
  );
}

/** The entry of an SSH configuration file that makes the hostname a command, and what it is good for. */
function SshConfigCard({ instance, publicIp }: { instance: Instance; publicIp: string }) {
  const { t } = useLingui();
  const { hostname } = instance;
  const entry = [
    `Host ${hostname}`,
    `  HostName ${publicIp}`,
    `  User ${instance.image.defaultUser}`,
  ].join("\n");
  return (
    <Card title={t`Connect by name`}>
      <p className={styles["lead"]}>
        <Trans>
          Add this to <code translate="no">~/.ssh/config</code> on your computer:
        </Trans>
      </p>
      <div className={styles["config"]}>
        <InlineCode text={entry} what={t`SSH configuration`} />
      </div>
      <dl className={styles["commands"]}>
        <dt>{t`Sign in`}</dt>
        <dd>
          <InlineCode text={`ssh ${hostname}`} what={t`command to sign in`} />
        </dd>
        <dt>{t`Copy a folder to the instance`}</dt>
        <dd>
          <InlineCode text={`scp -r ./data ${hostname}:`} what={t`command to copy a folder`} />
        </dd>
        <dt>{t`Open port 8888 of the instance on your computer, such as for Jupyter`}</dt>
        <dd>
          <InlineCode
            text={`ssh -L 8888:localhost:8888 ${hostname}`}
            what={t`command to open a port`}
          />
        </dd>
      </dl>
    </Card>
  );
}
