/** Pages of a workspace, without its billing and settings. */
import { api } from "#contracts/api.ts";
import { signInAs } from "../support/api-client.ts";
import { button, link, type PageSpec, owner } from "./page-spec.ts";

/** Path of an instance or a project of the demo, by name. */
const instancePage =
  (name: string, tab = "") =>
  async (url: string) => {
    const apiClient = await signInAs(url, owner);
    const result = await apiClient.call(api.instances.list, {
      path: { workspace: "northwind" },
      query: { search: name, status: "active,stopped,error,building,terminated" },
    });
    return `/northwind/instances/${result.data[0]?.id}${tab}`;
  };
const projectPage =
  (name: string, subpath = "") =>
  async (url: string) => {
    const apiClient = await signInAs(url, owner);
    const result = await apiClient.call(api.projects.list, { path: { workspace: "northwind" } });
    return `/northwind/projects/${result.data.find((each) => each.name === name)?.id}${subpath}`;
  };

export const workspacePages: readonly PageSpec[] = [
  {
    name: "home",
    path: "/northwind",
    as: owner,
    shows: "Overview",
    primary: link("Create instance"),
  },
  {
    name: "instances",
    path: "/northwind/instances",
    as: owner,
    shows: "Instances",
    primary: link("Create instance"),
  },
  {
    name: "instance",
    path: instancePage("infer-a"),
    as: owner,
    shows: "infer-a",
    primary: button("Reboot"),
  },
  {
    name: "instance-timeline",
    path: instancePage("infer-a", "?tab=timeline"),
    as: owner,
    shows: "infer-a",
    primary: button("Reboot"),
  },
  {
    name: "instance-usage",
    path: instancePage("infer-a", "?tab=usage"),
    as: owner,
    shows: "infer-a",
    primary: button("Reboot"),
  },
  {
    name: "instance-console-log",
    path: instancePage("infer-a", "?tab=console"),
    as: owner,
    shows: "infer-a",
    primary: button("Reboot"),
  },
  {
    name: "instance-metrics",
    path: instancePage("infer-a", "?tab=metrics"),
    as: owner,
    shows: "infer-a",
    primary: button("Reboot"),
  },
  {
    name: "instance-settings",
    path: instancePage("infer-a", "?tab=settings"),
    as: owner,
    shows: "infer-a",
    primary: button("Reboot"),
  },
  {
    name: "instance-stopped",
    path: instancePage("batch-07"),
    as: owner,
    shows: "batch-07",
    primary: button("Power on"),
  },
  {
    name: "instance-failed",
    path: instancePage("render-no-capacity"),
    as: owner,
    shows: "render-no-capacity",
    primary: button("Terminate"),
  },
  {
    name: "instance-terminated",
    path: instancePage("bench-old"),
    as: owner,
    shows: "bench-old",
    primary: link("Create similar instance"),
  },
  {
    name: "create-instance",
    path: "/northwind/cart?region=keflavik",
    as: owner,
    shows: "Create instance",
    primary: button("Create instance"),
  },
  {
    name: "create-instance-grid",
    path: "/northwind/cart?region=keflavik&layout=grid",
    as: owner,
    shows: "Create instance",
    primary: button("Create instance"),
  },
  {
    name: "cart",
    path: async (url) => {
      const apiClient = await signInAs(url, owner);
      const { products, images } = await apiClient.call(api.catalogue.offer, {});
      const line = (product: string, names: string) =>
        new URLSearchParams({
          region: "lulea",
          product: products.find(({ name }) => name === product)?.id ?? "",
          image: images[0]?.id ?? "",
          quantity: String(names.split(",").length),
          names,
        }).toString();
      const lines = [line("2 vCPU", "edge-1,edge-2"), line("1 × H100 SXM", "tune-1")].join("|");
      return `/northwind/cart/overview?${new URLSearchParams({ lines }).toString()}`;
    },
    as: owner,
    shows: "1 × H100 SXM",
    primary: button("Create 3 instances"),
  },
  {
    name: "cart-empty",
    path: "/northwind/cart/overview",
    as: owner,
    shows: "Your cart is empty",
    primary: link("Create instance"),
  },
  {
    name: "queue",
    path: "/northwind/cart/queue",
    as: owner,
    shows: "Waiting orders",
    primary: link("Create instance"),
  },
  {
    name: "projects",
    path: "/northwind/projects",
    as: owner,
    shows: "Projects",
    primary: link("Create project"),
  },
  {
    name: "project",
    path: projectPage("Vision"),
    as: owner,
    shows: "Vision",
    primary: link("Create instance"),
  },
  {
    name: "project-instances",
    path: projectPage("Vision", "/instances"),
    as: owner,
    shows: "Vision",
    primary: link("Create instance"),
  },
  {
    name: "project-settings",
    path: projectPage("Vision", "/settings"),
    as: owner,
    shows: "Name and color",
    primary: button("Delete project"),
  },
  {
    name: "projects-map",
    path: "/northwind/projects?view=map",
    as: owner,
    shows: "Instances by project",
    primary: link("Create project"),
  },
  {
    name: "project-add",
    path: "/northwind/projects/add",
    as: owner,
    shows: "Create project",
    primary: button("Create project"),
  },
  {
    name: "activities",
    path: "/northwind/activities",
    as: owner,
    shows: "Activity",
    primary: button("Export CSV"),
  },
  {
    name: "activity",
    path: async (url) => {
      const apiClient = await signInAs(url, owner);
      const result = await apiClient.call(api.activity.ofWorkspace, {
        path: { workspace: "northwind" },
      });
      return `/northwind/activities/${result.data[0]?.id}`;
    },
    as: owner,
    shows: "Details",
    primary: button("Copy request ID"),
  },
];
