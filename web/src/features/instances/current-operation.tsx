import { Trans, useLingui } from "@lingui/react/macro";
import type { Instance } from "#contracts/instances.ts";
import { useNow } from "../../lib/hooks/use-now.ts";
import { formatDuration, formatElapsed } from "../../lib/i18n/format.ts";
import { commandProgress, groupByCommand, type InstanceCommand } from "./group-commands.ts";
import styles from "./instance.module.css";
import { stepLabel } from "./shared/step-labels.ts";
import { useInstanceLogs } from "./use-instance-logs.ts";

/** What happens to the instance now, for how long, and how long it takes as a rule; nothing when it is at rest. */
export function CurrentOperation({
  workspace,
  instance,
}: {
  workspace: string;
  instance: Instance;
}) {
  const { steps } = useInstanceLogs(workspace, instance.id);
  const [latest] = groupByCommand(steps);
  return latest?.outcome === "running" ? (
    <RunningOperation command={latest} instance={instance} />
  ) : null;
}

function RunningOperation({ command, instance }: { command: InstanceCommand; instance: Instance }) {
  const { i18n } = useLingui();
  const { elapsedSeconds, typicalSeconds, current } = commandProgress(command, useNow("second"));
  if (current === null) return null;
  const elapsed = formatElapsed(elapsedSeconds);
  const typical = typicalSeconds === null ? null : formatDuration(typicalSeconds);
  return (
    <span className={styles["operation"]}>
      {stepLabel(i18n, current, instance).title}
      {": "}
      {typical === null ? (
        <Trans>{elapsed} so far</Trans>
      ) : (
        <Trans>
          {elapsed} so far, usually {typical}
        </Trans>
      )}
      {typicalSeconds !== null && (
        <progress
          className={styles["progress"]}
          aria-hidden="true"
          max={typicalSeconds}
          value={Math.min(elapsedSeconds, typicalSeconds)}
        />
      )}
    </span>
  );
}
