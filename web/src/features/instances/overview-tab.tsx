import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import type { Instance } from "#contracts/instances.ts";
import { DetailBodySkeleton } from "../../components/detail-page.tsx";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { Columns, Stack } from "../../ui/card.tsx";
import { ConnectCard } from "./connect-card.tsx";
import { CostCard } from "./cost.tsx";
import { DetailsCard } from "./details-card.tsx";
import { similarTo } from "./shared/similar-instance.ts";
import { TimelineCard } from "./timeline-card.tsx";
import { useInstanceLogs } from "./use-instance-logs.ts";

const ErasureCard = lazyPart(() => import("./erasure-card.tsx"));

/** Statuses without a running or failed command to show. */
const stableStatuses: ReadonlySet<Instance["status"]> = new Set([
  "active",
  "stopped",
  "terminated",
]);

export function OverviewTab({ workspace, instance }: { workspace: string; instance: Instance }) {
  const isOver = instance.status === "terminating" || instance.status === "terminated";
  const { isLoading } = useInstanceLogs(workspace, instance.id);
  // A running or failed command has more lines than the last commands and would move the rest down.
  if (isLoading && !stableStatuses.has(instance.status)) return <DetailBodySkeleton />;
  return (
    <Stack>
      <Columns
        main={
          <>
            <TimelineCard workspace={workspace} instance={instance} />
            {!isOver && <ConnectCard instance={instance} />}
          </>
        }
        aside={
          <>
            <CostCard instance={instance} />
            {instance.erasure !== null && (
              <Suspense>
                <ErasureCard workspace={workspace} instance={instance} erasure={instance.erasure} />
              </Suspense>
            )}
          </>
        }
      />
      <DetailsCard workspace={workspace} instance={instance} />
    </Stack>
  );
}

/** Shown above a terminated instance. */
export const CreateSimilarLink = ({
  workspace,
  instance,
}: {
  workspace: string;
  instance: Instance;
}) => (
  <Link to="/$workspace/cart" params={{ workspace }} search={similarTo(instance)}>
    <Trans>Create similar instance</Trans>
  </Link>
);
