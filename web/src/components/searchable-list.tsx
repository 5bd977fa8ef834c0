import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import type { PageMeta } from "#contracts/endpoint.ts";
import type { QueryDefinition } from "../lib/api/api-client.ts";
import { useDebouncedInput } from "../lib/hooks/use-debounced-input.ts";
import { SearchInput } from "../ui/filter-chip.tsx";
import { Skeleton } from "../ui/feedback.tsx";
import { StaleDataNotice } from "./detail-page.tsx";
import styles from "./searchable-list.module.css";

interface SearchableListProps<Row> {
  /** Placeholder of the search field. */
  readonly searchLabel: string;
  /** Accessible name of the list. */
  readonly label: string;
  readonly read: (search: string) => QueryDefinition<{ data: readonly Row[]; meta: PageMeta }>;
  readonly rowKey: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
  /** Disabled reason of a row; the row stays in the list. */
  readonly disabledReason: (row: Row) => string | null;
  readonly isSelected: (row: Row) => boolean;
  readonly onChoose: (row: Row, on: boolean) => void;
  /** Allows several selected rows. */
  readonly many?: boolean;
}

/** A list of server rows in a dialog, filtered by search on the server, for any number of rows. */
export function SearchableList<Row>({
  searchLabel,
  label,
  read,
  rowKey,
  children,
  disabledReason,
  isSelected,
  onChoose,
  many = false,
}: SearchableListProps<Row>) {
  const { t } = useLingui();
  const id = useId();
  const [search, setSearch] = useState("");
  const [typed, setTyped] = useDebouncedInput(search, setSearch);
  const result = useQuery({ ...read(search), placeholderData: keepPreviousData });
  const page = result.data;
  const rest = page === undefined ? 0 : page.meta.total - page.data.length;
  return (
    <div className={styles["option"]}>
      <SearchInput
        label={searchLabel}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter must not submit the surrounding form.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <StaleDataNotice result={result} />
      <fieldset className={styles["list"]} aria-busy={result.isPlaceholderData || undefined}>
        <legend className="visually-hidden">{label}</legend>
        {page === undefined && result.error === null && (
          <div className={styles["skeletons"]}>
            <Skeleton width="60%" />
            <Skeleton width="40%" />
            <Skeleton width="50%" />
          </div>
        )}
        {page?.data.map((row) => {
          const why = disabledReason(row);
          const key = `${id}-${rowKey(row)}`;
          return (
            <label key={key} className={styles["row"]} data-off={why !== null || undefined}>
              <input
                type={many ? "checkbox" : "radio"}
                name={id}
                checked={isSelected(row)}
                aria-disabled={why !== null || undefined}
                aria-describedby={why === null ? undefined : key}
                onChange={(event) => {
                  if (why === null) onChoose(row, event.currentTarget.checked);
                }}
              />
              <span>
                {children(row)}
                {why !== null && <small id={key}>{why}</small>}
              </span>
            </label>
          );
        })}
        {page?.data.length === 0 && <p className={styles["note"]}>{t`No results`}</p>}
      </fieldset>
      {rest > 0 && (
        <p className={styles["note"]}>
          <Trans>{rest} more. Type to narrow down the list.</Trans>
        </p>
      )}
    </div>
  );
}
