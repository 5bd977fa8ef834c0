/** One entry of what was done: the sentence, before and after, and where it came from. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import type { Activity } from "#contracts/activity.ts";
import { DetailPage } from "../../blocks/detail-page.tsx";
import { absoluteTime } from "../../lib/format.ts";
import { useManner } from "../../lib/i18n.ts";
import { Card, Columns } from "../../ui/card.tsx";
import { CopyText, KeyValue, Time } from "../../ui/facts.tsx";
import { Badge } from "../../ui/status.tsx";
import { Mono } from "../../ui/table.tsx";
import { Changes } from "./changes.tsx";
import { deedOf } from "./deed.ts";
import { Sentence } from "./sentence.tsx";
import { useActorWords, useResultWords } from "./words.ts";

export function ActivityDetail({
  result,
  workspace,
}: {
  result: UseQueryResult<Activity>;
  workspace: string | null;
}) {
  const manner = useManner();
  const results = useResultWords();
  return (
    <DetailPage
      result={result}
      title={({ at }) => absoluteTime(at, manner)}
      status={(entry) => (
        <Badge tone={results[entry.result].tone}>{results[entry.result].word}</Badge>
      )}
      facts={(entry) => <Sentence workspace={workspace} deed={deedOf(entry)} />}
    >
      {(entry) => (
        <Columns main={<Changes changes={entry.changes} />} side={<Facts entry={entry} />} />
      )}
    </DetailPage>
  );
}

function Facts({ entry }: { entry: Activity }) {
  const { t } = useLingui();
  const actors = useActorWords();
  const { actor, onBehalfOf, target } = entry;
  return (
    <Card title={t`Details`}>
      <KeyValue
        pairs={[
          [
            t`Actor`,
            <span key="by">
              {actor.name} <Badge tone={actors[actor.type].tone}>{actors[actor.type].word}</Badge>
            </span>,
          ],
          [t`Acting as`, onBehalfOf?.name ?? null],
          [t`Target`, target?.name ?? null],
          [t`Time`, <Time key="when" at={entry.at} exact />],
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
