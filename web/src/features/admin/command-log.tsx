import { useLingui } from "@lingui/react/macro";
import type { CommandLogLine } from "#contracts/admin-instances.ts";
import { FilterMultiSelect } from "../../components/filter-multi-select.tsx";
import { commandLabel } from "../instances/shared/instance-labels.ts";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { EmptyState } from "../../ui/feedback.tsx";
import { Badge } from "../../ui/status.tsx";
import { Filters } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { linesOfLevels, logLevels, type LogSearch } from "./command-log-levels.ts";
import { FilterPanel } from "./shared/filter-panel.tsx";
import styles from "./admin.module.css";

/** The lines that workers wrote, newest first. `withCommand` names the command of each line. */
export function CommandLogCard({
  lines,
  search,
  withCommand = false,
}: {
  lines: readonly CommandLogLine[];
  /** The search parameters of the page: `logSearch`. */
  search: LogSearch;
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
  const shown = linesOfLevels(lines, search);
  return (
    <Card title={t`Log`} unpadded>
      {lines.length > 0 && (
        <div className={styles["logFilters"]}>
          <Filters>
            <FilterPanel listId="command log" active={search.level === undefined ? 0 : 1}>
              <FilterMultiSelect
                name="level"
                label={t`Level`}
                value={search.level}
                options={logLevels.map((value) => ({ value, label: levels[value] }))}
              />
            </FilterPanel>
          </Filters>
        </div>
      )}
      {lines.length === 0 && <EmptyState plain title={t`No log lines yet`} />}
      {lines.length > 0 && shown.length === 0 && <EmptyState plain title={t`No results`} />}
      {shown.length > 0 && (
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
