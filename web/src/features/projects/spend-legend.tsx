import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { formatMoney, usd } from "#contracts/money.ts";
import { ColourDot } from "../../components/project-colour.tsx";
import styles from "./map.module.css";
import { useSeriesName } from "./use-series-name.ts";
import type { SpendSeries } from "./spend-series.ts";

/** Legend with color and total of each series; the hovered series is highlighted in the chart. */
export function SpendLegend({
  workspace,
  spend,
  onLight: onHighlight,
}: {
  workspace: string;
  spend: SpendSeries;
  onLight: (key: string | null) => void;
}) {
  const { t } = useLingui();
  const seriesName = useSeriesName();
  return (
    <table className={styles["legend"]}>
      <caption className="visually-hidden">{t`Spending by project`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Project`}</th>
          <th scope="col">{t`30 days`}</th>
        </tr>
      </thead>
      <tbody>
        {spend.series.map((series) => (
          <tr
            key={series.key}
            onPointerEnter={() => onHighlight(series.key)}
            onPointerLeave={() => onHighlight(null)}
          >
            <th scope="row">
              <span className={styles["swatch"]}>
                <ColourDot colour={series.colour} />
                {series.kind === "project" ? (
                  <Link
                    to="/$workspace/projects/$projectID/instances"
                    params={{ workspace, projectID: series.key }}
                    onFocus={() => onHighlight(series.key)}
                    onBlur={() => onHighlight(null)}
                  >
                    {series.name}
                  </Link>
                ) : (
                  seriesName(series)
                )}
              </span>
            </th>
            <td>{formatMoney(usd(series.total))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t`Total`}</th>
          <td>{formatMoney(usd(spend.total))}</td>
        </tr>
      </tfoot>
    </table>
  );
}
