import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Instance } from "#contracts/instances.ts";
import { DetailBodySkeleton } from "../../components/detail-page.tsx";
import { formatGigabytes } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { neverRan, commandLabel } from "./shared/instance-labels.ts";
import { Card, Columns } from "../../ui/card.tsx";
import {
  InlineCode,
  CopyButton,
  DescriptionList,
  type DescriptionItem,
  RelativeTime,
} from "../../ui/description-list.tsx";
import { type InstanceCommand, groupByCommand } from "./group-commands.ts";
import { CostCard } from "./cost.tsx";
import { EnergyCard } from "./energy-card.tsx";
import styles from "./instance.module.css";
import { StepList } from "./step-list.tsx";
import { useInstanceLogs } from "./use-instance-logs.ts";

/** Statuses without a running or failed command to show. */
const stableStatuses: ReadonlySet<Instance["status"]> = new Set([
  "active",
  "stopped",
  "terminated",
]);

const isOnItsWay: ReadonlySet<Instance["status"]> = new Set(["pending", "building"]);
const isOn: ReadonlySet<Instance["status"]> = new Set(["active", "rebooting", "unknown"]);

/** Power is given for full load, so it is meaningless for an instance that is off, failed or terminated. */
const drawsPower = ({ status }: Instance): boolean => isOnItsWay.has(status) || isOn.has(status);

export function OverviewTab({ workspace, instance }: { workspace: string; instance: Instance }) {
  const isOver = instance.status === "terminating" || instance.status === "terminated";
  const { steps, isLoading } = useInstanceLogs(workspace, instance.id);
  // A running or failed command is shown on top and would move the rest down.
  if (isLoading && !stableStatuses.has(instance.status)) return <DetailBodySkeleton />;
  const [latest] = groupByCommand(steps);
  // A completed command is only shown in the timeline.
  const shown = latest !== undefined && latest.outcome !== "done" ? latest : null;
  return (
    <Columns
      main={
        <>
          {shown !== null && <CommandCard command={shown} instance={instance} />}
          {!isOver && <SignInCard instance={instance} />}
          <DetailsCard instance={instance} />
        </>
      }
      aside={
        <>
          <CostCard instance={instance} />
          {drawsPower(instance) && <EnergyCard instance={instance} />}
        </>
      }
    />
  );
}

/** The running command, or the last one if it failed; earlier ones are in the timeline. */
function CommandCard({ command, instance }: { command: InstanceCommand; instance: Instance }) {
  const { t, i18n } = useLingui();
  const what = commandLabel(i18n, command.kind, command.outcome);
  const current = command.steps.filter(({ status }) => status === "complete").length + 1;
  const all = command.steps.length;
  const title =
    command.outcome === "running" ? t`${what}: step ${Math.min(current, all)} of ${all}` : what;
  return (
    <Card title={<span aria-live="polite">{title}</span>}>
      <StepList steps={command.steps} instance={instance} />
      {command.outcome === "failed" && command.kind === "create" && (
        <p className={styles["subline"]}>
          <Trans>
            Nothing was billed. Terminate it to free up its name, then create a new one, perhaps in
            another region.
          </Trans>
        </p>
      )}
    </Card>
  );
}

function whenToSignIn(status: Instance["status"]): "now" | "off" | "soon" | "later" {
  if (status === "active") return "now";
  if (status === "stopped") return "off";
  return isOnItsWay.has(status) || status === "rebooting" ? "soon" : "later";
}

function SignInCard({ instance }: { instance: Instance }) {
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

const CopyableText = ({ text, what }: { text: string; what: string }) => (
  <span className={styles["mono"]} translate="no">
    {text}
    <CopyButton text={text} copyLabel={what} />
  </span>
);

function DetailsCard({ instance }: { instance: Instance }) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const { product } = instance;
  const place: DescriptionItem[] = [
    [t`ID`, <CopyableText key="id" text={instance.id} what={t`ID`} />],
    [
      t`Public IP address`,
      instance.publicIp === null ? null : (
        <CopyableText key="public" text={instance.publicIp} what={t`public IP address`} />
      ),
    ],
    [
      t`Private IP address`,
      instance.privateIp === null ? null : (
        <CopyableText key="private" text={instance.privateIp} what={t`private IP address`} />
      ),
    ],
    [t`Created by`, instance.createdBy.name],
    [t`Created`, <RelativeTime key="created" at={instance.createdAt} exact />],
    [
      t`Became active`,
      instance.activatedAt === null ? null : (
        <RelativeTime key="active" at={instance.activatedAt} exact />
      ),
    ],
    [
      t`Terminated`,
      instance.terminatedAt === null ? null : (
        <RelativeTime key="terminated" at={instance.terminatedAt} exact />
      ),
    ],
  ];
  const parts: DescriptionItem[] = [
    [t`GPU`, product.gpuModel === null ? null : `${product.gpuCount} × ${product.gpuModel}`],
    [t`GPU memory`, product.vramGb === 0 ? null : formatGigabytes(product.vramGb, localeSettings)],
    [t`CPU`, t`${product.vcpu} vCPU`],
    [t`Memory`, formatGigabytes(product.memoryGb, localeSettings)],
    [t`Disk`, formatGigabytes(product.diskGb, localeSettings)],
    [t`Operating system`, instance.image.name],
    [t`Region`, instance.region.name],
  ];
  return (
    <Card title={t`Details`}>
      <div className={styles["summary"]}>
        <DescriptionList pairs={place} />
        <DescriptionList pairs={parts} />
      </div>
    </Card>
  );
}

/** Shown above a terminated instance. */
export const CreateSimilarLink = ({
  workspace,
  instance,
}: {
  workspace: string;
  instance: Instance;
}) => (
  <Link
    to="/$workspace/instances/create"
    params={{ workspace }}
    search={{
      region: instance.region.handle,
      product: instance.product.id,
      image: instance.image.id,
    }}
  >
    <Trans>Create similar instance</Trans>
  </Link>
);
