/** Pages of the user: workspaces, onboarding, account. */
import { button, link, type PageSpec, owner } from "./page-spec.ts";

export const ownPages: readonly PageSpec[] = [
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
    shows: "No workspaces yet",
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
    shows: "Who are invoices for?",
    primary: button("Save and continue"),
  },
  {
    name: "playground",
    path: "/playground?call=projects.create&workspace=northwind",
    as: owner,
    shows: "API playground",
    primary: button("Send POST"),
  },
  {
    name: "account-general",
    path: "/account/general",
    as: owner,
    shows: "General",
    primary: button("Request export"),
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
    primary: button("End all sessions"),
  },
  {
    name: "my-activity",
    path: "/my-activities",
    as: owner,
    shows: "My activity",
    primary: button("Resource"),
  },
  {
    name: "docs-roles",
    path: "/docs/roles",
    as: owner,
    shows: "Every permission",
    primary: button("Search documentation"),
  },
];
