import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { RecentActivity } from "#contracts/activity-entry.ts";
import { useHasPermission } from "../../lib/session/permissions.ts";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { ActivitySentence } from "../activity/shared/activity-sentence.tsx";
import styles from "./home.module.css";

/** The latest activities; for a role without access to the activity log, the user's own. */
export function RecentActivityCard({
  workspace,
  recent,
}: {
  workspace: string;
  recent: readonly RecentActivity[];
}) {
  const { t } = useLingui();
  const seesAll = useHasPermission("activity.view");
  return (
    <Card
      title={seesAll ? t`Recent activity` : t`Your recent activity`}
      aside={
        seesAll && (
          <Link to="/$workspace/activities" params={{ workspace }} className={styles["headerLink"]}>
            <Trans>All activity</Trans>
          </Link>
        )
      }
    >
      <ul>
        {recent.map((activity) => (
          <li key={activity.id} className={styles["summaryLine"]}>
            <ActivitySentence workspace={workspace} activity={activity} />
            <RelativeTime at={activity.at} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
