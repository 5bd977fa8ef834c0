import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Happening } from "#contracts/activity.ts";
import { useCan } from "../../lib/permissions.ts";
import { Card } from "../../ui/card.tsx";
import { Time } from "../../ui/facts.tsx";
import { Sentence } from "../activity/sentence.tsx";
import styles from "./home.module.css";

/** What happened last; for a role without the activity log, what one did oneself. */
export function RecentCard({
  workspace,
  recent,
}: {
  workspace: string;
  recent: readonly Happening[];
}) {
  const { t } = useLingui();
  const seesAll = useCan("activity.view");
  if (recent.length === 0) return null;
  return (
    <Card
      title={seesAll ? t`Recent activity` : t`Your recent activity`}
      aside={
        seesAll && (
          <Link to="/$workspace/activities" params={{ workspace }} className={styles["aside"]}>
            <Trans>All activity</Trans>
          </Link>
        )
      }
    >
      <ul>
        {recent.map((happening) => (
          <li key={happening.id} className={styles["line"]}>
            <Sentence workspace={workspace} deed={happening} />
            <Time at={happening.at} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
