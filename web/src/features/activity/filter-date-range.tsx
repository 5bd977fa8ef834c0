import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { toLocalDate, oneMillisecondBefore, startOfDay } from "./calendar-days.ts";
import { formatDate } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { Button } from "../../ui/button.tsx";
import { FilterChip } from "../../ui/filter-chip.tsx";
import { usePopoverTrigger } from "../../ui/use-popover-trigger.ts";
import { Field, TextInput } from "../../ui/field.tsx";
import styles from "./filter-date-range.module.css";
import { useUpdateSearch } from "../../components/list-search-params.ts";

const load = () => import("../../ui/popover.tsx");
const Popover = lazyPart(load);

interface FilterDateRangeProps {
  readonly label: string;
  /** First moment of the range, in `createdAtFrom`. */
  readonly from: string | undefined;
  /** Exclusive end of the range, in `createdAtTo`. */
  readonly to: string | undefined;
}

/** A range of calendar days in the user's time zone, both days included. */
export function FilterDateRange({ label, from, to }: FilterDateRangeProps) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
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
        onClear={() => change({ createdAtFrom: undefined, createdAtTo: undefined })}
      />
      {requested && (
        <Suspense>
          <Popover anchor={trigger.ref} open={open} onOpenChange={setOpen} label={label}>
            <DateRangeForm
              first={from === undefined ? "" : toLocalDate(from, localeSettings.timeZone)}
              last={
                to === undefined
                  ? ""
                  : toLocalDate(oneMillisecondBefore(to), localeSettings.timeZone)
              }
              onApply={(start, end) => {
                change({
                  createdAtFrom:
                    start === "" ? undefined : startOfDay(start, localeSettings.timeZone),
                  createdAtTo: end === "" ? undefined : startOfDay(end, localeSettings.timeZone, 1),
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
  readonly first: string;
  readonly last: string;
  readonly onApply: (first: string, last: string) => void;
}

function DateRangeForm({ onApply, ...given }: DateRangeFormProps) {
  const { t } = useLingui();
  const [first, setFirst] = useState(given.first);
  const [last, setLast] = useState(given.last);
  const isBackwards = first !== "" && last !== "" && first > last;
  return (
    <form
      className={styles["range"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBackwards) onApply(first, last);
      }}
    >
      <Field id="first-day" label={t`Start date`}>
        <TextInput id="first-day" name="first-day" type="date" value={first} onChange={setFirst} />
      </Field>
      <Field
        id="last-day"
        label={t`End date`}
        error={isBackwards ? t`The end date is before the start date` : undefined}
      >
        <TextInput
          id="last-day"
          name="last-day"
          type="date"
          value={last}
          onChange={setLast}
          invalid={isBackwards}
        />
      </Field>
      <Button type="submit" tone="primary" disabled={isBackwards}>
        <Trans>Apply</Trans>
      </Button>
    </form>
  );
}
