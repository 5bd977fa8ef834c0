import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type Project, projects } from "#contracts/projects.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";
import styles from "./project-spend.module.css";
import { SpendChart } from "./shared/spend-chart.tsx";
import { toDailySpendOfProject } from "./shared/spend-series.ts";

/** Daily cost of one project over the last thirty days; nothing when there was none. */
export default function ProjectSpend({
  workspace,
  project,
}: {
  workspace: string;
  project: Project;
}) {
  const { data: graph } = useQuery(endpointQuery(projects.graph, { path: { workspace } }));
  if (graph === undefined) return null;
  const spend = toDailySpendOfProject(graph, project);
  if (spend.series.length === 0) return null;
  return (
    <div className={styles["spend"]}>
      <SpendChart
        workspace={workspace}
        title={<Trans>Spending over the last 30 days</Trans>}
        spend={spend}
      />
    </div>
  );
}
