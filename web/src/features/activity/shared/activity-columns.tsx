import { useLingui } from "@lingui/react/macro";
import type { ReactElement, ReactNode } from "react";
import type { Activity } from "#contracts/activity-entry.ts";
import { RelativeTime } from "../../../ui/description-list.tsx";
import { Badge } from "../../../ui/status.tsx";
import { type Column, Mono, NoValue, StackedCell } from "../../../ui/table.tsx";
import styles from "../activity.module.css";
import { useActorTypeLabels, useResultLabels } from "../activity-labels.ts";
import { toDescribedActivity } from "../described-activity.ts";
import { activityDetail } from "../feature-activities.ts";
import { useDisplayNames } from "../use-display-names.ts";
import { ActivitySentence } from "./activity-sentence.tsx";

/** `linkTo` is a router link to the entry around its time; null for a list without pages of its entries. */
export function useActivityColumns(
  workspace: string | null,
  linkTo: ((id: string, label: ReactNode) => ReactElement) | null,
): Column<Activity>[] {
  const { t, i18n } = useLingui();
  const actors = useActorTypeLabels();
  const results = useResultLabels();
  const names = useDisplayNames();
  return [
    {
      key: "what",
      header: t`Event`,
      cell: (entry) => (
        <StackedCell subtitle={activityDetail(i18n, entry, names)}>
          <ActivitySentence workspace={workspace} activity={toDescribedActivity(entry)} />{" "}
          {entry.result !== "ok" && (
            <Badge tone={results[entry.result].tone}>{results[entry.result].word}</Badge>
          )}
        </StackedCell>
      ),
    },
    {
      key: "by",
      header: t`Actor type`,
      card: "plain",
      cell: ({ actor: { type } }) => <ActorType type={type} labels={actors} />,
    },
    {
      key: "from",
      header: t`IP address`,
      card: "plain",
      cell: ({ ip }) => (ip === null ? <NoValue /> : <Mono>{ip}</Mono>),
    },
    {
      key: "when",
      header: t`Time`,
      card: "beside",
      end: true,
      cell: ({ id, at }) => (
        <span className={styles["time"]}>
          {linkTo === null ? <RelativeTime at={at} /> : linkTo(id, <RelativeTime at={at} />)}
        </span>
      ),
    },
  ];
}

/** Nothing for a user, which most actors are; the sentence has the name. */
function ActorType({
  type,
  labels,
}: {
  type: Activity["actor"]["type"];
  labels: ReturnType<typeof useActorTypeLabels>;
}) {
  const { word, tone } = labels[type];
  return type === "user" ? null : <Badge tone={tone}>{word}</Badge>;
}
