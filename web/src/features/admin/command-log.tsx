import { useLingui } from "@lingui/react/macro";
import type { CommandLogLine } from "#contracts/admin-instances.ts";
import { FilterSelect, toOptions } from "../../components/filter-select.tsx";
import { commandLabel } from "../instances/shared/instance-labels.ts";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { EmptyState } from "../../ui/feedback.tsx";
import { Badge } from "../../ui/status.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import styles from "./admin.module.css";

const levelNames = ["debug", "info", "warning", "error"] as const;

/** The least level of the lines that a page shows, from its URL. */
interface LogSearch {
  readonly level?: CommandLogLine["level"] | undefined;
}
export const validateLogSearch = (search: Record<string, unknown>): LogSearch => ({
  level: levelNames.find((level) => level === search["level"]),
});

/** The lines that workers wrote, newest first. `withCommand` names the command of each line. */
export function CommandLogCard({
  lines,
  level: least,
  withCommand = false,
}: LogSearch & {
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
  const shown =
    least === undefined
      ? lines
      : lines.filter(({ level }) => levelNames.indexOf(level) >= levelNames.indexOf(least));
  return (
    <Card
      title={t`Log`}
      unpadded
      aside={
        lines.length > 0 && (
          <FilterSelect
            name="level"
            label={t`Level`}
            value={least}
            options={toOptions({
              info: t`Info and above`,
              warning: t`Warning and above`,
              error: levels.error,
            })}
          />
        )
      }
    >
      {shown.length === 0 ? (
        <EmptyState
          plain
          title={lines.length === 0 ? t`No log lines yet` : t`No log lines of this level`}
        />
      ) : (
        <Table
          caption={t`Log`}
          columns={columns}
          rows={shown.toReversed()}
          rowKey={({ id }) => String(id)}
        />
      )}
    </Card>
  );
}
