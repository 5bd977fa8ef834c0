import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { consoleLogLines, instanceConsole } from "#contracts/instance-console.ts";
import type { Instance } from "#contracts/instances.ts";
import { CodeButton } from "../../components/code-button.tsx";
import { StaleDataNotice } from "../../components/detail-page.tsx";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyButton, RelativeTime } from "../../ui/description-list.tsx";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import styles from "./console-log.module.css";

/** The last lines of the serial console, read from the region each time. */
export function ConsoleLogCard({
  workspace,
  instance,
}: {
  workspace: string;
  instance: Pick<Instance, "id" | "hostname">;
}) {
  const { t } = useLingui();
  const [lines, setLines] = useState<number>(consoleLogLines.default);
  const input = {
    path: { workspace, instance: instance.id },
    query: { lines: String(lines) },
  };
  const log = useQuery({
    ...endpointQuery(instanceConsole.log, input),
    placeholderData: (previous) => previous,
  });
  const { data } = log;
  const text = data?.lines.join("\n") ?? "";
  return (
    <Card
      title={t`Console log`}
      aside={
        <Button icon="refresh" busy={log.isFetching} onClick={() => void log.refetch()}>
          <Trans>Refresh</Trans>
        </Button>
      }
    >
      <CodeButton
        label={t`Console log`}
        requested={() => ({
          requests: [{ call: instanceConsole.log, input }],
          isComplete: true,
        })}
      />
      <StaleDataNotice result={log} />
      {data === undefined ? (
        log.error === null && <Skeleton height={240} />
      ) : text === "" ? (
        <EmptyState plain title={t`No output yet`}>
          <Trans>The instance writes to its console when it starts.</Trans>
        </EmptyState>
      ) : (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- content longer than its frame is scrolled by keyboard */}
          <div className={styles["text"]} tabIndex={0} role="region" aria-label={t`Console log`}>
            <pre translate="no">{text}</pre>
          </div>
          <div className={styles["foot"]}>
            <span>
              <Trans>
                Read <RelativeTime at={data.readAt} exact />
              </Trans>
              <CopyButton text={text} copyLabel={t`console log of ${instance.hostname}`} />
            </span>
            {data.hasEarlier && lines < consoleLogLines.maximum && (
              <Button onClick={() => setLines(consoleLogLines.maximum)}>
                <Trans>Show up to {consoleLogLines.maximum} lines</Trans>
              </Button>
            )}
          </div>
        </>
      )}
    </Card>
  );
}
