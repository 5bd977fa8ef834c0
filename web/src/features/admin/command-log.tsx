import { useLingui } from "@lingui/react/macro";
import type { CommandLogLine } from "#contracts/admin-instances.ts";
import { commandLabel } from "../instances/shared/instance-labels.ts";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { EmptyState } from "../../ui/feedback.tsx";
import { Badge } from "../../ui/status.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import styles from "./admin.module.css";

/** The lines that workers wrote, newest first. `withCommand` names the command of each line. */
export function CommandLogCard({
  lines,
  withCommand = false,
}: {
  lines: readonly CommandLogLine[];
  withCommand?: boolean;
}) {
  const { t, i18n } = useLingui();
  const levels: Record<CommandLogLine["level"], string> = {
    debug: t`Debug`,
    info: t`Info`,
    warning: t`Warning`,
    error: t`Error`,
  };
  const tones = { debug: "idle", info: "idle", warning: "warn", error: "danger" } as const;
  const columns: Column<CommandLogLine>[] = [
    {
      key: "message",
      header: t`Message`,
      cell: ({ message }) => <span className={styles["message"]}>{message}</span>,
    },
    {
      key: "level",
      header: t`Level`,
      card: "beside",
      cell: ({ level }) => <Badge tone={tones[level]}>{levels[level]}</Badge>,
    },
    ...(withCommand
      ? [
          {
            key: "command",
            header: t`Operation`,
            card: "plain" as const,
            cell: ({ commandKind }: CommandLogLine) => commandLabel(i18n, commandKind, "done"),
          },
        ]
      : []),
    {
      key: "at",
      header: t`Time`,
      card: "plain",
      end: true,
      cell: ({ at }) => <RelativeTime at={at} exact />,
    },
  ];
  return (
    <Card title={t`Log`} unpadded>
      {lines.length === 0 ? (
        <EmptyState plain title={t`No log lines yet`} />
      ) : (
        <Table
          caption={t`Log`}
          columns={columns}
          rows={lines.toReversed()}
          rowKey={({ id }) => String(id)}
        />
      )}
    </Card>
  );
}
