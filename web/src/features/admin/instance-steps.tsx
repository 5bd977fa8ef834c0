import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useHasStaffPermission } from "../../lib/session/permissions.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { CommandStatusBadge, commandTitle } from "./command-labels.tsx";
import { adminStepsQuery } from "./instance-steps-query.ts";
import { StepTable } from "./step-table.tsx";

const pollMilliseconds = 4_000;

/** The newest commands of an instance with their steps: those of its last 100 to 199 steps. */
export function InstanceSteps({
  instanceId,
  isChanging,
}: {
  instanceId: string;
  /** A command is open, so the steps are read again every few seconds. */
  isChanging: boolean;
}) {
  const { t, i18n } = useLingui();
  const canViewCommands = useHasStaffPermission("staff.command.view");
  const refetchInterval = isChanging ? pollMilliseconds : false;
  const first = useQuery({ ...adminStepsQuery(instanceId, 1), refetchInterval });
  const lastPage = Math.max(1, first.data?.meta.lastPage ?? 1);
  const last = useQuery({
    ...adminStepsQuery(instanceId, lastPage),
    refetchInterval,
    enabled: lastPage > 1,
  });
  const before = useQuery({ ...adminStepsQuery(instanceId, lastPage - 1), enabled: lastPage > 2 });
  if (first.data === undefined || (lastPage > 1 && last.data === undefined))
    return (
      <Card title={t`Steps`}>
        <Skeleton width="50%" />
      </Card>
    );
  const steps = [
    ...(lastPage <= 2 ? first.data.data : (before.data?.data ?? [])),
    ...(lastPage > 1 ? (last.data?.data ?? []) : []),
  ];
  const commands = [...Map.groupBy(steps, ({ commandId }) => commandId).values()].reverse();
  if (commands.length === 0)
    return (
      <Card title={t`Steps`}>
        <EmptyState plain title={t`No activity yet`} />
      </Card>
    );
  return commands.map((own) => {
    const [step] = own;
    if (step === undefined) return null;
    const { commandId, commandKind, commandStatus } = step;
    const title = commandTitle(i18n, { kind: commandKind, status: commandStatus });
    return (
      <Card
        key={commandId}
        unpadded
        title={
          canViewCommands ? (
            <Link to="/admin/commands/$commandID" params={{ commandID: commandId }}>
              {title}
            </Link>
          ) : (
            title
          )
        }
        aside={<CommandStatusBadge status={commandStatus} />}
      >
        <StepTable instanceId={instanceId} caption={title} steps={own} />
      </Card>
    );
  });
}
