import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import type { PageMeta } from "#contracts/kit.ts";
import type { Read } from "../lib/client.ts";
import { useDebounced } from "../lib/use-debounced.ts";
import { SearchInput } from "../ui/chip.tsx";
import { Bone } from "../ui/notices.tsx";
import { StaleNote } from "./detail-page.tsx";
import styles from "./pick-list.module.css";

interface PickListProps<Row> {
  /** What can be searched for, as the field's placeholder. */
  readonly searchLabel: string;
  /** What the choice is called. */
  readonly label: string;
  readonly read: (search: string) => Read<{ data: readonly Row[]; meta: PageMeta }>;
  readonly rowKey: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
  /** Why a row cannot be chosen; it stays in the list. */
  readonly whyNot: (row: Row) => string | null;
  readonly isChosen: (row: Row) => boolean;
  readonly onChoose: (row: Row, on: boolean) => void;
  /** Several can be chosen, not one. */
  readonly many?: boolean;
}

/** Rows of the server to choose from, in a dialog: found by typing, however many there are. */
export function PickList<Row>({
  searchLabel,
  label,
  read,
  rowKey,
  children,
  whyNot,
  isChosen,
  onChoose,
  many = false,
}: PickListProps<Row>) {
  const { t } = useLingui();
  const id = useId();
  const [search, setSearch] = useState("");
  const [typed, setTyped] = useDebounced(search, setSearch);
  const result = useQuery({ ...read(search), placeholderData: keepPreviousData });
  const page = result.data;
  const rest = page === undefined ? 0 : page.meta.total - page.data.length;
  return (
    <div className={styles["pick"]}>
      <SearchInput
        label={searchLabel}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          // It must not send the form around it.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <StaleNote result={result} />
      <fieldset className={styles["list"]} aria-busy={result.isPlaceholderData || undefined}>
        <legend className="visually-hidden">{label}</legend>
        {page === undefined && result.error === null && (
          <div className={styles["bones"]}>
            <Bone width="60%" />
            <Bone width="40%" />
            <Bone width="50%" />
          </div>
        )}
        {page?.data.map((row) => {
          const why = whyNot(row);
          const key = `${id}-${rowKey(row)}`;
          return (
            <label key={key} className={styles["row"]} data-off={why !== null || undefined}>
              <input
                type={many ? "checkbox" : "radio"}
                name={id}
                checked={isChosen(row)}
                aria-disabled={why !== null || undefined}
                aria-describedby={why === null ? undefined : key}
                onChange={(event) => {
                  if (why === null) onChoose(row, event.currentTarget.checked);
                }}
              />
              <span>
                {children(row)}
                {why !== null && (
                  <small id={key} className={styles["why"]}>
                    {why}
                  </small>
                )}
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
