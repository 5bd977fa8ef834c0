import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { toLocalDate, oneMillisecondBefore, startOfDay } from "../lib/i18n/calendar-days.ts";
import { formatDate } from "../lib/i18n/format.ts";
import { useLocaleSettings } from "../lib/i18n/i18n.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";
import { Button } from "../ui/button.tsx";
import { FilterChip } from "../ui/filter-chip.tsx";
import { usePopoverTrigger } from "../ui/use-popover-trigger.ts";
import { Field, TextInput } from "../ui/field.tsx";
import styles from "./filter-date-range.module.css";
import { useUpdateSearch } from "./list-search-params.ts";

const load = () => import("../ui/popover.tsx");
const Popover = lazyPart(load);

interface FilterDateRangeProps {
  readonly label: string;
  /** Keys of both moments in the query string. */
  readonly names?: { readonly from: string; readonly to: string };
  /** First moment of the range. */
  readonly from: string | undefined;
  /** Exclusive end of the range. */
  readonly to: string | undefined;
  /** Of the days; default: the time zone of the user. */
  readonly timeZone?: string;
  /** The longest range. One without an end lasts until `today`. */
  readonly limit?: RangeLimit;
}

interface RangeLimit {
  readonly days: number;
  readonly today: string;
}

const dayMs = 86_400_000;

/** A range of calendar days, both days included. */
export function FilterDateRange({
  label,
  names = { from: "createdAtFrom", to: "createdAtTo" },
  from,
  to,
  limit,
  ...zone
}: FilterDateRangeProps) {
  const { t } = useLingui();
  const localeSettings = { ...useLocaleSettings(), ...zone };
  const change = useUpdateSearch();
  const { trigger, open, setOpen, requested } = usePopoverTrigger(load);
  const first = from === undefined ? null : formatDate(from, localeSettings);
  const last = to === undefined ? null : formatDate(oneMillisecondBefore(to), localeSettings);
  const rangeLabel = () => {
    if (first !== null && last !== null) return first === last ? first : `${first} – ${last}`;
    if (first !== null) return t`from ${first}`;
    return last === null ? "" : t`through ${last}`;
  };
  return (
    <>
      <FilterChip
        {...trigger}
        label={label}
        chosen={rangeLabel()}
        clearLabel={t`Clear ${label} filter`}
        onClear={() => change({ [names.from]: undefined, [names.to]: undefined })}
      />
      {requested && (
        <Suspense>
          <Popover anchor={trigger.ref} open={open} onOpenChange={setOpen} label={label}>
            <DateRangeForm
              limit={limit}
              first={from === undefined ? "" : toLocalDate(from, localeSettings.timeZone)}
              last={
                to === undefined
                  ? ""
                  : toLocalDate(oneMillisecondBefore(to), localeSettings.timeZone)
              }
              onApply={(start, end) => {
                change({
                  [names.from]:
                    start === "" ? undefined : startOfDay(start, localeSettings.timeZone),
                  [names.to]: end === "" ? undefined : startOfDay(end, localeSettings.timeZone, 1),
                });
                setOpen(false);
              }}
            />
          </Popover>
        </Suspense>
      )}
    </>
  );
}

interface DateRangeFormProps {
  readonly limit: RangeLimit | undefined;
  readonly first: string;
  readonly last: string;
  readonly onApply: (first: string, last: string) => void;
}

function DateRangeForm({ onApply, limit, ...given }: DateRangeFormProps) {
  const { t } = useLingui();
  const [first, setFirst] = useState(given.first);
  const [last, setLast] = useState(given.last);
  const end = last === "" ? (limit?.today ?? "") : last;
  const isBackwards = first !== "" && end !== "" && first > end;
  const maximum = limit?.days ?? 0;
  const isTooLong =
    maximum > 0 && first !== "" && (Date.parse(end) - Date.parse(first)) / dayMs >= maximum;
  const error = isBackwards
    ? t`The end date is before the start date`
    : isTooLong
      ? t`Choose at most ${maximum} days`
      : undefined;
  return (
    <form
      className={styles["range"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (error === undefined) onApply(first, last);
      }}
    >
      <Field id="first-day" label={t`Start date`}>
        <TextInput id="first-day" name="first-day" type="date" value={first} onChange={setFirst} />
      </Field>
      <Field id="last-day" label={t`End date`} error={error}>
        <TextInput
          id="last-day"
          name="last-day"
          type="date"
          value={last}
          onChange={setLast}
          invalid={error !== undefined}
        />
      </Field>
      <Button type="submit" tone="primary" disabled={error !== undefined}>
        <Trans>Apply</Trans>
      </Button>
    </form>
  );
}
