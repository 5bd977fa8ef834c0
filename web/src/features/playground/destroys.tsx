/** Endpoints that require a typed name in the console, and how to find the name of their target. */
import type { ReactNode } from "react";
import { adminWorkspaces } from "#contracts/admin-workspaces.ts";
import { bareMetalItems } from "#contracts/bare-metal-items.ts";
import { credentials } from "#contracts/credentials.ts";
import { images } from "#contracts/images.ts";
import { instances } from "#contracts/instances.ts";
import { projects } from "#contracts/projects.ts";
import { tokens } from "#contracts/tokens.ts";
import { users } from "#contracts/users.ts";
import { volumeProducts } from "#contracts/volume-products.ts";
import { request, type RequestInput } from "../../lib/api/api-client.ts";
import { currentSession } from "../../lib/session/session.ts";
import { TerminateConsequences } from "../instances/shared/terminate-consequences.tsx";

interface Destroyed {
  /** The name to type before the request is sent. */
  readonly name: string;
  readonly consequences?: ReactNode;
}

type Find = (
  path: Readonly<Record<string, string>>,
) => Promise<Destroyed | null> | Destroyed | null;

const mostPerPage = "100";

const workspaceItself: Find = ({ workspace = "" }) => ({ name: workspace });

const finds: Readonly<Record<string, Find>> = {
  "instances.terminate": async ({ workspace = "", instance = "" }) => {
    const found = await request(instances.view, { path: { workspace, instance } });
    return {
      name: found.hostname,
      consequences: <TerminateConsequences workspace={workspace} instance={found} />,
    };
  },
  "projects.remove": ({ workspace = "", project = "" }) =>
    request(projects.view, { path: { workspace, project } }),
  "credentials.remove": async ({ workspace = "", credential = "" }) => {
    const query = { perPage: mostPerPage };
    const { data } = await request(credentials.list, { path: { workspace }, query });
    return data.find(({ id }) => id === credential) ?? null;
  },
  "tokens.remove": ({ workspace = "", token = "" }) =>
    request(tokens.view, { path: { workspace, token } }),
  "tokens.removeOwn": async ({ token = "" }) => {
    const { data } = await request(tokens.own, { query: { perPage: mostPerPage } });
    return data.find(({ id }) => id === token) ?? null;
  },
  "workspaces.remove": workspaceItself,
  "members.reassignOwner": workspaceItself,
  "adminWorkspaces.remove": async ({ adminWorkspace = "" }) => ({
    name: (await request(adminWorkspaces.view, { path: { adminWorkspace } })).handle,
  }),
  "bareMetalItems.retire": async ({ bareMetalItem = "" }) => ({
    name: (await request(bareMetalItems.view, { path: { bareMetalItem } })).serial,
  }),
  "bareMetalProducts.retireItem": async ({ bareMetalItem = "" }) => ({
    name: (await request(bareMetalItems.view, { path: { bareMetalItem } })).serial,
  }),
  "images.remove": async ({ image = "" }) => ({
    name: (await request(images.view, { path: { image } })).name,
  }),
  "volumeProducts.remove": async ({ volumeProduct = "" }) => {
    const query = { search: volumeProduct };
    return (await request(volumeProducts.list, { query })).data[0] ?? null;
  },
  "users.deleteForever": async ({ user = "" }) => ({
    name: (await request(users.view, { path: { user } })).email,
  }),
  "account.deactivate": () => {
    const { self } = currentSession();
    return self === null ? null : { name: self.user.email };
  },
  "maintenance.on": () => ({ name: "maintenance" }),
};

export const destroys = (id: string): boolean => Object.hasOwn(finds, id);

/** The target that the request would destroy. If it is not found, the id in the path has to be typed instead. */
export async function destroyedBy(
  id: string,
  { path = {} }: Pick<RequestInput, "path">,
): Promise<Destroyed> {
  const last = Object.values(path).at(-1) ?? id;
  try {
    return (await finds[id]?.(path)) ?? { name: last };
  } catch {
    // The target does not exist or is not visible to this user: the server rejects the request.
    return { name: last };
  }
}
