import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { instanceLogActions } from "#contracts/actions/instances.ts";
import type { AdminInstanceLog } from "#contracts/admin-instances.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { useActionReason } from "../../components/use-action-denial.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { formatDuration } from "../../lib/i18n/format.ts";
import { causeLabel, waitingLabel } from "../instances/shared/instance-labels.ts";
import { stepName } from "../instances/shared/step-labels.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { type StatusShape, Status, type StatusTone } from "../../ui/status.tsx";
import { type Column, StackedCell, Table } from "../../ui/table.tsx";
import styles from "./admin.module.css";

const load = () => import("./resolve-step-dialog.tsx");
const ResolveStepDialog = lazyPart(load);

export type StepOutcome = "complete" | "fail" | "retry";

type StepStatus = AdminInstanceLog["status"];
const appearance: Record<StepStatus, readonly [tone: StatusTone, shape: StatusShape]> = {
  pending: ["idle", "hollow"],
  in_progress: ["busy", "spinner"],
  complete: ["ok", "dot"],
  failed: ["danger", "square"],
};

/** The steps of one command. A step that waits for staff has buttons that retry, complete or fail it. */
export function StepTable({
  instanceId,
  caption,
  steps,
}: {
  /** Null for the command of no instance, whose steps have no endpoint that resolves them. */
  instanceId: string | null;
  caption: string;
  steps: readonly (AdminInstanceLog & { readonly attempt?: number })[];
}) {
  const { t, i18n } = useLingui();
  const [resolving, setResolving] = useState<{
    step: AdminInstanceLog;
    outcome: StepOutcome;
  } | null>(null);
  const labels: Record<StepStatus, string> = {
    pending: t`Not started`,
    in_progress: t`In progress`,
    complete: t`Done`,
    failed: t`Failed`,
  };
  const columns: Column<AdminInstanceLog & { readonly attempt?: number }>[] = [
    {
      key: "step",
      header: t`Step`,
      cell: (step) => (
        <StackedCell subtitle={<StepSubtitle step={step} />}>
          {stepName(i18n, `${step.commandKind}.${step.step}`)}
        </StackedCell>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: ({ status, waitingReason }) => {
        const isWaiting = waitingReason !== null;
        const [tone, shape] = isWaiting ? (["warn", "diamond"] as const) : appearance[status];
        return (
          <Status tone={tone} shape={shape}>
            {isWaiting ? t`Waiting for staff` : labels[status]}
          </Status>
        );
      },
    },
    {
      key: "started",
      header: t`Started`,
      card: "labeled",
      cell: ({ startedAt }) => (startedAt === null ? "–" : <RelativeTime at={startedAt} exact />),
    },
    {
      key: "took",
      header: t`Duration`,
      card: "labeled",
      end: true,
      cell: ({ startedAt, finishedAt }) =>
        startedAt === null || finishedAt === null
          ? "–"
          : formatDuration((Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000),
    },
    ...(steps.some(({ attempt }) => attempt !== undefined)
      ? [
          {
            key: "attempt",
            header: t`Attempts`,
            card: "labeled" as const,
            end: true,
            cell: ({ attempt = 0 }: { attempt?: number }) => attempt,
          },
        ]
      : []),
  ];
  const waiting = steps.filter(({ waitingReason }) => waitingReason !== null);
  return (
    <>
      <Table caption={caption} columns={columns} rows={steps} rowKey={({ id }) => id} />
      {instanceId !== null &&
        waiting.map((step) => (
          <WaitingStep
            key={step.id}
            step={step}
            resolve={(outcome) => setResolving({ step, outcome })}
          />
        ))}
      {instanceId !== null && resolving !== null && (
        <Suspense>
          <ResolveStepDialog
            instanceId={instanceId}
            {...resolving}
            onClose={() => setResolving(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Why the step waits or failed, or what staff decided. */
function StepSubtitle({ step }: { step: AdminInstanceLog }) {
  const { i18n } = useLingui();
  const { waitingReason, detail, note, resolvedBy } = step;
  if (note !== null && resolvedBy !== null)
    return (
      <Trans>
        {resolvedBy.name}: {note}
      </Trans>
    );
  return waitingReason === null ? causeLabel(i18n, detail) : waitingLabel(i18n, waitingReason);
}

function WaitingStep({
  step,
  resolve,
}: {
  step: AdminInstanceLog;
  resolve: (outcome: StepOutcome) => void;
}) {
  const { i18n } = useLingui();
  const reasonFor = useActionReason();
  const name = stepName(i18n, `${step.commandKind}.${step.step}`);
  const since = step.waitingForStaffSince;
  const early = { onPointerEnter: () => void load(), onFocus: () => void load() };
  return (
    <div className={styles["waiting"]}>
      <p>
        <Trans>
          <strong>{name}</strong> waits for staff
        </Trans>
        {since !== null && (
          <>
            {" "}
            <Trans>
              since <RelativeTime at={since} exact />
            </Trans>
          </>
        )}
      </p>
      <div className={styles["buttons"]}>
        <ActionButton
          {...early}
          reason={reasonFor(instanceLogActions.retry, step)}
          onClick={() => resolve("retry")}
        >
          <Trans>Retry step</Trans>
        </ActionButton>
        <ActionButton
          {...early}
          reason={reasonFor(instanceLogActions.complete, step)}
          onClick={() => resolve("complete")}
        >
          <Trans>Complete step</Trans>
        </ActionButton>
        <ActionButton
          {...early}
          tone="danger"
          reason={reasonFor(instanceLogActions.fail, step)}
          onClick={() => resolve("fail")}
        >
          <Trans>Fail step</Trans>
        </ActionButton>
      </div>
    </div>
  );
}
