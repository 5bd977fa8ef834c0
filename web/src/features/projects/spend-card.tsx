import { Trans } from "@lingui/react/macro";
import type { ProjectGraph } from "#contracts/projects.ts";
import { SpendChart } from "./shared/spend-chart.tsx";
import { toDailySpendOfGraph } from "./shared/spend-series.ts";

/** Daily cost of each project over the last thirty days. */
export const SpendCard = ({ workspace, graph }: { workspace: string; graph: ProjectGraph }) => (
  <SpendChart
    workspace={workspace}
    title={<Trans>Spending over the last 30 days</Trans>}
    spend={toDailySpendOfGraph(graph)}
  />
);
