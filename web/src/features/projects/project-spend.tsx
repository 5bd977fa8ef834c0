import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type Project, projects } from "#contracts/projects.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { Stack } from "../../ui/card.tsx";
import { ProjectBudgetCard } from "../billing/shared/project-budget-card.tsx";
import styles from "./project-spend.module.css";
import { SpendChart } from "./shared/spend-chart.tsx";
import { toDailySpendOfProject } from "./shared/spend-series.ts";

interface ProjectSpendProps {
  readonly workspace: string;
  readonly project: Project;
}

/** The budget of a project, and its daily cost. */
export default function ProjectSpend(props: ProjectSpendProps) {
  return (
    <div className={styles["spend"]}>
      <Stack>
        <ProjectBudgetCard {...props} />
        <DailySpend {...props} />
      </Stack>
    </div>
  );
}

/** Daily cost of one project over the last thirty days; nothing when there was none. */
function DailySpend({ workspace, project }: ProjectSpendProps) {
  const { data: graph } = useQuery(endpointQuery(projects.graph, { path: { workspace } }));
  if (graph === undefined) return null;
  const spend = toDailySpendOfProject(graph, project);
  if (spend.series.length === 0) return null;
  return (
    <SpendChart
      workspace={workspace}
      title={<Trans>Spending over the last 30 days</Trans>}
      spend={spend}
    />
  );
}
