import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { projectActions } from "#contracts/actions/projects.ts";
import { type Project, projects } from "#contracts/projects.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { openConfirmDialog } from "../../components/confirmation.ts";
import { useActionReason } from "../../components/use-action-denial.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { ProblemError } from "../../lib/api/problem-error.ts";
import { Card } from "../../ui/card.tsx";
import { pageStyles } from "../../ui/page.tsx";
import { toast } from "../../ui/toast.ts";
import { DeleteConsequences } from "./delete-consequences.tsx";

export function DeleteProject({ workspace, project }: { workspace: string; project: Project }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useEndpointAction(projects.remove, { invalidates: [] });
  const { id, name } = project;
  const reason = useActionReason()(projectActions.remove, project);
  const ask = () => {
    const choice: { moveTo: string | null } = { moveTo: null };
    const input = () => ({
      path: { workspace, project: id },
      query: choice.moveTo === null ? {} : { moveTo: choice.moveTo },
    });
    openConfirmDialog({
      severity: "destructive",
      title: t`Delete project ${name}?`,
      confirmLabel: t`Delete ${name}`,
      name,
      // The target project of the instances is selected in the dialog.
      code: () => ({
        requests: [remove.code(input())],
        isComplete: project.instanceCount === 0 || choice.moveTo !== null,
      }),
      consequences: (
        <DeleteConsequences
          workspace={workspace}
          project={project}
          onTarget={(target) => {
            choice.moveTo = target;
          }}
        />
      ),
      action: async () => {
        try {
          await remove.run(input());
        } catch (error) {
          // Instances were added while the dialog was open: now it shows their number and the projects.
          if (error instanceof ProblemError && error.reason === "project_not_empty")
            await invalidate(client, projects.view);
          throw error;
        }
        void toast({ title: t`Project ${name} deleted` });
        // Leave the page of the deleted project before any refetch.
        await navigate({ to: "/$workspace/projects", params: { workspace }, replace: true });
        await invalidate(client, projects.list, projects.graph, workspaces.overview);
      },
    });
  };
  return (
    <Card title={t`Delete project`}>
      <div className={pageStyles["form"]}>
        <p className={pageStyles["secondary"]}>
          <Trans>
            Its instances are moved to another project first. Past spending stays on your invoices.
          </Trans>
        </p>
        <div>
          <ActionButton tone="danger" reason={reason} onClick={ask}>
            <Trans>Delete project</Trans>
          </ActionButton>
        </div>
      </div>
    </Card>
  );
}
