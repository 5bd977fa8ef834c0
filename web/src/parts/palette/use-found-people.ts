/** People, for staff: by part of their name, address or id. */
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import type { UserRow } from "#contracts/users.ts";
import { nameOf } from "../admin/user-words.tsx";
import { usersQuery } from "../admin/users-query.ts";
import type { Command } from "./command.ts";
import { matching } from "./matching.ts";
import { type Finding, useFinding } from "./use-found.ts";

const shownAtMost = "6";

export function useFoundPeople(term: string, typed: string): Finding {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data, isBehind, busy, failed } = useFinding(
    usersQuery({ search: term, perPage: shownAtMost }),
    term,
    typed,
  );
  const person = (row: UserRow): Command => ({
    id: `person ${row.id}`,
    label: nameOf(row),
    second: row.email,
    icon: "user",
    run: () => void navigate({ to: "/admin/users/$userID", params: { userID: row.id } }),
  });
  const found = [{ label: t`Users`, options: (data?.data ?? []).map(person) }];
  return { groups: matching(found, isBehind ? typed : ""), busy, failed };
}
