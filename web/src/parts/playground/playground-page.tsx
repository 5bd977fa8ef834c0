/** Every call of the API, tried with one's own session. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { usePageQuery } from "../../blocks/page-problem.tsx";
import { currentRole } from "../../lib/guards.ts";
import { WorkspaceProvider } from "../../lib/permissions.ts";
import { useSelf } from "../../lib/session.ts";
import { isImpersonating } from "../../lib/signed-in.ts";
import { usePageTitle } from "../../lib/use-page-title.ts";
import { Card } from "../../ui/card.tsx";
import { Bone, Callout, Empty } from "../../ui/notices.tsx";
import { PageHead } from "../../ui/page.tsx";
import { CallList } from "./call-list.tsx";
import { CallPage } from "./call-page.tsx";
import { type DocumentCall, readDocument } from "./document.ts";
import { documentRead } from "./document-read.ts";
import styles from "./playground.module.css";

interface PlaygroundProps {
  readonly search: Readonly<Record<string, string | undefined>>;
  readonly onChooseWorkspace: (handle: string) => void;
}

export function PlaygroundPage({ search, onChooseWorkspace }: PlaygroundProps) {
  const { t } = useLingui();
  const self = useSelf();
  const { data } = usePageQuery(documentRead);
  const calls = useMemo(() => (data === undefined ? null : readDocument(data)), [data]);
  const isStaff = self.userStaffRole !== null && !isImpersonating(self);
  const shown = calls?.filter(({ isStaffs }) => isStaff || !isStaffs);
  const chosen = shown?.find(({ id }) => id === search["call"]);
  // A link may name a workspace that is not the reader's: another one is never put in its place.
  const workspace = search["workspace"] ?? currentRole(self)?.handle ?? null;
  const role = self.userWorkspaceRoles.find(({ handle }) => handle === workspace) ?? null;
  usePageTitle(t`API playground`);
  return (
    <WorkspaceProvider value={role}>
      <PageHead
        title={t`API playground`}
        facts={<Trans>Run any API call with your own session. Calls made here are real.</Trans>}
      />
      <div className={styles["columns"]} data-chosen={chosen !== undefined}>
        {shown === undefined ? (
          <Card>
            <Bone height={320} />
          </Card>
        ) : (
          <>
            <CallList calls={shown} chosen={chosen?.id ?? null} workspace={role?.handle} />
            <div className={styles["main"]}>
              {chosen === undefined ? (
                <NoneChosen wanted={search["call"]} calls={shown} />
              ) : (
                <>
                  <Link
                    to="/playground"
                    search={{ workspace: workspace ?? undefined }}
                    className={styles["back"]}
                  >
                    <Trans>Choose another call</Trans>
                  </Link>
                  <CallPage
                    key={chosen.id}
                    call={chosen}
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

function NoneChosen({
  wanted,
  calls,
}: {
  wanted: string | undefined;
  calls: readonly DocumentCall[];
}) {
  const { t } = useLingui();
  return (
    <>
      {wanted !== undefined && (
        <Callout tone="warn">
          <Trans>The call {wanted} doesn't exist or isn't available to you.</Trans>
        </Callout>
      )}
      <div className={styles["none"]}>
        <Card>
          <Empty title={t`Choose a call`}>
            <Trans>
              {calls.length} calls with descriptions from the API reference, each with code for
              curl, TypeScript, and Python.
            </Trans>
          </Empty>
        </Card>
      </div>
    </>
  );
}
