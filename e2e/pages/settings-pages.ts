/** Settings of a workspace. */
import { api } from "#contracts/api.ts";
import { signInAs } from "../support/api-client.ts";
import { button, field, link, type PageSpec, owner } from "./page-spec.ts";

const tokenPage = (name: string) => async (url: string) => {
  const apiClient = await signInAs(url, owner);
  const result = await apiClient.call(api.tokens.list, {
    path: { workspace: "northwind" },
    query: { search: name },
  });
  return `/northwind/settings/access-tokens/${result.data[0]?.id}`;
};

/** Path of a webhook, which is created if there is none of that name. */
const webhookPage = (name: string) => async (url: string) => {
  const apiClient = await signInAs(url, owner);
  const path = { workspace: "northwind" };
  const { data } = await apiClient.call(api.webhookEndpoints.list, { path });
  const found = data.find((each) => each.name === name);
  if (found !== undefined) return `/northwind/settings/webhooks/${found.id}`;
  const { webhookEndpoint } = await apiClient.call(api.webhookEndpoints.create, {
    path,
    body: { name, url: "https://hooks.example.org/boreal", eventTypes: ["instance.stopped"] },
  });
  return `/northwind/settings/webhooks/${webhookEndpoint.id}`;
};

export const settingsPages: readonly PageSpec[] = [
  {
    name: "settings-limits",
    path: "/northwind/settings/limits",
    as: owner,
    shows: "Limits",
    primary: button("Request more: Instances"),
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
    path: tokenPage("ci-deploy"),
    as: owner,
    shows: "ci-deploy",
    primary: button("Rotate"),
  },
  {
    name: "access-token-add",
    path: "/northwind/settings/access-tokens/add",
    as: owner,
    shows: "Create token",
    primary: button("Create token"),
  },
  {
    name: "webhooks",
    path: "/northwind/settings/webhooks",
    as: owner,
    shows: "Webhooks",
    primary: link("Create webhook"),
  },
  {
    name: "webhook-add",
    path: "/northwind/settings/webhooks/add",
    as: owner,
    shows: "Create webhook",
    primary: button("Create webhook"),
  },
  {
    name: "webhook",
    path: webhookPage("Deploy hook"),
    as: owner,
    shows: "Deploy hook",
    primary: button("Send test event"),
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
];
