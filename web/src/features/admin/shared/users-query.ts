/** The list of people, as the staff area asks for it. */
import { users } from "#contracts/users.ts";
import { endpointQuery } from "../../../lib/api/api-client.ts";
import { type EndpointSearchParams, validateSearchFor } from "../../../lib/api/search-params.ts";

/** `role=none` is the list of those who are in no workspace. */
export type UsersSearch = EndpointSearchParams<typeof users.list> & {
  readonly role?: "none" | undefined;
};

export const usersSearch = (search: Record<string, unknown>): UsersSearch => {
  const role = search["role"] === "none" ? "none" : undefined;
  return { ...validateSearchFor<typeof users.list>(users.list)(search), role };
};

/** Any part of a name, address or id is looked for: the term goes out between wildcards. */
const withoutFieldPrefix = (term: string | undefined): { search?: string } => {
  const words = term?.trim() ?? "";
  return words === "" ? {} : { search: `%${words}%` };
};

export function usersQuery({ role, search, ...rest }: UsersSearch) {
  const asked = { query: { ...rest, ...withoutFieldPrefix(search) } };
  return role === "none" ? endpointQuery(users.noRole, asked) : endpointQuery(users.list, asked);
}
