import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { UserRow } from "#contracts/users.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { wordStaffRole } from "../../lib/wording.ts";
import { Field, TextInput } from "../../ui/field.tsx";
import styles from "./admin.module.css";
import { nameOf } from "./user-words.tsx";
import { usersQuery } from "./users-query.ts";

const shownAtMost = "6";

/** Finds a person by part of their name, address or id. */
export function PersonSearch({
  chosen,
  onChoose,
}: {
  chosen: UserRow | null;
  onChoose: (person: UserRow | null) => void;
}) {
  const { t, i18n } = useLingui();
  const [search, setSearch] = useState("");
  const [typed, setTyped] = useDebounced(search, (term) => {
    setSearch(term);
    onChoose(null);
  });
  const { data } = useQuery({
    ...usersQuery({ search, status: "active", perPage: shownAtMost }),
    enabled: search !== "",
  });
  const found = search === "" ? [] : (data?.data ?? []);
  return (
    <div className={styles["form"]}>
      <Field id="person" label={t`User`} help={t`Search by name, email, or ID`}>
        <TextInput
          id="person"
          name="person"
          type="search"
          value={typed}
          onChange={setTyped}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      {search !== "" && (
        <fieldset className={styles["found"]} aria-live="polite">
          <legend className="visually-hidden">{t`Matching users`}</legend>
          {data !== undefined && found.length === 0 && (
            <p>
              <Trans>No active user matches.</Trans>
            </p>
          )}
          {found.map((person) => (
            <label key={person.id}>
              <input
                type="radio"
                name="found-person"
                checked={chosen?.id === person.id}
                onChange={() => onChoose(person)}
              />
              <b>{nameOf(person)}</b>
              <small>
                {person.email}
                {person.staffRole !== null && <> · {wordStaffRole(i18n, person.staffRole)}</>}
              </small>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
