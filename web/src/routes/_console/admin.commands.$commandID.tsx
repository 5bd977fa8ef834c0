import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { type AdminCommand, adminCommands } from "#contracts/admin-commands.ts";
import { DetailPage } from "../../components/detail-page.tsx";
import { usePageQuery } from "../../components/page-error.tsx";
import styles from "../../features/admin/admin.module.css";
import {
  CommandStatusBadge,
  commandTitle,
  useRequesterLabels,
} from "../../features/admin/command-labels.tsx";
import { CommandLogCard, validateLogSearch } from "../../features/admin/command-log.tsx";
import { useVariantLabels } from "../../features/admin/region-variant-filters.tsx";
import { StepTable } from "../../features/admin/step-table.tsx";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { Card, Stack } from "../../ui/card.tsx";
import { CopyText, DescriptionList, RelativeTime } from "../../ui/description-list.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Callout } from "../../ui/feedback.tsx";

const viewQuery = (adminCommand: string) =>
  endpointQuery(adminCommands.view, { path: { adminCommand } });

export const Route = createFileRoute("/_console/admin/commands/$commandID")({
  validateSearch: validateLogSearch,
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.command.view"),
  loader: ({ context, params: { commandID } }) =>
    prefetch(context.queryClient, viewQuery(commandID)),
  component: AdminCommandPage,
});

function AdminCommandPage() {
  const { t, i18n } = useLingui();
  const { commandID } = Route.useParams();
  const { level } = Route.useSearch();
  const result = usePageQuery(viewQuery(commandID), {
    pollsWhile: ({ finishedAt }) => finishedAt === null,
  });
  return (
    <DetailPage
      result={result}
      title={(command) => commandTitle(i18n, command)}
      status={({ status }) => <CommandStatusBadge status={status} />}
      summary={({ instance, subject, workspace, regionHandle, createdAt }) => (
        <Facts
          items={[
            instance?.hostname ?? subject,
            workspace?.handle ?? null,
            regionHandle,
            <Trans key="requested">
              requested <RelativeTime at={createdAt} />
            </Trans>,
          ]}
        />
      )}
    >
      {(command) => (
        <Stack>
          {command.error !== null && (
            <Callout tone="danger">
              <p>
                <strong>{command.error.code}</strong>
              </p>
              <p>{command.error.message}</p>
            </Callout>
          )}
          <DetailsCard command={command} />
          <Card title={t`Steps`} unpadded>
            <StepTable
              instanceId={command.instance?.id ?? null}
              caption={t`Steps`}
              steps={command.steps}
            />
          </Card>
          <CommandLogCard lines={command.log} level={level} />
        </Stack>
      )}
    </DetailPage>
  );
}

function DetailsCard({ command }: { command: AdminCommand }) {
  const { t } = useLingui();
  const requesters = useRequesterLabels();
  const variants = useVariantLabels();
  const { instance, workspace, requestedBy, requestedByType } = command;
  const time = (at: string | null) => (at === null ? null : <RelativeTime at={at} exact />);
  return (
    <Card title={t`Details`}>
      <div className={styles["details"]}>
        <DescriptionList
          pairs={[
            [
              t`Instance`,
              instance === null ? null : (
                <Link to="/admin/instances/$instanceID" params={{ instanceID: instance.id }}>
                  {instance.hostname}
                </Link>
              ),
            ],
            [t`Works on`, command.subject],
            [
              t`Workspace`,
              workspace === null ? null : (
                <Link to="/admin/workspaces/$workspaceID" params={{ workspaceID: workspace.id }}>
                  {workspace.name}
                </Link>
              ),
            ],
            [t`Type`, command.variant === null ? null : variants[command.variant]],
            [t`Region`, command.regionHandle],
          ]}
        />
        <DescriptionList
          pairs={[
            [t`Requested by`, requestedBy?.name ?? requesters[requestedByType]],
            [t`Failed attempts`, `${command.attempt} / ${command.maxAttempts}`],
            [t`Requested`, time(command.createdAt)],
            [t`Started`, time(command.startedAt)],
            [t`Ended`, time(command.finishedAt)],
            [
              t`Reference at the provider`,
              command.providerRef === null ? null : (
                <CopyText text={command.providerRef} what={t`reference`} />
              ),
            ],
            [t`ID`, <CopyText key="id" text={command.id} what={t`ID`} />],
          ]}
        />
      </div>
    </Card>
  );
}
