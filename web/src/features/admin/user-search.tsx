import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { UserRow } from "#contracts/users.ts";
import { useDebouncedInput } from "../../lib/hooks/use-debounced-input.ts";
import { staffRoleLabel } from "../../lib/i18n/messages.ts";
import { Field, TextInput } from "../../ui/field.tsx";
import styles from "./admin.module.css";
import { userDisplayName } from "./shared/user-labels.tsx";
import { usersQuery } from "./shared/users-query.ts";

const maxResults = "6";

/** Finds a user by part of name, email or id. */
export function UserSearch({
  chosen: selected,
  onChoose,
}: {
  chosen: UserRow | null;
  onChoose: (user: UserRow | null) => void;
}) {
  const { t, i18n } = useLingui();
  const [search, setSearch] = useState("");
  const [typed, setTyped] = useDebouncedInput(search, (term) => {
    setSearch(term);
    onChoose(null);
  });
  const { data } = useQuery({
    ...usersQuery({ search, status: "active", perPage: maxResults }),
    enabled: search !== "",
  });
  const found = search === "" ? [] : (data?.data ?? []);
  return (
    <div className={styles["form"]}>
      <Field id="user-search" label={t`User`} help={t`Search by name, email, or ID`}>
        <TextInput
          id="user-search"
          name="user-search"
          type="search"
          value={typed}
          onChange={setTyped}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      {search !== "" && (
        <fieldset className={styles["results"]} aria-live="polite">
          <legend className="visually-hidden">{t`Matching users`}</legend>
          {data !== undefined && found.length === 0 && (
            <p>
              <Trans>No active user matches.</Trans>
            </p>
          )}
          {found.map((user) => (
            <label key={user.id}>
              <input
                type="radio"
                name="found-user"
                checked={selected?.id === user.id}
                onChange={() => onChoose(user)}
              />
              <b>{userDisplayName(user)}</b>
              <small>
                {user.email}
                {user.staffRole !== null && <> · {staffRoleLabel(i18n, user.staffRole)}</>}
              </small>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
