import { useQuery } from "@tanstack/react-query";
import { type StaffMember, staffRoles } from "#contracts/staff-roles.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";

/** All staff, independent of the displayed page: finding the last Admin requires the complete list. */
export const allStaffQuery = endpointQuery(staffRoles.list, { query: { perPage: "100" } });

export function useIsOnlyAdmin(): (member: Pick<StaffMember, "id" | "role">) => boolean {
  const { data } = useQuery(allStaffQuery);
  const admins = data?.data.filter(({ role }) => role === "Admin") ?? [];
  return ({ id, role }) =>
    role === "Admin" && admins.length === 1 && admins.every((each) => each.id === id);
}
