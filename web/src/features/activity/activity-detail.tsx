/** One activity: its sentence, the changes and its source. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import type { Activity } from "#contracts/activity-entry.ts";
import { DetailPage } from "../../components/detail-page.tsx";
import { formatDateTime } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Card, Columns } from "../../ui/card.tsx";
import { CopyText, DescriptionList, RelativeTime } from "../../ui/description-list.tsx";
import { Badge } from "../../ui/status.tsx";
import { Mono } from "../../ui/table.tsx";
import { ChangesTable } from "./changes-table.tsx";
import { toDescribedActivity } from "./described-activity.ts";
import { ActivitySentence } from "./shared/activity-sentence.tsx";
import { useActorTypeLabels, useResultLabels } from "./activity-labels.ts";

export function ActivityDetail({
  result,
  workspace,
}: {
  result: UseQueryResult<Activity>;
  workspace: string | null;
}) {
  const localeSettings = useLocaleSettings();
  const results = useResultLabels();
  return (
    <DetailPage
      result={result}
      title={({ at }) => formatDateTime(at, localeSettings)}
      status={(entry) => (
        <Badge tone={results[entry.result].tone}>{results[entry.result].word}</Badge>
      )}
      summary={(entry) => (
        <ActivitySentence workspace={workspace} activity={toDescribedActivity(entry)} />
      )}
    >
      {(entry) => (
        <Columns
          main={<ChangesTable action={entry.action} changes={entry.changes} />}
          aside={<ActivitySummary entry={entry} />}
        />
      )}
    </DetailPage>
  );
}

function ActivitySummary({ entry }: { entry: Activity }) {
  const { t } = useLingui();
  const actors = useActorTypeLabels();
  const { actor, onBehalfOf, target } = entry;
  return (
    <Card title={t`Details`}>
      <DescriptionList
        pairs={[
          [
            t`Actor`,
            <span key="by">
              {actor.name} <Badge tone={actors[actor.type].tone}>{actors[actor.type].word}</Badge>
            </span>,
          ],
          [t`Acting as`, onBehalfOf?.name ?? null],
          [t`Target`, target?.name ?? null],
          [t`Time`, <RelativeTime key="when" at={entry.at} exact />],
          [t`IP address`, entry.ip === null ? null : <Mono key="ip">{entry.ip}</Mono>],
          [t`Device`, entry.userAgent],
          [t`Action`, <Mono key="action">{entry.action}</Mono>],
          [t`Request ID`, <CopyText key="request" text={entry.requestId} what={t`request ID`} />],
        ]}
      />
      {onBehalfOf !== null && (
        <p style={{ marginTop: 12 }}>
          <Trans>
            A staff member did this while acting as a customer. Both identities are recorded.
          </Trans>
        </p>
      )}
    </Card>
  );
}
