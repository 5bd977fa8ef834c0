/** The lists that ids are picked from, each loaded through the API with the user's own session. */
import { adminWorkspaces } from "#contracts/admin-workspaces.ts";
import { catalogue, type Product } from "#contracts/catalogue.ts";
import { credentials } from "#contracts/credentials.ts";
import type { Endpoint, EndpointInput, EndpointOutput, PageMeta } from "#contracts/endpoint.ts";
import { instances } from "#contracts/instances.ts";
import { invites, members } from "#contracts/members.ts";
import { projects } from "#contracts/projects.ts";
import { sessions } from "#contracts/sessions.ts";
import { tokens } from "#contracts/tokens.ts";
import { users } from "#contracts/users.ts";
import {
  endpointQuery,
  type QueryDefinition,
  type RequestInput,
} from "../../lib/api/api-client.ts";
import { formatHourlyRate } from "../../lib/i18n/format.ts";
import type { LookupName } from "./lookup-names.ts";

export interface LookupRow {
  /** What the request contains. */
  readonly value: string;
  readonly label: string;
  /** Tells rows of the same label apart; may be empty. */
  readonly detail: string;
}

interface LookupPage {
  readonly data: readonly LookupRow[];
  readonly meta: PageMeta;
}

export interface Lookup {
  /** Decides whether the user may load the list. */
  readonly endpoint: Endpoint;
  readonly needsWorkspace: boolean;
  readonly read: (workspace: string, search: string) => QueryDefinition<LookupPage>;
}

function createLookup<C extends Endpoint>(
  endpoint: C,
  input: (workspace: string, search: string) => EndpointInput<C> & RequestInput,
  toPage: (response: EndpointOutput<C>, search: string) => LookupPage,
): Lookup {
  return {
    endpoint,
    needsWorkspace: endpoint.path.includes(":workspace"),
    read: (workspace, search) => {
      const { sends, queryKey, queryFn } = endpointQuery(endpoint, input(workspace, search));
      return {
        sends,
        queryKey: [...queryKey, "lookup", search],
        queryFn: async (context) => toPage(await queryFn(context), search),
      };
    },
  };
}

const pageOf =
  <Row>(toRow: (row: Row) => LookupRow) =>
  ({ data, meta }: { data: readonly Row[]; meta: PageMeta }): LookupPage => ({
    data: data.map(toRow),
    meta,
  });

/** A list without a search of its own is filtered here. */
function filtered(rows: readonly LookupRow[], search: string): LookupPage {
  const term = search.trim().toLowerCase();
  const data = rows.filter(({ label, detail }) =>
    `${label} ${detail}`.toLowerCase().includes(term),
  );
  const total = data.length;
  const meta = { page: 1, perPage: total, total, totalIsExact: true, lastPage: 1 };
  return { data, meta: { ...meta, next: null, previous: null } };
}

const perPage = "50";
const inWorkspace = (workspace: string, search: string) => ({
  path: { workspace },
  query: { search, perPage },
});
const everywhere = (_: string, search: string) => ({ query: { search, perPage } });

const productRow =
  (value: "id" | "priceSnapshotId") =>
  (product: Product): LookupRow => ({
    value: product[value],
    label: product.name,
    detail: `${formatHourlyRate(product.rateMicrosPerHour)}/h`,
  });

export const lookups: Readonly<Record<LookupName, Lookup>> = {
  projects: createLookup(
    projects.list,
    inWorkspace,
    pageOf(({ id, name }) => ({ value: id, label: name, detail: "" })),
  ),
  instances: createLookup(
    instances.list,
    inWorkspace,
    pageOf(({ id, hostname, status, region }) => ({
      value: id,
      label: hostname,
      detail: `${region.name}, ${status}`,
    })),
  ),
  credentials: createLookup(
    credentials.list,
    inWorkspace,
    pageOf(({ id, name, type }) => ({ value: id, label: name, detail: type })),
  ),
  tokens: createLookup(
    tokens.list,
    inWorkspace,
    pageOf(({ id, name, status }) => ({ value: id, label: name, detail: status })),
  ),
  ownTokens: createLookup(
    tokens.own,
    () => ({ query: { perPage: "100" } }),
    ({ data }, search) =>
      filtered(
        data.map(({ id, name, workspace }) => ({
          value: id,
          label: name,
          detail: workspace.handle,
        })),
        search,
      ),
  ),
  members: createLookup(
    members.list,
    inWorkspace,
    pageOf(({ id, name, email }) => ({ value: id, label: name, detail: email })),
  ),
  invites: createLookup(
    invites.list,
    (workspace) => ({ path: { workspace }, query: { perPage: "100" } }),
    ({ data }, search) =>
      filtered(
        data.map(({ id, email, status }) => ({ value: id, label: email, detail: status })),
        search,
      ),
  ),
  users: createLookup(
    users.list,
    everywhere,
    pageOf(({ id, email, firstName, lastName }) => ({
      value: id,
      label: email,
      detail: `${firstName} ${lastName}`,
    })),
  ),
  adminWorkspaces: createLookup(
    adminWorkspaces.list,
    everywhere,
    pageOf(({ id, name, handle }) => ({ value: id, label: name, detail: handle })),
  ),
  sessions: createLookup(
    sessions.list,
    () => ({ query: { perPage: "100" } }),
    ({ data }, search) =>
      filtered(
        data.map(({ id, device, ip }) => ({ value: id, label: device ?? id, detail: ip ?? "" })),
        search,
      ),
  ),
  regions: createLookup(
    catalogue.regionNames,
    () => ({}),
    ({ data }, search) =>
      filtered(
        data.map(({ handle, name }) => ({ value: handle, label: name, detail: handle })),
        search,
      ),
  ),
  products: createLookup(
    catalogue.offer,
    () => ({}),
    ({ products }, search) => filtered(products.map(productRow("id")), search),
  ),
  prices: createLookup(
    catalogue.offer,
    () => ({}),
    ({ products }, search) => filtered(products.map(productRow("priceSnapshotId")), search),
  ),
  images: createLookup(
    catalogue.offer,
    () => ({}),
    ({ images }, search) =>
      filtered(
        images.map(({ id, name, version, architecture }) => ({
          value: id,
          label: `${name} ${version}`,
          detail: architecture,
        })),
        search,
      ),
  ),
};
