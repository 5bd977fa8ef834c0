/** Activity sentences of waiting orders. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { FeatureActivity, SentenceContext } from "../activity/shared/feature-activity.ts";

export const activity: FeatureActivity = { describe: describeQueueActivity };

function describeQueueActivity({
  activity: { action },
  actor,
  target,
}: SentenceContext): ReactNode {
  switch (action) {
    case "queue.create":
      return (
        <Trans>
          {actor} ordered {target}, to start when free
        </Trans>
      );
    case "queue.cancel":
      return (
        <Trans>
          {actor} canceled the waiting order of {target}
        </Trans>
      );
    case "queue.start":
      return <Trans>The waiting order of {target} started</Trans>;
    case "queue.expire":
      return <Trans>The waiting order of {target} expired</Trans>;
    case "queue.fail":
      return <Trans>The waiting order of {target} can't start any more</Trans>;
    default:
      return null;
  }
}
