import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { projectBudgets } from "#contracts/project-budgets.ts";
import type { Project } from "#contracts/projects.ts";
import { CodeButton } from "../../../components/code-button.tsx";
import { completePreview } from "../../../components/code-samples/request-preview.ts";
import { endpointQuery } from "../../../lib/api/api-client.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { formatDateTime } from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { useHasPermission } from "../../../lib/session/permissions.ts";
import { Button } from "../../../ui/button.tsx";
import { Card, Stack } from "../../../ui/card.tsx";
import { Callout } from "../../../ui/feedback.tsx";
import { ProjectBudgetBar } from "./project-budget-bar.tsx";
import { useRemoveBudget } from "./use-remove-budget.ts";
import styles from "./project-budget.module.css";

const loadDialog = () => import("./project-budget-dialog.tsx");
const ProjectBudgetDialog = lazyPart(loadDialog);

interface BudgetCardProps {
  readonly workspace: string;
  readonly project: Pick<Project, "id" | "name">;
  /** Without it, the card is there only if the project has a budget. */
  readonly isManaged?: boolean;
}

/** The budget of a project with the cost of this month, and its changes for the roles that may make them. */
export function ProjectBudgetCard({ workspace, project, isManaged = false }: BudgetCardProps) {
  const { t } = useLingui();
  const settings = useLocaleSettings();
  const [isOpen, setOpen] = useState(false);
  const mayManage = useHasPermission("billing.alert_manage");
  const path = { workspace, project: project.id };
  const { data } = useQuery(endpointQuery(projectBudgets.budget, { path }));
  const remove = useRemoveBudget();
  if (data === undefined) return null;
  const { budget } = data;
  const offersChanges = isManaged && mayManage;
  if (budget === null && !offersChanges) return null;
  const passed = budget?.passedAt ?? null;
  const at = passed === null ? "" : formatDateTime(passed, settings);
  return (
    <Card title={t`Budget of this month (UTC)`}>
      <Stack>
        {budget === null ? (
          <p className={styles["note"]}>
            <Trans>
              Choose an amount per month for this project. The owner and the billing administrators
              get an email at 50, 80, and 100% of it. Nothing is stopped.
            </Trans>
          </p>
        ) : (
          <ProjectBudgetBar name={project.name} budget={budget} />
        )}
        {passed !== null && (
          <Callout tone="warn">
            <p>
              <Trans>Passed on {at}. Nothing is stopped.</Trans>
            </p>
          </Callout>
        )}
        {offersChanges && (
          <div className={styles["actions"]}>
            <Button onPointerEnter={() => void loadDialog()} onClick={() => setOpen(true)}>
              {budget === null ? <Trans>Set budget</Trans> : <Trans>Change budget</Trans>}
            </Button>
            {budget !== null && (
              <>
                <Button busy={remove.busy} onClick={() => void remove.press({ path })}>
                  <Trans>Remove budget</Trans>
                </Button>
                <CodeButton
                  label={t`Remove budget`}
                  requested={() => completePreview(remove.code({ path }))}
                />
              </>
            )}
          </div>
        )}
      </Stack>
      {isOpen && (
        <Suspense>
          <ProjectBudgetDialog
            workspace={workspace}
            project={project}
            budget={budget}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Card>
  );
}
