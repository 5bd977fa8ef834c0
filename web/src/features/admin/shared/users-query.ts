/** Query of the user list in the staff area. */
import { users } from "#contracts/users.ts";
import { endpointQuery } from "../../../lib/api/api-client.ts";
import { type EndpointSearchParams, validateSearchFor } from "../../../lib/api/search-params.ts";

/** `role=none` lists users without a workspace. */
export type UsersSearch = EndpointSearchParams<typeof users.list> & {
  readonly role?: "none" | undefined;
};

export const usersSearch = (search: Record<string, unknown>): UsersSearch => {
  const role = search["role"] === "none" ? "none" : undefined;
  return { ...validateSearchFor<typeof users.list>(users.list)(search), role };
};

/** Searches any part of name, email or id: the term is sent between wildcards. */
const withoutFieldPrefix = (term: string | undefined): { search?: string } => {
  const trimmed = term?.trim() ?? "";
  return trimmed === "" ? {} : { search: `%${trimmed}%` };
};

/** What the endpoints of the list and of its export are sent. */
export const usersFilters = ({ role: _role, search, ...rest }: UsersSearch) => ({
  ...rest,
  ...withoutFieldPrefix(search),
});

export function usersQuery(search: UsersSearch) {
  const input = { query: usersFilters(search) };
  return search.role === "none"
    ? endpointQuery(users.noRole, input)
    : endpointQuery(users.list, input);
}
