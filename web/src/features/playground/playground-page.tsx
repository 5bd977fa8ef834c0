/** API playground: calls any endpoint with the user's own session. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { usePageQuery } from "../../components/page-error.tsx";
import { currentWorkspaceRole } from "../../lib/session/route-guards.ts";
import { WorkspaceProvider } from "../../lib/session/permissions.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { isImpersonating } from "../../lib/session/signed-in.ts";
import { usePageTitle } from "../../lib/hooks/use-page-title.ts";
import { Card } from "../../ui/card.tsx";
import { Skeleton, Callout, EmptyState } from "../../ui/feedback.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EndpointList } from "./endpoint-list.tsx";
import { EndpointPage } from "./endpoint-page.tsx";
import { type DocumentedEndpoint, parseOpenapi } from "./openapi.ts";
import { openapiQuery } from "./openapi-query.ts";
import styles from "./playground.module.css";

interface PlaygroundProps {
  readonly search: Readonly<Record<string, string | undefined>>;
  readonly onChooseWorkspace: (handle: string) => void;
}

export function PlaygroundPage({ search, onChooseWorkspace }: PlaygroundProps) {
  const { t } = useLingui();
  const self = useSessionInfo();
  const { data } = usePageQuery(openapiQuery);
  const calls = useMemo(() => (data === undefined ? null : parseOpenapi(data)), [data]);
  const isStaff = self.userStaffRole !== null && !isImpersonating(self);
  const shown = calls?.filter(({ isStaffs }) => isStaff || !isStaffs);
  const selected = shown?.find(({ id }) => id === search["call"]);
  // A link may name a workspace that the user has no access to: it is never replaced by another one.
  const workspace = search["workspace"] ?? currentWorkspaceRole(self)?.handle ?? null;
  const role = self.userWorkspaceRoles.find(({ handle }) => handle === workspace) ?? null;
  usePageTitle(t`API playground`);
  return (
    <WorkspaceProvider value={role}>
      <PageHeader
        title={t`API playground`}
        summary={<Trans>Run any API call with your own session. Calls made here are real.</Trans>}
      />
      <div className={styles["columns"]} data-chosen={selected !== undefined}>
        {shown === undefined ? (
          <Card>
            <Skeleton height={320} />
          </Card>
        ) : (
          <>
            <EndpointList
              endpoints={shown}
              selected={selected?.id ?? null}
              workspace={role?.handle}
            />
            <div className={styles["main"]}>
              {selected === undefined ? (
                <NoEndpointSelected wanted={search["call"]} calls={shown} />
              ) : (
                <>
                  <Link
                    to="/playground"
                    search={{ workspace: workspace ?? undefined }}
                    className={styles["back"]}
                  >
                    <Trans>Choose another call</Trans>
                  </Link>
                  <EndpointPage
                    key={selected.id}
                    call={selected}
                    search={search}
                    role={role}
                    onChooseWorkspace={onChooseWorkspace}
                  />
                </>
              )}
            </div>
          </>
        )}
      </div>
    </WorkspaceProvider>
  );
}

function NoEndpointSelected({
  wanted: requested,
  calls,
}: {
  wanted: string | undefined;
  calls: readonly DocumentedEndpoint[];
}) {
  const { t } = useLingui();
  return (
    <>
      {requested !== undefined && (
        <Callout tone="warn">
          <Trans>The call {requested} doesn't exist or isn't available to you.</Trans>
        </Callout>
      )}
      <div className={styles["none"]}>
        <Card>
          <EmptyState title={t`Choose a call`}>
            <Trans>
              {calls.length} calls with descriptions from the API reference, each with code for
              curl, TypeScript, and Python.
            </Trans>
          </EmptyState>
        </Card>
      </div>
    </>
  );
}
