/** Demo users, one for each role. All share one password, which the README and the start screen show. */
import type { StaffRoleId, WorkspaceRoleId } from "#contracts/roles.ts";

export const demoPassword = "northern-lights-2026";

export interface DemoUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly workspace?: { handle: "northwind" | "other-company"; role: WorkspaceRoleId };
  readonly staffRole?: StaffRoleId;
}

const northwind = (role: WorkspaceRoleId) =>
  ({ workspace: { handle: "northwind", role } }) as const;

export const demoUsers: readonly DemoUser[] = [
  { email: "owner@demo.test", firstName: "Demo", lastName: "Owner", ...northwind("owner") },
  {
    email: "administrator@demo.test",
    firstName: "Demo",
    lastName: "Administrator",
    ...northwind("administrator"),
  },
  { email: "member@demo.test", firstName: "Demo", lastName: "Member", ...northwind("team_member") },
  {
    email: "limited@demo.test",
    firstName: "Demo",
    lastName: "Limited",
    ...northwind("limited_team_member"),
  },
  {
    email: "billing@demo.test",
    firstName: "Demo",
    lastName: "Billing",
    ...northwind("billing_administrator"),
  },
  { email: "newcomer@demo.test", firstName: "Demo", lastName: "Newcomer" },
  {
    email: "other@demo.test",
    firstName: "Other",
    lastName: "Customer",
    workspace: { handle: "other-company", role: "owner" },
  },
  { email: "it-admin@demo.test", firstName: "Demo", lastName: "IT Admin", staffRole: "Admin" },
  {
    email: "business-admin@demo.test",
    firstName: "Demo",
    lastName: "Business Admin",
    staffRole: "BusinessAdmin",
  },
  { email: "support@demo.test", firstName: "Demo", lastName: "Support", staffRole: "Support" },
];
