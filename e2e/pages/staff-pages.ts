/** The staff area, without billing. */
import { api } from "#contracts/api.ts";
import { signInAs } from "../support/api-client.ts";
import { button, link, type PageSpec } from "./page-spec.ts";

const itAdmin = "it-admin@demo.test";

/** Path of a user's page in the staff area. */
const userPage = (email: string) => async (url: string) => {
  const apiClient = await signInAs(url, itAdmin);
  const result = await apiClient.call(api.users.list, { query: { search: email } });
  return `/admin/users/${result.data[0]?.id}`;
};

/** Path of a workspace's page in the staff area. */
export const workspacePage = (handle: string) => async (url: string) => {
  const apiClient = await signInAs(url, itAdmin);
  const result = await apiClient.call(api.adminWorkspaces.list, { query: { search: handle } });
  return `/admin/workspaces/${result.data.find((each) => each.handle === handle)?.id}`;
};

/** The first CPU item of the demo. */
async function findItem(url: string) {
  const apiClient = await signInAs(url, itAdmin);
  const { data } = await apiClient.call(api.bareMetalItems.list, {
    query: { search: "BRL00004", state: "available,reserved,in_use,erasing,maintenance" },
  });
  const [item] = data;
  if (item === undefined) throw new Error("The demo has no such item");
  return item;
}

export const staffPages: readonly PageSpec[] = [
  {
    name: "admin-dashboard",
    path: "/admin",
    as: itAdmin,
    shows: "Dashboard",
    primary: link("Failed operations"),
  },
  {
    name: "admin-users",
    path: "/admin/users",
    as: itAdmin,
    shows: "Users",
    primary: button("Status"),
  },
  {
    name: "admin-user",
    path: userPage("member@demo.test"),
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
    path: workspacePage("northwind"),
    as: itAdmin,
    shows: "Northwind",
    primary: button("Deactivate"),
  },
  {
    name: "admin-instances",
    path: "/admin/instances",
    as: itAdmin,
    shows: "Instances",
    primary: button("Waiting for staff"),
  },
  {
    name: "admin-instance",
    path: async (url) => {
      const apiClient = await signInAs(url, itAdmin);
      const { data } = await apiClient.call(api.adminInstances.list, {
        query: { search: "infer-a" },
      });
      return `/admin/instances/${data[0]?.id}`;
    },
    as: itAdmin,
    shows: "infer-a",
    primary: link("Northwind"),
  },
  {
    name: "admin-commands",
    path: "/admin/commands",
    as: itAdmin,
    shows: "Operations",
    primary: button("Waiting for staff"),
  },
  {
    name: "admin-command",
    path: async (url) => {
      const apiClient = await signInAs(url, itAdmin);
      const { data } = await apiClient.call(api.adminCommands.list, {
        query: { search: "infer-a" },
      });
      return `/admin/commands/${data[0]?.id}`;
    },
    as: itAdmin,
    shows: "Created",
    primary: link("infer-a"),
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
    // There are no requests yet, so the page itself has no action.
    primary: button(/^Account menu for/),
  },
  {
    name: "admin-infrastructure",
    path: "/admin/infrastructure",
    as: itAdmin,
    shows: "Infrastructure",
    primary: button("Read the catalog again"),
  },
  {
    name: "admin-openstack-hosts",
    path: "/admin/infrastructure/openstack",
    as: itAdmin,
    shows: "OpenStack hosts",
    primary: button("Read again"),
  },
  {
    name: "admin-foreman-hosts",
    path: "/admin/infrastructure/foreman",
    as: itAdmin,
    shows: "Foreman hosts",
    primary: button("Read again"),
  },
  {
    name: "admin-host-groups",
    path: "/admin/infrastructure/hostgroups",
    as: itAdmin,
    shows: "Host groups",
    primary: button("Read again"),
  },
  {
    name: "admin-bare-metal-products",
    path: "/admin/bare-metal-products",
    as: itAdmin,
    shows: "Bare metal",
    primary: link("2 × EPYC 9654 bare metal"),
  },
  {
    name: "admin-bare-metal-items",
    path: async (url) => `/admin/bare-metal-products/${(await findItem(url)).product.id}`,
    as: itAdmin,
    shows: "2 × EPYC 9654 bare metal",
    primary: button("Add an item"),
  },
  {
    name: "admin-bare-metal-item",
    path: async (url) => {
      const { id, product } = await findItem(url);
      return `/admin/bare-metal-products/${product.id}/items/${id}`;
    },
    as: itAdmin,
    shows: "BRL00004",
    primary: button("Send to maintenance"),
  },
  {
    name: "admin-images",
    path: "/admin/images",
    as: itAdmin,
    shows: "Images",
    primary: button("Add an image"),
  },
  {
    name: "admin-image",
    path: async (url) => {
      const apiClient = await signInAs(url, itAdmin);
      const { data } = await apiClient.call(api.images.list, { query: { search: "Debian 13" } });
      return `/admin/images/${data[0]?.id}`;
    },
    as: itAdmin,
    shows: "Debian 13",
    primary: button("Edit"),
  },
  {
    name: "admin-virtual-products",
    path: "/admin/virtual-products",
    as: itAdmin,
    shows: "Virtual products",
    primary: link("2 vCPU"),
  },
  {
    name: "admin-virtual-product",
    path: async (url) => {
      const apiClient = await signInAs(url, itAdmin);
      const { data } = await apiClient.call(api.virtualProducts.list, {
        query: { search: "cpu-2" },
      });
      return `/admin/virtual-products/${data[0]?.id}`;
    },
    as: itAdmin,
    shows: "2 vCPU",
    primary: button("Set a price"),
  },
  {
    name: "admin-volumes-products",
    path: "/admin/volumes-products",
    as: itAdmin,
    shows: "Block storage",
    primary: button("Status"),
  },
  {
    name: "admin-maintenance",
    path: "/admin/maintenance",
    as: itAdmin,
    shows: "Maintenance",
    primary: button("Start maintenance"),
  },
  {
    name: "admin-audit-chains",
    path: "/admin/audit-chains",
    as: itAdmin,
    shows: "Broken audit chains",
    // No chain is broken, so the page itself has no action.
    primary: button(/^Account menu for/),
  },
];
