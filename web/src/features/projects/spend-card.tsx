import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { formatMoney, usd } from "#contracts/money.ts";
import type { ProjectGraph } from "#contracts/projects.ts";
import { Card } from "../../ui/card.tsx";
import styles from "./map.module.css";
import { SpendChart } from "./spend-chart.tsx";
import { SpendLegend } from "./spend-legend.tsx";
import { toSpendSeries } from "./spend-series.ts";
import { SpendTable } from "./spend-table.tsx";
import { ToggleTableButton } from "./toggle-table-button.tsx";

/** Daily cost of each project over the last thirty days: chart, total and table. */
export function SpendCard({ workspace, graph }: { workspace: string; graph: ProjectGraph }) {
  const { t } = useLingui();
  const table = useId();
  const [asTable, setAsTable] = useState(false);
  const [lit, setLit] = useState<string | null>(null);
  const spend = toSpendSeries(graph);
  const total = formatMoney(usd(spend.total));
  return (
    <Card
      title={t`Spending over the last 30 days`}
      aside={<ToggleTableButton id={table} open={asTable} onToggle={setAsTable} />}
    >
      <div className={styles["spend"]}>
        <SpendChart spend={spend} lit={lit} />
        <SpendLegend workspace={workspace} spend={spend} onLight={setLit} />
      </div>
      <p className={styles["note"]}>
        <Trans>
          Total: {total}, before tax. Days are in UTC; today is partial. Each day is rounded to the
          cent per project, so your invoice may differ by a few cents.
        </Trans>
      </p>
      {asTable && (
        <div id={table} className={styles["days"]}>
          <SpendTable spend={spend} />
        </div>
      )}
    </Card>
  );
}
