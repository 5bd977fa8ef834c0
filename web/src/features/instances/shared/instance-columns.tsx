import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Instance } from "#contracts/instances.ts";
import {
  formatDuration,
  formatGigabytes,
  type LocaleSettings,
  formatMoneyAmount,
  formatHourlyRate,
} from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { neverRan, attentionLabel } from "./instance-labels.ts";
import { useNow } from "../../../lib/hooks/use-now.ts";
import { Facts } from "../../../ui/facts.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { CopyButton } from "../../../ui/description-list.tsx";
import { Amount, type Column, Mono, NameCell, NoValue, StackedCell } from "../../../ui/table.tsx";
import { useRemainingTime } from "./use-remaining-time.ts";
import { InstanceStatus } from "./instance-status.tsx";
import { useProjectName } from "../../../components/use-all-projects.ts";
import styles from "./instance-columns.module.css";

const isProvisioning = ({ status }: Instance) => status === "pending" || status === "building";
const minuteSeconds = 60;
/** A hostname of this many characters or fewer stays on one line; a longer one may break anywhere. */
const unbrokenLength = 24;

/** Time since the order; for a terminated instance, how long it existed. */
function Age({ instance }: { instance: Instance }) {
  const isYoung = isProvisioning(instance);
  const now = useNow(isYoung ? "second" : "half-minute");
  const end = instance.terminatedAt === null ? now : Date.parse(instance.terminatedAt);
  const seconds = (end - Date.parse(instance.createdAt)) / 1_000;
  // Seconds are shown only in the first minute and while the instance is being provisioned.
  const shown = isYoung || seconds < minuteSeconds ? seconds : seconds - (seconds % minuteSeconds);
  return <span className={styles["inactive"]}>{formatDuration(shown)}</span>;
}

function PublicIp({ instance: { publicIp, hostname } }: { instance: Instance }) {
  const { t } = useLingui();
  if (publicIp === null) return <NoValue />;
  return (
    <span className={styles["copied"]}>
      <Mono>{publicIp}</Mono>
      <CopyButton text={publicIp} copyLabel={t`IP address of ${hostname}`} />
    </span>
  );
}

/** The last characters of an id, which tell instances apart that were created at the same time. */
const idEndLength = 6;

/** On one line: a narrow cell shortens the middle. */
function Id({ instance: { id, hostname } }: { instance: Instance }) {
  const { t } = useLingui();
  return (
    <span className={styles["copied"]}>
      <span className={styles["id"]} title={id} translate="no">
        <span>{id.slice(0, -idEndLength)}</span>
        <span>{id.slice(-idEndLength)}</span>
      </span>
      <CopyButton text={id} copyLabel={t`ID of ${hostname}`} />
    </span>
  );
}

/** How long a termination can be undone. */
function UndoTime({ until }: { until: string }) {
  const left = useRemainingTime(until);
  return left === null ? null : <Trans>undo possible for {left}</Trans>;
}

/** Summary of a product: GPU memory and vCPUs, or memory and disk without a GPU. */
function productSummary({ product }: Instance, localeSettings: LocaleSettings): string {
  const cores = `${product.vcpu} vCPU`;
  return product.gpuCount > 0
    ? `${formatGigabytes(product.vramGb, localeSettings)} · ${cores}`
    : `${formatGigabytes(product.memoryGb, localeSettings)} · ${formatGigabytes(product.diskGb, localeSettings)}`;
}

/** Current or upcoming hourly cost; 0 for an instance that was terminated or never ran. */
const currentHourlyRate = (instance: Instance): number =>
  instance.status === "terminating" || instance.status === "terminated" || neverRan(instance)
    ? 0
    : instance.hourlyRate;

/** What stands under the hostname: the display name and the project, where there are any. */
function nameSubtitle(names: readonly (string | null)[]): { subtitle?: ReactNode } {
  return names.every((name) => name === null)
    ? {}
    : {
        subtitle: (
          <span translate="no">
            <Facts items={names} />
          </span>
        ),
      };
}

/** Columns of an instance list; inside a project the project column is omitted. */
export function useInstanceColumns(
  workspace: string,
  { insideProject = false } = {},
): Column<Instance>[] {
  const { t, i18n } = useLingui();
  const localeSettings = useLocaleSettings();
  const projectNameOf = useProjectName(workspace);
  return [
    {
      key: "name",
      header: t`Name`,
      sort: "hostname",
      cell: (instance) => (
        <NameCell
          {...nameSubtitle([instance.displayName, insideProject ? null : projectNameOf(instance)])}
        >
          <Link
            to="/$workspace/instances/$instanceID"
            params={{ workspace, instanceID: instance.id }}
            className={classNames(instance.hostname.length <= unbrokenLength && styles["inactive"])}
          >
            {instance.hostname}
          </Link>
        </NameCell>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      sort: "status",
      cell: (instance) => (
        <StackedCell
          subtitle={
            instance.undoUntil === null ? (
              attentionLabel(i18n, instance)
            ) : (
              <UndoTime until={instance.undoUntil} />
            )
          }
        >
          <InstanceStatus status={instance.status} />
        </StackedCell>
      ),
    },
    {
      key: "product",
      header: t`Product`,
      card: "plain",
      cell: (instance) => (
        <StackedCell
          subtitle={
            <span className={styles["inactive"]}>{productSummary(instance, localeSettings)}</span>
          }
        >
          <span className={styles["inactive"]}>{instance.product.name}</span>
        </StackedCell>
      ),
    },
    {
      key: "region",
      header: t`Region`,
      hides: "first",
      card: "plain",
      cell: ({ region }) => region.name,
    },
    {
      key: "address",
      header: t`IP address`,
      card: "plain",
      hides: "third",
      sort: "publicIp",
      cell: (instance) => <PublicIp instance={instance} />,
    },
    {
      key: "age",
      header: t`Age`,
      card: "hidden",
      isSortReversed: true,
      hides: "first",
      sort: "createdAt",
      cell: (instance) => <Age instance={instance} />,
    },
    {
      key: "cost",
      header: t`Cost so far`,
      card: "labeled",
      hides: "second",
      end: true,
      cell: ({ costSoFar }) => <Amount>{formatMoneyAmount(costSoFar)}</Amount>,
    },
    {
      key: "rate",
      header: t`Per hour`,
      card: "labeled",
      end: true,
      sort: "hourlyRate",
      cell: (instance) => <Amount>{formatHourlyRate(currentHourlyRate(instance))}</Amount>,
    },
    {
      key: "id",
      header: t`ID`,
      isOptional: true,
      hides: "first",
      card: "plain",
      cell: (instance) => <Id instance={instance} />,
    },
  ];
}
