import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Instance, instances } from "#contracts/instances.ts";
import { DetailPage } from "../../../blocks/detail-page.tsx";
import { usePageQuery } from "../../../blocks/page-problem.tsx";
import { preload, query } from "../../../lib/client.ts";
import { wordAttention } from "../../../lib/instance-words.ts";
import { Callout } from "../../../ui/notices.tsx";
import { InstanceActions } from "../../../parts/instances/instance-actions.tsx";
import { InstanceStatus } from "../../../parts/instances/instance-status.tsx";
import { CreateAnother, OverviewTab } from "../../../parts/instances/overview-tab.tsx";
import { useProjectName } from "../../../parts/instances/known-projects.ts";
import { TimelineTab } from "../../../parts/instances/timeline-tab.tsx";
import { UsageTab } from "../../../parts/instances/usage-tab.tsx";
import { stepsQuery } from "../../../parts/instances/use-steps.ts";

const tabs = ["timeline", "usage"] as const;
type Tab = (typeof tabs)[number];

const viewQuery = (workspace: string, instance: string) =>
  query(instances.view, { path: { workspace, instance } });

export const Route = createFileRoute("/_console/$workspace/instances/$instanceID")({
  validateSearch: (search: Record<string, unknown>): { tab?: Tab | undefined } => ({
    tab: tabs.find((tab) => tab === search["tab"]),
  }),
  loader: ({ context: { queryClient }, params: { workspace, instanceID } }) => {
    preload(queryClient, viewQuery(workspace, instanceID), stepsQuery(workspace, instanceID));
  },
  component: InstancePage,
});

function InstancePage() {
  const { workspace, instanceID } = Route.useParams();
  const { tab } = Route.useSearch();
  const result = usePageQuery(viewQuery(workspace, instanceID));
  return (
    <DetailPage
      result={result}
      title={({ hostname }) => hostname}
      status={({ status }) => <InstanceStatus status={status} />}
      facts={(machine) => <FactsLine workspace={workspace} machine={machine} />}
      actions={(machine) =>
        machine.status !== "terminated" && (
          <InstanceActions workspace={workspace} machine={machine} />
        )
      }
      tabs={
        <>
          <TabLink tab={undefined} current={tab}>
            <Trans>Overview</Trans>
          </TabLink>
          <TabLink tab="timeline" current={tab}>
            <Trans>Timeline</Trans>
          </TabLink>
          <TabLink tab="usage" current={tab}>
            <Trans>Usage and cost</Trans>
          </TabLink>
        </>
      }
    >
      {(machine) => (
        <>
          {machine.status === "terminated" && (
            <div style={{ marginBottom: 16 }}>
              <Callout action={<CreateAnother workspace={workspace} machine={machine} />}>
                <p>
                  <Trans>This instance no longer exists. You're seeing the last known data.</Trans>
                </p>
              </Callout>
            </div>
          )}
          {tab === undefined && <OverviewTab workspace={workspace} machine={machine} />}
          {tab === "timeline" && <TimelineTab workspace={workspace} machine={machine} />}
          {tab === "usage" && <UsageTab machine={machine} />}
        </>
      )}
    </DetailPage>
  );
}

function FactsLine({ workspace, machine }: { workspace: string; machine: Instance }) {
  const { t, i18n } = useLingui();
  const { product, region, image } = machine;
  const projectName = useProjectName(workspace)(machine);
  const facts = [product.name, region.name, image.name, t`project ${projectName}`];
  const attention = wordAttention(i18n, machine);
  return (
    <>
      {facts.join(" · ")}
      {attention !== null && (
        <>
          {" · "}
          <strong>{attention}</strong>
        </>
      )}
    </>
  );
}

function TabLink({
  tab,
  current,
  children,
}: {
  tab: Tab | undefined;
  current: Tab | undefined;
  children: ReactNode;
}) {
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
      {children}
    </Link>
  );
}
