import { Trans, useLingui } from "@lingui/react/macro";
import type { UserRow } from "#contracts/users.ts";
import { SearchChoice } from "../../components/search-choice.tsx";
import { staffRoleLabel } from "../../lib/i18n/messages.ts";
import { userDisplayName } from "./shared/user-labels.tsx";
import { usersQuery } from "./shared/users-query.ts";

const maxResults = "6";

/** Finds a user by part of name, email or id. */
export function UserSearch({
  chosen,
  onChoose,
}: {
  chosen: UserRow | null;
  onChoose: (user: UserRow | null) => void;
}) {
  const { t, i18n } = useLingui();
  return (
    <SearchChoice
      id="user-search"
      label={t`User`}
      help={t`Search by name, email, or ID`}
      legend={t`Matching users`}
      query={(search) => usersQuery({ search, status: "active", perPage: maxResults })}
      chosen={chosen}
      onChoose={onChoose}
      empty={<Trans>No active user matches.</Trans>}
    >
      {(user: UserRow) => (
        <>
          <b>{userDisplayName(user)}</b>
          <small>
            {user.email}
            {user.staffRole !== null && <> · {staffRoleLabel(i18n, user.staffRole)}</>}
          </small>
        </>
      )}
    </SearchChoice>
  );
}
