import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { formatMoney, usd } from "#contracts/money.ts";
import { ColourDot } from "./colour.tsx";
import styles from "./map.module.css";
import { useSeriesName } from "./series-name.ts";
import type { Spend } from "./spend-series.ts";

/** Which colour is whose, with what it came to; what is pointed at stands out in the chart. */
export function SpendLegend({
  workspace,
  spend,
  onLight,
}: {
  workspace: string;
  spend: Spend;
  onLight: (key: string | null) => void;
}) {
  const { t } = useLingui();
  const nameOf = useSeriesName();
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
            onPointerEnter={() => onLight(series.key)}
            onPointerLeave={() => onLight(null)}
          >
            <th scope="row">
              <span className={styles["swatch"]}>
                <ColourDot colour={series.colour} />
                {series.kind === "project" ? (
                  <Link
                    to="/$workspace/projects/$projectID/instances"
                    params={{ workspace, projectID: series.key }}
                    onFocus={() => onLight(series.key)}
                    onBlur={() => onLight(null)}
                  >
                    {series.name}
                  </Link>
                ) : (
                  nameOf(series)
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
