import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { QueryDefinition } from "../lib/api/api-client.ts";
import { useDebouncedInput } from "../lib/hooks/use-debounced-input.ts";
import { Field, TextInput } from "../ui/field.tsx";
import styles from "./search-choice.module.css";

/** Chooses one of the rows that a search finds. */
export function SearchChoice<Row extends { readonly id: string }>({
  id,
  label,
  help,
  error,
  legend,
  query,
  chosen,
  onChoose,
  empty,
  children,
}: {
  id: string;
  label: string;
  help: string;
  error?: string | undefined;
  /** Names the group of results. */
  legend: string;
  query: (search: string) => QueryDefinition<{ readonly data: readonly Row[] }>;
  chosen: Pick<Row, "id"> | null;
  onChoose: (row: Row | null) => void;
  /** Text when nothing matches. */
  empty: ReactNode;
  /** What a result shows. */
  children: (row: Row) => ReactNode;
}) {
  const [search, setSearch] = useState("");
  const [typed, setTyped] = useDebouncedInput(search, (term) => {
    setSearch(term);
    onChoose(null);
  });
  const { data } = useQuery({ ...query(search), enabled: search !== "" });
  const found = search === "" ? [] : (data?.data ?? []);
  return (
    <div className={styles["search"]}>
      <Field id={id} label={label} help={help} error={error}>
        <TextInput
          id={id}
          name={id}
          type="search"
          value={typed}
          onChange={setTyped}
          invalid={error !== undefined}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      {search !== "" && (
        <fieldset className={styles["results"]} aria-live="polite">
          <legend className="visually-hidden">{legend}</legend>
          {data !== undefined && found.length === 0 && <p>{empty}</p>}
          {found.map((row) => (
            <label key={row.id}>
              <input
                type="radio"
                name={`${id}-found`}
                checked={chosen?.id === row.id}
                onChange={() => onChoose(row)}
              />
              {children(row)}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
