/** Handlers of the exports of staff lists. Each reads the query of its list, page by page. */
import type { z } from "zod";
import { adminBilling } from "#contracts/admin-billing.ts";
import { adminCommands } from "#contracts/admin-commands.ts";
import { adminInstances } from "#contracts/admin-instances.ts";
import { adminWorkspaces } from "#contracts/admin-workspaces.ts";
import { balanceApprovals } from "#contracts/balance-approvals.ts";
import { bareMetalItems, bareMetalProducts } from "#contracts/bare-metal-items.ts";
import type { Endpoint, fileDownload } from "#contracts/endpoint.ts";
import { maxExportRows } from "#contracts/export-limit.ts";
import { images } from "#contracts/images.ts";
import { infrastructure } from "#contracts/infrastructure.ts";
import { limitRequests } from "#contracts/limit-requests.ts";
import { promoCodes } from "#contracts/promo-codes.ts";
import { staffExports as endpoints } from "#contracts/staff-exports.ts";
import { staffRoles } from "#contracts/staff-roles.ts";
import { users } from "#contracts/users.ts";
import { virtualProducts } from "#contracts/virtual-products.ts";
import { volumeProducts } from "#contracts/volume-products.ts";
import { iterateList } from "../../core/db/iterate-list.ts";
import type { ListQuery } from "../../core/db/list.ts";
import type { SessionCaller } from "../../core/http/authorization.ts";
import type { HandlerContext, Handlers } from "../../core/http/handlers.ts";
import { csvHeader, csvLines } from "../../core/lib/csv.ts";
import { bareMetalItemsHandlers, bareMetalProductsHandlers } from "../bare-metal/handlers.ts";
import { balanceApprovalsHandlers } from "../billing/balance-approvals.ts";
import { limitRequestsHandlers } from "../billing/limit-requests.ts";
import { promoCodesHandlers } from "../billing/promo-codes.ts";
import { adminCommandsHandlers } from "../commands/admin-handlers.ts";
import { infrastructureHandlers } from "../infrastructure/handlers.ts";
import { adminInstancesHandlers } from "../instances/admin-handlers.ts";
import { staffRolesHandlers } from "../staff-roles/handlers.ts";
import { virtualProductsHandlers } from "../virtual-products/handlers.ts";
import { volumeProductsHandlers } from "../volume-products/handlers.ts";
import {
  bareMetalItemColumns,
  bareMetalProductColumns,
  imageColumns,
  virtualProductColumns,
  volumeProductColumns,
} from "./catalogue-columns.ts";
import type { Columns } from "./cells.ts";
import {
  balanceApprovalColumns,
  commandColumns,
  dataCopyColumns,
  findingColumns,
  historyColumns,
  instanceColumns,
  invoiceColumns,
  limitRequestColumns,
  promoCodeColumns,
  staffColumns,
  userColumns,
  workspaceListColumns,
} from "./columns.ts";

/** The export of a list, as `staffExports` declares it. */
type ExportEndpoint = Endpoint & {
  readonly query: z.ZodObject;
  readonly response: typeof fileDownload;
};

interface ListEndpoint<Row extends z.ZodType> {
  readonly response: z.ZodObject<{ data: z.ZodArray<Row> }>;
}

type ExportContext<E extends ExportEndpoint> = Pick<
  HandlerContext<Endpoint>,
  "tx" | "now" | "audit" | "path"
> & {
  readonly caller: SessionCaller;
  readonly query: z.output<E["query"]>;
};

/** A list of which a page is read with the filters of its export. */
interface ListReader<E extends ExportEndpoint> {
  readonly reason: string;
  readonly list: (
    context: Pick<ExportContext<E>, "now" | "path" | "caller"> & {
      readonly query: z.output<E["query"]> & ListQuery["page"];
    },
  ) => ListQuery;
}

const isSystemList = <H>(handler: H): handler is Extract<H, { kind: "system listing" }> =>
  typeof handler === "object" &&
  handler !== null &&
  "kind" in handler &&
  handler.kind === "system listing";

/** The handler of a list of the staff area, which row-level security does not filter. */
function systemList<H>(handler: H): Extract<H, { kind: "system listing" }> {
  if (!isSystemList(handler)) throw new Error("only lists of all tenants are exported here");
  return handler;
}

/** Search terms are often names and addresses of people, and an audit event is never changed. */
const describeFilter = ([name, value]: [string, unknown]): string =>
  name === "search" ? name : `${name}: ${Array.isArray(value) ? value.join(", ") : String(value)}`;

const describeFilters = (query: object): string | null => {
  const used = Object.entries(query).filter(([, value]) => value !== undefined);
  return used.length === 0 ? null : used.map(describeFilter).join("; ");
};

const fileName = ({ id }: Endpoint, now: Date): string => {
  const words = id.replace(/^.*\./, "").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `boreal-${words}-${now.toISOString().slice(0, 10)}.csv`;
};

/** The first rows of a list, up to `maxExportRows`. Only the bytes of the file are kept in memory. */
const exportOf = <E extends ExportEndpoint, Row extends z.ZodType>(
  endpoint: E,
  { response }: ListEndpoint<Row>,
  reader: ListReader<E>,
  columns: Columns<z.output<Row>>,
) => ({
  kind: "system" as const,
  reason: reader.reason,
  run: async ({ tx, now, path, caller, query, audit }: ExportContext<E>) => {
    const names = Object.keys(columns);
    const cells = Object.entries(columns);
    const toCsvRow = (row: z.output<Row>) =>
      Object.fromEntries(cells.map(([name, cell]) => [name, cell(row)]));
    const chunks = [Buffer.from(csvHeader(names))];
    let count = 0;
    const pages = iterateList(
      tx,
      response.shape.data.element,
      (page) => reader.list({ now, path, caller, query: { ...query, ...page } }),
      maxExportRows,
    );
    for await (const page of pages) {
      count += page.length;
      chunks.push(Buffer.from(csvLines(names, page.map(toCsvRow))));
    }
    audit({
      changes: [
        { field: "exportedRows", from: null, to: count },
        { field: "exportFilters", from: null, to: describeFilters(query) },
      ],
    });
    return { name: fileName(endpoint, now), bytes: Uint8Array.from(Buffer.concat(chunks)) };
  },
});

/** Handlers that depend on the platform, with the lists that are exported. */
interface ExportedHandlers {
  readonly users: Pick<Handlers<typeof users>, "list" | "noRole" | "dataCopyRequests">;
  readonly adminWorkspaces: Pick<Handlers<typeof adminWorkspaces>, "list">;
  readonly images: Pick<Handlers<typeof images>, "list">;
  readonly adminBilling: Pick<Handlers<typeof adminBilling>, "history" | "invoices">;
}

export const staffExportsHandlers = (lists: ExportedHandlers): Handlers<typeof endpoints> => ({
  users: exportOf(endpoints.users, users.list, systemList(lists.users.list), userColumns),
  usersWithoutWorkspace: exportOf(
    endpoints.usersWithoutWorkspace,
    users.noRole,
    systemList(lists.users.noRole),
    userColumns,
  ),
  dataCopyRequests: exportOf(
    endpoints.dataCopyRequests,
    users.dataCopyRequests,
    systemList(lists.users.dataCopyRequests),
    dataCopyColumns,
  ),
  staff: exportOf(
    endpoints.staff,
    staffRoles.list,
    systemList(staffRolesHandlers.list),
    staffColumns,
  ),
  workspaces: exportOf(
    endpoints.workspaces,
    adminWorkspaces.list,
    systemList(lists.adminWorkspaces.list),
    workspaceListColumns,
  ),
  limitRequests: exportOf(
    endpoints.limitRequests,
    limitRequests.list,
    systemList(limitRequestsHandlers.list),
    limitRequestColumns,
  ),
  instances: exportOf(
    endpoints.instances,
    adminInstances.list,
    systemList(adminInstancesHandlers.list),
    instanceColumns,
  ),
  commands: exportOf(
    endpoints.commands,
    adminCommands.list,
    systemList(adminCommandsHandlers.list),
    commandColumns,
  ),
  findings: exportOf(
    endpoints.findings,
    infrastructure.findings,
    systemList(infrastructureHandlers.findings),
    findingColumns,
  ),
  invoices: exportOf(
    endpoints.invoices,
    adminBilling.invoices,
    systemList(lists.adminBilling.invoices),
    invoiceColumns,
  ),
  billingHistory: exportOf(
    endpoints.billingHistory,
    adminBilling.history,
    systemList(lists.adminBilling.history),
    historyColumns,
  ),
  balanceApprovals: exportOf(
    endpoints.balanceApprovals,
    balanceApprovals.list,
    systemList(balanceApprovalsHandlers.list),
    balanceApprovalColumns,
  ),
  promoCodes: exportOf(
    endpoints.promoCodes,
    promoCodes.list,
    systemList(promoCodesHandlers.list),
    promoCodeColumns,
  ),
  images: exportOf(endpoints.images, images.list, systemList(lists.images.list), imageColumns),
  volumeProducts: exportOf(
    endpoints.volumeProducts,
    volumeProducts.list,
    systemList(volumeProductsHandlers.list),
    volumeProductColumns,
  ),
  virtualProducts: exportOf(
    endpoints.virtualProducts,
    virtualProducts.list,
    systemList(virtualProductsHandlers.list),
    virtualProductColumns,
  ),
  bareMetalProducts: exportOf(
    endpoints.bareMetalProducts,
    bareMetalProducts.list,
    systemList(bareMetalProductsHandlers.list),
    bareMetalProductColumns,
  ),
  bareMetalItems: exportOf(
    endpoints.bareMetalItems,
    bareMetalItems.list,
    systemList(bareMetalItemsHandlers.list),
    bareMetalItemColumns,
  ),
});
