/** The pages that are looked at: where each is, for whom, and what on it is pressed first. */
import type { Locator, Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { signedInAs } from "./customer.ts";

const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name });
const field = (name: string) => (page: Page) => page.getByLabel(name);
const link = (name: string | RegExp) => (page: Page) => page.getByRole("link", { name });

export interface Look {
  /** The picture's name. */
  readonly name: string;
  readonly path: string | ((world: string) => Promise<string>);
  /** Nobody where not given. */
  readonly as?: string;
  /** Shown once the page stands. */
  readonly shows: string | RegExp;
  readonly primary: (page: Page) => Locator;
}

export const owner = "owner@demo.test";
const itAdmin = "it-admin@demo.test";

/** The address of a machine or project of the demo, by its name. */
const machine =
  (name: string, tab = "") =>
  async (url: string) => {
    const visitor = await signedInAs(url, owner);
    const found = await visitor.do(api.instances.list, {
      path: { workspace: "northwind" },
      query: { search: name, status: "active,stopped,error,building,terminated" },
    });
    return `/northwind/instances/${found.data[0]?.id}${tab}`;
  };
const project =
  (name: string, part = "") =>
  async (url: string) => {
    const visitor = await signedInAs(url, owner);
    const found = await visitor.do(api.projects.list, { path: { workspace: "northwind" } });
    return `/northwind/projects/${found.data.find((each) => each.name === name)?.id}${part}`;
  };

const token = (name: string) => async (url: string) => {
  const visitor = await signedInAs(url, owner);
  const found = await visitor.do(api.tokens.list, {
    path: { workspace: "northwind" },
    query: { search: name },
  });
  return `/northwind/settings/access-tokens/${found.data[0]?.id}`;
};

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

export const looks: readonly Look[] = [
  { name: "sign-in", path: "/auth/login", shows: "Sign in", primary: button("Sign in") },
  {
    name: "register",
    path: "/auth/register",
    shows: "Create an account",
    primary: button("Create account"),
  },
  {
    name: "verify",
    path: "/auth/verify/none",
    shows: "Verify your address",
    primary: button("Verify my address"),
  },
  {
    name: "resend",
    path: "/auth/verify/resend",
    shows: "Verify your address",
    primary: button("Send the link"),
  },
  {
    name: "reset",
    path: "/auth/reset",
    shows: "Reset your password",
    primary: button("Send the link"),
  },
  {
    name: "new-password",
    path: "/auth/reset/none",
    shows: "Set a new password",
    primary: button("Set the password"),
  },
  {
    name: "freeze",
    path: "/auth/freeze/none",
    shows: "This wasn't you?",
    primary: button("Lock my account"),
  },
  {
    name: "workspaces",
    path: "/workspaces",
    as: owner,
    shows: "Workspaces",
    primary: link("Create workspace"),
  },
  {
    name: "workspaces-empty",
    path: "/workspaces",
    as: "newcomer@demo.test",
    shows: "No workspace yet",
    primary: link("Create workspace"),
  },
  {
    name: "workspace-add",
    path: "/workspaces/add",
    as: owner,
    shows: "Create workspace",
    primary: button("Create workspace"),
  },
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
    path: machine("infer-a"),
    as: owner,
    shows: "infer-a",
    primary: button("Reboot"),
  },
  {
    name: "instance-timeline",
    path: machine("infer-a", "?tab=timeline"),
    as: owner,
    shows: "infer-a",
    primary: button("Reboot"),
  },
  {
    name: "instance-usage",
    path: machine("infer-a", "?tab=usage"),
    as: owner,
    shows: "infer-a",
    primary: button("Reboot"),
  },
  {
    name: "instance-stopped",
    path: machine("batch-07"),
    as: owner,
    shows: "batch-07",
    primary: button("Power on"),
  },
  {
    name: "instance-failed",
    path: machine("render-no-capacity"),
    as: owner,
    shows: "render-no-capacity",
    primary: button("Terminate"),
  },
  {
    name: "instance-terminated",
    path: machine("bench-old"),
    as: owner,
    shows: "bench-old",
    primary: link("Create another like it"),
  },
  {
    name: "create-instance",
    path: "/northwind/instances/create?region=keflavik",
    as: owner,
    shows: "Create instance",
    primary: button("Create instance"),
  },
  {
    name: "projects",
    path: "/northwind/projects",
    as: owner,
    shows: "Projects",
    primary: link("Add project"),
  },
  {
    name: "project",
    path: project("Vision"),
    as: owner,
    shows: "Vision",
    primary: link("Create instance"),
  },
  {
    name: "project-settings",
    path: project("Vision", "/settings"),
    as: owner,
    shows: "Name and colour",
    primary: button("Delete project"),
  },
  {
    name: "projects-map",
    path: "/northwind/projects?view=map",
    as: owner,
    shows: "What runs where",
    primary: link("Add project"),
  },
  {
    name: "project-add",
    path: "/northwind/projects/add",
    as: owner,
    shows: "Add project",
    primary: button("Add project"),
  },
  {
    name: "credentials",
    path: "/northwind/settings/credentials",
    as: owner,
    shows: "SSH keys",
    primary: button("Add key"),
  },
  {
    name: "access-tokens",
    path: "/northwind/settings/access-tokens",
    as: owner,
    shows: "Access tokens",
    primary: link("Create token"),
  },
  {
    name: "access-token",
    path: token("ci-deploy"),
    as: owner,
    shows: "ci-deploy",
    primary: button("Rotate…"),
  },
  {
    name: "access-token-add",
    path: "/northwind/settings/access-tokens/add",
    as: owner,
    shows: "Create token",
    primary: button("Create token"),
  },
  {
    name: "team-members",
    path: "/northwind/settings/team-members",
    as: owner,
    shows: "Members",
    primary: button("Invite people"),
  },
  {
    name: "pending-team-members",
    path: "/northwind/settings/pending-team-members",
    as: owner,
    shows: "Invitations",
    primary: button("Invite people"),
  },
  {
    name: "settings-general",
    path: "/northwind/settings/general",
    as: owner,
    shows: "General",
    primary: field("Handle"),
  },
  {
    name: "onboarding-workspace",
    path: "/onboarding/workspace",
    as: owner,
    shows: "Create workspace",
    primary: button("Create workspace"),
  },
  {
    name: "onboarding-billing-information",
    path: "/onboarding/billing-information",
    as: owner,
    shows: "Billing information",
    primary: button("Go on"),
  },
  {
    name: "onboarding-payment-method",
    path: "/onboarding/payment-method",
    as: owner,
    shows: "Payment method",
    primary: button("Go on"),
  },
  {
    name: "playground",
    path: "/playground?call=projects.create&workspace=northwind",
    as: owner,
    shows: "API playground",
    primary: button("Send POST"),
  },
  {
    name: "activities",
    path: "/northwind/activities",
    as: owner,
    shows: "Activity",
    primary: button("Export CSV"),
  },
  {
    name: "error-400",
    path: "/400?message=The+time+zone+is+unknown",
    shows: "We couldn't process that",
    primary: link("Go to the start"),
  },
  {
    name: "error-401",
    path: "/401?message=No+session",
    shows: "Please sign in again",
    primary: link("Sign in"),
  },
  {
    name: "error-403",
    path: "/403?cause=instance.view",
    shows: "You don't have access to this",
    primary: link("Go to the start"),
  },
  {
    name: "error-404",
    path: "/404?message=Workspace+x+not+found",
    shows: "We can't find that",
    primary: link("Go to the start"),
  },
  {
    name: "account-general",
    path: "/account/general",
    as: owner,
    shows: "General",
    primary: button("Request a copy"),
  },
  {
    name: "account-security",
    path: "/account/security",
    as: owner,
    shows: "Security",
    primary: button("Turn on"),
  },
  {
    name: "account-sessions",
    path: "/account/sessions",
    as: owner,
    shows: "Sessions",
    primary: button("End all"),
  },
  {
    name: "my-activity",
    path: "/my-activities",
    as: owner,
    shows: "My activity",
    primary: button("About"),
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
    path: person("member@demo.test"),
    as: itAdmin,
    shows: "Demo Member",
    primary: button("Act as this person"),
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
    primary: button("Give a role"),
  },
  {
    name: "admin-data-copies",
    path: "/admin/data-copy-requests",
    as: itAdmin,
    shows: "Data copies",
    // Nobody asked for one yet, so that the page itself offers nothing to press.
    primary: button(/^Account of/),
  },
  {
    name: "admin-maintenance",
    path: "/admin/maintenance",
    as: itAdmin,
    shows: "Maintenance",
    primary: button("Begin maintenance"),
  },
  {
    name: "error-423",
    path: "/423?cause=Since+noon",
    shows: /We're doing maintenance/,
    primary: link("Terms"),
  },
  {
    name: "error-429",
    path: "/429?seconds=3000",
    shows: /Too many requests/,
    primary: link("Go to the start"),
  },
  {
    name: "error-500",
    path: "/500?prettyCause=0b7e7c1e",
    shows: "Something broke on our side",
    primary: link("Go to the start"),
  },
];
