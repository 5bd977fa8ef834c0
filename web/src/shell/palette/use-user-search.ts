/** User search for staff: by part of name, email or id. */
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import type { UserRow } from "#contracts/users.ts";
import { userDisplayName } from "../../features/admin/shared/user-labels.tsx";
import { usersQuery } from "../../features/admin/shared/users-query.ts";
import type { PaletteCommand } from "./palette-command.ts";
import { matchCommands } from "./rank-commands.ts";
import { type SearchState, useDebouncedSearch } from "./use-workspace-search.ts";

const maxResults = "6";

export function useUserSearch(term: string, typed: string): SearchState {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data, isBehind, busy, failed } = useDebouncedSearch(
    usersQuery({ search: term, perPage: maxResults }),
    term,
    typed,
  );
  const user = (row: UserRow): PaletteCommand => ({
    id: `person ${row.id}`,
    label: userDisplayName(row),
    description: row.email,
    icon: "user",
    run: () => void navigate({ to: "/admin/users/$userID", params: { userID: row.id } }),
  });
  const found = [{ label: t`Users`, options: (data?.data ?? []).map(user) }];
  return { groups: matchCommands(found, isBehind ? typed : ""), busy, failed };
}
