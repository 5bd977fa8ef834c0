import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { workspaceActions } from "#contracts/actions/workspaces.ts";
import { type WorkspaceBlocker, workspaces } from "#contracts/workspaces.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { useActionDenial } from "../../components/use-action-denial.ts";
import { openConfirmDialog } from "../../components/confirmation.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { leaveWorkspace } from "./workspace-leaving.ts";
import { useHasPermission, useWorkspace } from "../../lib/session/permissions.ts";
import { refetchSession, useSessionInfo } from "../../lib/session/session.ts";
import { denialMessage } from "../../lib/i18n/denial-messages.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Skeleton, Callout } from "../../ui/feedback.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./workspaces.module.css";

const unknownBlockers: readonly WorkspaceBlocker[] = [{ kind: "running_instances", count: 0 }];

/** The end of the workspace: first what stands in its way, then what follows. */
export function DeactivateWorkspaceCard() {
  const { t, i18n } = useLingui();
  const { handle } = useWorkspace();
  const mayEnd = useHasPermission("workspace.delete");
  const { data, error } = useQuery({
    ...endpointQuery(workspaces.blockers, { path: { workspace: handle } }),
    enabled: mayEnd,
    staleTime: 0,
  });
  const askEnd = useConfirmDeactivation();
  const denialOf = useActionDenial();
  // Until the response arrives, the workspace may have blockers.
  const blockers = data?.blockers ?? unknownBlockers;
  const denial = denialOf(workspaceActions.remove, { blockers });
  return (
    <Card title={<Trans>Deactivate workspace</Trans>}>
      <div className={styles["section"]}>
        <p className={styles["subtle"]}>
          <Trans>
            Nobody can access a deactivated workspace. Support can restore it within 30 days.
          </Trans>
        </p>
        {error !== null && <Callout tone="danger">{problemMessage(i18n, error)}</Callout>}
        {mayEnd && data === undefined && error === null && <Skeleton width="80%" />}
        {data !== undefined && <BlockerList blockers={data.blockers} />}
        <ActionButton
          tone="danger"
          reason={
            denial?.code === "workspace_not_empty"
              ? t`Resolve the issues listed here first`
              : denial && denialMessage(i18n, denial)
          }
          onClick={askEnd}
        >
          <Trans>Deactivate workspace</Trans>
        </ActionButton>
      </div>
    </Card>
  );
}

function BlockerList({ blockers }: { blockers: readonly WorkspaceBlocker[] }) {
  const { t } = useLingui();
  const { handle } = useWorkspace();
  const blockerCount = (kind: WorkspaceBlocker["kind"]) =>
    blockers.find((blocker) => blocker.kind === kind)?.count ?? 0;
  const instances = blockerCount("running_instances");
  const invoices = blockerCount("unpaid_invoices");
  return (
    <ul className={styles["blockers"]} aria-label={t`Issues to resolve first`}>
      <li data-done={instances === 0}>
        <Icon name={instances === 0 ? "check" : "warning"} />
        {instances === 0 ? (
          <p>
            <Trans>No instances left.</Trans>
          </p>
        ) : (
          <p>
            <Link to="/$workspace/instances" params={{ workspace: handle }}>
              <Plural value={instances} one="# instance" other="# instances" />
            </Link>{" "}
            <Plural
              value={instances}
              one="still exists. Terminate it first."
              other="still exist. Terminate them first."
            />
          </p>
        )}
      </li>
      {invoices > 0 && (
        <li data-done={false}>
          <Icon name="warning" />
          <p>
            <Link
              to="/$workspace/billing/invoice"
              params={{ workspace: handle }}
              search={{ status: "issued,overdue" }}
            >
              <Plural value={invoices} one="# invoice" other="# invoices" />
            </Link>{" "}
            <Plural
              value={invoices}
              one="is unpaid. Pay it first."
              other="are unpaid. Pay them first."
            />
          </p>
        </li>
      )}
    </ul>
  );
}

function useConfirmDeactivation(): () => void {
  const { t } = useLingui();
  const { name, handle, workspaceId } = useWorkspace();
  const remove = useEndpointAction(workspaces.remove, { invalidates: [workspaces.list] });
  const goOn = useNavigateAfterLeaving(workspaceId);
  return () =>
    openConfirmDialog({
      severity: "destructive",
      title: t`Deactivate ${name}?`,
      confirmLabel: t`Deactivate ${name}`,
      name: handle,
      consequences: (
        <ul className={styles["list"]}>
          <li>
            <Trans>Everyone loses access, and its access tokens stop working.</Trans>
          </li>
          <li>
            <Trans>Nothing is running in it, so there are no further charges.</Trans>
          </li>
          <li>
            <Trans>
              Projects, SSH keys, and activity are kept. Support can restore the workspace within 30
              days. After that, it can't be restored.
            </Trans>
          </li>
        </ul>
      ),
      code: remove.code({ path: { workspace: handle }, body: { handle } }),
      action: () =>
        leaveWorkspace(handle, async () => {
          await remove.run({ path: { workspace: handle }, body: { handle } });
          await goOn();
          void toast({ title: t`${name} deactivated` });
        }),
    });
}

/** Navigates to the default or first remaining workspace, or to the list of workspaces. */
function useNavigateAfterLeaving(leftId: string): () => Promise<void> {
  const { userWorkspaceRoles } = useSessionInfo();
  const navigate = useNavigate();
  return async () => {
    const others = userWorkspaceRoles.filter(({ workspaceId }) => workspaceId !== leftId);
    const next = others.find(({ isDefault }) => isDefault) ?? others[0];
    // Leave first: its page has no data once the session has no role in it.
    await (next === undefined
      ? navigate({ to: "/workspaces", replace: true, ignoreBlocker: true })
      : navigate({
          to: "/$workspace",
          params: { workspace: next.handle },
          replace: true,
          ignoreBlocker: true,
        }));
    await refetchSession();
  };
}
