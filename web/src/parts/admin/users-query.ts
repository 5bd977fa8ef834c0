/** The list of people, as the staff area asks for it. */
import { users } from "#contracts/users.ts";
import { query } from "../../lib/client.ts";
import { type SearchOf, searchOf } from "../../lib/search.ts";

/** `role=none` is the list of those who are in no workspace. */
export type UsersSearch = SearchOf<typeof users.list> & { readonly role?: "none" | undefined };

export const usersSearch = (search: Record<string, unknown>): UsersSearch => {
  const role = search["role"] === "none" ? "none" : undefined;
  return { ...searchOf<typeof users.list>(users.list)(search), role };
};

/** Any part of a name, address or id is looked for: the term goes out between wildcards. */
const anywhere = (term: string | undefined): { search?: string } => {
  const words = term?.trim() ?? "";
  return words === "" ? {} : { search: `%${words}%` };
};

export function usersQuery({ role, search, ...rest }: UsersSearch) {
  const asked = { query: { ...rest, ...anywhere(search) } };
  return role === "none" ? query(users.noRole, asked) : query(users.list, asked);
}
