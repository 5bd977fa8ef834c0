import { useLingui } from "@lingui/react/macro";
import { type CSSProperties, useState } from "react";
import { formatMoney, usd } from "#contracts/money.ts";
import { classNames } from "../../ui/class-names.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import colours from "../../components/project-colour.module.css";
import styles from "./map.module.css";
import { useSeriesName } from "./use-series-name.ts";
import { axisTicks, type Series, type SpendSeries } from "./spend-series.ts";

const shades = [1, 0.62, 0.36] as const;
const labelledDays = 7;

/** One stacked column per day; the hovered day is described in text above. */
export function SpendChart({
  spend,
  lit: highlightedKey,
}: {
  spend: SpendSeries;
  lit: string | null;
}) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const [pointed, setPointed] = useState<number | null>(null);
  const seriesName = useSeriesName();
  const scale = axisTicks(Math.max(0, ...spend.cents));
  const top = scale.at(-1) ?? 1;
  const dayFormatter = new Intl.DateTimeFormat(
    localeSettings.locale === "en" ? "en-US" : localeSettings.locale,
    {
      timeZone: "UTC",
      day: "numeric",
      month: "short",
    },
  );
  const formatDay = (day: string) => dayFormatter.format(Date.parse(day));
  const percent = (cents: number) => `${(100 * cents) / top}%`;
  const first = spend.days[0] ?? "";
  const last = spend.days.at(-1) ?? "";
  const shown = pointed ?? spend.days.length - 1;
  const shownDay = formatDay(spend.days[shown] ?? last);
  const shownSum = formatMoney(usd(spend.cents[shown] ?? 0));
  const parts = spend.series
    .filter(({ cents }) => (cents[shown] ?? 0) > 0)
    .map((series) => `${seriesName(series)} ${formatMoney(usd(series.cents[shown] ?? 0))}`);
  const highest = formatMoney(usd(Math.max(0, ...spend.cents)));
  const total = formatMoney(usd(spend.total));
  return (
    <div>
      <p className={styles["readout"]}>
        <b>
          {shownDay}: {shownSum}
        </b>{" "}
        {parts.join(" · ")}
      </p>
      <div
        className={styles["plot"]}
        role="img"
        aria-label={t`Spending per day from ${formatDay(first)} to ${formatDay(last)}: ${total} in total, ${highest} on the highest day. The table lists each day.`}
        onPointerLeave={() => setPointed(null)}
      >
        {scale.map((line) => (
          <span key={line} className={styles["line"]} style={{ bottom: percent(line) }}>
            <span>{formatMoney(usd(line))}</span>
          </span>
        ))}
        <div className={styles["columns"]}>
          {spend.days.map((day, place) => (
            <div
              key={day}
              className={styles["column"]}
              data-pointed={pointed === place || undefined}
              onPointerEnter={() => setPointed(place)}
            >
              {spend.series.map((series) => (
                <StackedBar
                  key={series.key}
                  series={series}
                  place={place}
                  top={top}
                  lit={highlightedKey}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
      <div className={styles["axis"]} aria-hidden="true">
        {spend.days
          .map((day, place) => ({ day, place }))
          .filter(({ place }) => (spend.days.length - 1 - place) % labelledDays === 0)
          .map(({ day, place }) => (
            <span key={day} style={{ left: `${(100 * (place + 0.5)) / spend.days.length}%` }}>
              {formatDay(day)}
            </span>
          ))}
      </div>
    </div>
  );
}

function StackedBar({
  series: { key, colour, shade, cents },
  place,
  top,
  lit: highlightedKey,
}: {
  series: Series;
  place: number;
  top: number;
  lit: string | null;
}) {
  const amount = cents[place] ?? 0;
  if (amount === 0) return null;
  const look: CSSProperties = {
    height: `${(100 * amount) / top}%`,
    opacity: shades[Math.min(shade, shades.length - 1)],
  };
  return (
    <span
      className={classNames(styles["bar"], colours[colour])}
      style={look}
      data-dim={(highlightedKey !== null && highlightedKey !== key) || undefined}
    />
  );
}
