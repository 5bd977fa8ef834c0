/** The staff area. */
import { api } from "#contracts/api.ts";
import { signedInAs } from "../customer.ts";
import { button, type Look } from "./look.ts";

const itAdmin = "it-admin@demo.test";

/** The address of somebody's page in the staff area. */
const person = (email: string) => async (url: string) => {
  const visitor = await signedInAs(url, itAdmin);
  const found = await visitor.do(api.users.list, { query: { search: email } });
  return `/admin/users/${found.data[0]?.id}`;
};

/** The address of a workspace's page in the staff area. */
const workspace = (handle: string) => async (url: string) => {
  const visitor = await signedInAs(url, itAdmin);
  const found = await visitor.do(api.adminWorkspaces.list, { query: { search: handle } });
  return `/admin/workspaces/${found.data.find((each) => each.handle === handle)?.id}`;
};

export const staffPages: readonly Look[] = [
  {
    name: "admin-users",
    path: "/admin/users",
    as: itAdmin,
    shows: "Users",
    primary: button("Status"),
  },
  {
    name: "admin-user",
    path: person("member@demo.test"),
    as: itAdmin,
    shows: "Demo Member",
    primary: button("Act as user"),
  },
  {
    name: "admin-workspaces",
    path: "/admin/workspaces",
    as: itAdmin,
    shows: "Workspaces",
    primary: button("Status"),
  },
  {
    name: "admin-workspace",
    path: workspace("northwind"),
    as: itAdmin,
    shows: "Northwind",
    primary: button("Deactivate"),
  },
  {
    name: "admin-staff",
    path: "/admin/staff",
    as: itAdmin,
    shows: "Staff",
    primary: button("Assign role"),
  },
  {
    name: "admin-data-copies",
    path: "/admin/data-copy-requests",
    as: itAdmin,
    shows: "Data exports",
    // Nobody asked for one yet, so that the page itself offers nothing to press.
    primary: button(/^Account menu for/),
  },
  {
    name: "admin-maintenance",
    path: "/admin/maintenance",
    as: itAdmin,
    shows: "Maintenance",
    primary: button("Start maintenance"),
  },
];
