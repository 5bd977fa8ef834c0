import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { type Instance, instances } from "#contracts/instances.ts";
import { DetailBodySkeleton, DetailPage } from "../../../components/detail-page.tsx";
import { usePageQuery } from "../../../components/page-error.tsx";
import { prefetch } from "../../../lib/api/api-client.ts";
import { listedQuery } from "../../../lib/api/listed-query.ts";
import { AccessTab } from "../../../features/instances/access-tab.tsx";
import { attentionLabel } from "../../../features/instances/shared/instance-labels.ts";
import { Facts } from "../../../ui/facts.tsx";
import { Callout } from "../../../ui/feedback.tsx";
import { CurrentOperation } from "../../../features/instances/current-operation.tsx";
import {
  type InstanceTab,
  instanceTabs,
  tabsOf,
} from "../../../features/instances/instance-tabs.ts";
import { KeptNotice } from "../../../features/instances/kept-notice.tsx";
import { InstancePageActions } from "../../../features/instances/instance-page-actions.tsx";
import { InstanceStatus } from "../../../features/instances/shared/instance-status.tsx";
import { CreateSimilarLink, OverviewTab } from "../../../features/instances/overview-tab.tsx";
import { useProjectName } from "../../../components/use-all-projects.ts";
import { TimelineTab } from "../../../features/instances/timeline-tab.tsx";
import { UsageTab } from "../../../features/instances/usage-tab.tsx";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { instanceLogsQuery } from "../../../features/instances/use-instance-logs.ts";

const ConsoleTab = lazyPart(() => import("../../../features/instances/console-tab.tsx"));
const MetricsTab = lazyPart(() => import("../../../features/instances/metrics-tab.tsx"));
const SettingsTab = lazyPart(() => import("../../../features/instances/settings-tab.tsx"));

const viewQuery = (workspace: string, instance: string) =>
  listedQuery(instances.view, instances.list, { path: { workspace, instance } });

export const Route = createFileRoute("/_console/$workspace/instances/$instanceID")({
  validateSearch: (search: Record<string, unknown>): { tab?: InstanceTab | undefined } => ({
    tab: instanceTabs.find((tab) => tab === search["tab"]),
  }),
  loader: ({ context: { queryClient }, params: { workspace, instanceID } }) => {
    prefetch(
      queryClient,
      viewQuery(workspace, instanceID),
      instanceLogsQuery(workspace, instanceID),
    );
  },
  component: InstancePage,
});

function InstancePage() {
  const { workspace, instanceID } = Route.useParams();
  const { tab: wanted } = Route.useSearch();
  const result = usePageQuery(viewQuery(workspace, instanceID));
  return (
    <DetailPage
      result={result}
      title={({ hostname }) => hostname}
      status={({ status }) => <InstanceStatus status={status} />}
      summary={(instance) => <InstanceSummary workspace={workspace} instance={instance} />}
      actionsAtBottom
      actions={(instance) =>
        instance.status !== "terminated" &&
        instance.undoUntil === null && (
          <InstancePageActions workspace={workspace} instance={instance} />
        )
      }
      tabs={(instance) => (
        <>
          <TabLink tab={undefined} current={shownTab(instance, wanted)} />
          {tabsOf(instance).map((tab) => (
            <TabLink key={tab} tab={tab} current={shownTab(instance, wanted)} />
          ))}
        </>
      )}
    >
      {(instance) => {
        const tab = shownTab(instance, wanted);
        return (
          <>
            {instance.undoUntil !== null && (
              <div style={{ marginBottom: 16 }}>
                <KeptNotice workspace={workspace} instance={instance} until={instance.undoUntil} />
              </div>
            )}
            {instance.status === "terminated" && instance.undoUntil === null && (
              <div style={{ marginBottom: 16 }}>
                <Callout action={<CreateSimilarLink workspace={workspace} instance={instance} />}>
                  <p>
                    {instance.statusReason === "cancelled_by_request" ? (
                      <Trans>
                        This instance was canceled before it was created. Nothing was billed.
                      </Trans>
                    ) : (
                      <Trans>
                        This instance no longer exists. You're seeing the last known data.
                      </Trans>
                    )}
                  </p>
                </Callout>
              </div>
            )}
            {tab === undefined && <OverviewTab workspace={workspace} instance={instance} />}
            {tab === "timeline" && <TimelineTab workspace={workspace} instance={instance} />}
            {tab === "usage" && <UsageTab instance={instance} />}
            {tab === "access" && <AccessTab workspace={workspace} instance={instance} />}
            <Suspense fallback={<DetailBodySkeleton />}>
              {tab === "console" && <ConsoleTab workspace={workspace} instance={instance} />}
              {tab === "metrics" && (
                <MetricsTab key={instanceID} workspace={workspace} instance={instance} />
              )}
              {tab === "settings" && <SettingsTab workspace={workspace} instance={instance} />}
            </Suspense>
          </>
        );
      }}
    </DetailPage>
  );
}

/** A link to a tab that the instance does not have shows the overview. */
const shownTab = (instance: Instance, wanted: InstanceTab | undefined) =>
  tabsOf(instance).find((tab) => tab === wanted);

function InstanceSummary({ workspace, instance }: { workspace: string; instance: Instance }) {
  const { t, i18n } = useLingui();
  const { product, region, image } = instance;
  const projectName = useProjectName(workspace)(instance);
  const attention = attentionLabel(i18n, instance);
  return (
    <>
      <Facts
        items={[
          instance.displayName !== null && (
            <span key="name" translate="no">
              {instance.displayName}
            </span>
          ),
          product.name,
          region.name,
          image.name,
          t`project ${projectName}`,
          attention !== null && <strong key="attention">{attention}</strong>,
        ]}
      />
      <CurrentOperation workspace={workspace} instance={instance} />
    </>
  );
}

function TabLink({
  tab,
  current,
}: {
  tab: InstanceTab | undefined;
  current: InstanceTab | undefined;
}) {
  const { t } = useLingui();
  const labels: Record<InstanceTab, string> = {
    timeline: t`Timeline`,
    console: t`Console`,
    metrics: t`Metrics`,
    usage: t`Usage and cost`,
    access: t`Access`,
    settings: t`Settings`,
  };
  return (
    <Link
      from={Route.fullPath}
      to="."
      search={{ tab }}
      activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
      aria-current={tab === current ? "page" : undefined}
      replace
      resetScroll={false}
    >
      {tab === undefined ? t`Overview` : labels[tab]}
    </Link>
  );
}
