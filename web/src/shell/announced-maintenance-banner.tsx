/** Counts down to announced maintenance. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { maintenance } from "#contracts/maintenance.ts";
import { endpointQuery } from "../lib/api/api-client.ts";
import { useDismissed } from "../lib/browser/dismissed-panels.ts";
import { useNow } from "../lib/hooks/use-now.ts";
import { toLocalDate } from "../lib/i18n/calendar-days.ts";
import { formatDateTime, formatDuration, formatTime } from "../lib/i18n/format.ts";
import { useLocaleSettings } from "../lib/i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/feedback.tsx";
import styles from "./console-layout.module.css";

/** From then on the notice cannot be hidden. */
const soonSeconds = 15 * 60;

export default function AnnouncedMaintenanceBanner({ startsAt }: { startsAt: string }) {
  const { t } = useLingui();
  const [isDismissed, setDismissed] = useDismissed(`maintenance ${startsAt}`);
  const left = Math.ceil((Date.parse(startsAt) - useNow("second")) / 1_000);
  const isSoon = left <= soonSeconds;
  // The message and the end may change while the start stays.
  const { data } = useQuery({
    ...endpointQuery(maintenance.announced, {}),
    staleTime: 0,
    refetchInterval: 60_000,
  });
  if (isDismissed && !isSoon) return null;
  const announced = data?.announcement ?? null;
  return (
    <div className={styles["banner"]}>
      <Callout
        tone={isSoon ? "warn" : "info"}
        action={
          !isSoon && (
            <Button onClick={() => setDismissed(true)}>
              <Trans>Hide</Trans>
            </Button>
          )
        }
      >
        <section aria-label={t`Announced maintenance`}>
          <strong>
            {left <= 0 ? (
              <Trans>Maintenance is about to start.</Trans>
            ) : (
              <Trans>
                Maintenance starts in{" "}
                <span role="timer">{formatDuration(left > 3_600 ? left - (left % 60) : left)}</span>
                .
              </Trans>
            )}
          </strong>{" "}
          <Period startsAt={startsAt} expectedEndAt={announced?.expectedEndAt ?? null} />
          {announced !== null && announced.message !== null && <p>{announced.message}</p>}
        </section>
      </Callout>
    </div>
  );
}

function Period({ startsAt, expectedEndAt }: { startsAt: string; expectedEndAt: string | null }) {
  const localeSettings = useLocaleSettings();
  const { locale, timeZone } = localeSettings;
  const start = formatDateTime(startsAt, localeSettings);
  if (expectedEndAt === null)
    return (
      <Trans>
        The console closes on <time dateTime={startsAt}>{start}</time>. Running instances are not
        affected.
      </Trans>
    );
  const isSameDay = toLocalDate(startsAt, timeZone) === toLocalDate(expectedEndAt, timeZone);
  const end = isSameDay
    ? formatTime(expectedEndAt, locale, timeZone)
    : formatDateTime(expectedEndAt, localeSettings);
  return (
    <Trans>
      The console closes on <time dateTime={startsAt}>{start}</time>, until about{" "}
      <time dateTime={expectedEndAt}>{end}</time>. Running instances are not affected.
    </Trans>
  );
}
