/**
 * The lists of the staff area as CSV files. Each export has the guard, the filters and the order of its list, and is
 * audited: it takes data of all customers out of the product. docs/decisions/0061-daily-lists.md
 */
import { z } from "zod";
import { adminHistoryQuery, adminInvoiceListQuery } from "./admin-billing.ts";
import { adminCommandListQuery } from "./admin-commands.ts";
import { adminInstanceListQuery } from "./admin-instances.ts";
import { workspaceListQuery } from "./admin-workspaces.ts";
import { balanceApprovalListQuery } from "./balance-approvals.ts";
import { bareMetalItemListQuery, bareMetalProductListQuery } from "./bare-metal-items.ts";
import { defineEndpoints, fileDownload, get, type paginationQuery, staff } from "./endpoint.ts";
import { imageListQuery } from "./images.ts";
import { findingListQuery } from "./infrastructure.ts";
import { limitRequestListQuery } from "./limit-requests.ts";
import { promoCodeListQuery } from "./promo-codes.ts";
import { defineResource } from "./resource.ts";
import { staffListQuery } from "./staff-roles.ts";
import { dataCopyListQuery, userListQuery } from "./users.ts";
import { virtualProductListQuery } from "./virtual-products.ts";
import { volumeProductListQuery } from "./volume-products.ts";

/** The query of a list without its pages. */
function exported<S extends ReturnType<typeof paginationQuery>>(
  query: z.ZodObject<S, z.core.$strict>,
) {
  const {
    page: _page,
    perPage: _perPage,
    after: _after,
    before: _before,
    ...filters
  } = query.shape;
  return z.strictObject(filters);
}

export const staffExportsResource = defineResource("staffExports", { hasActivity: true });

/** Each has at most `maxExportRows` rows. */
export const staffExports = defineEndpoints(staffExportsResource, {
  users: get("/admin/users/export", {
    summary: "Export users as CSV: up to 10,000 rows, with the filters and the order of the list",
    access: staff("staff.user.view"),
    query: exported(userListQuery),
    responseFileType: "text/csv",
    response: fileDownload,
    audited: true,
  }),
  usersWithoutWorkspace: get("/admin/users/no-role/export", {
    summary:
      "Export users without a workspace as CSV: up to 10,000 rows, with the filters and the order of the list",
    access: staff("staff.user.view"),
    query: exported(userListQuery),
    responseFileType: "text/csv",
    response: fileDownload,
    audited: true,
  }),
  dataCopyRequests: get("/admin/users/data-copy-requests/export", {
    summary:
      "Export data export requests as CSV: up to 10,000 rows, with the filters and the order of the list",
    access: staff("staff.data_copy.view"),
    query: exported(dataCopyListQuery),
    responseFileType: "text/csv",
    response: fileDownload,
    audited: true,
  }),
  staff: get("/admin/user-staff-roles/export", {
    summary:
      "Export staff members as CSV: up to 10,000 rows, with the filters and the order of the list",
    access: staff("staff.staff_role.view"),
    query: exported(staffListQuery),
    responseFileType: "text/csv",
    response: fileDownload,
    audited: true,
  }),
  workspaces: get("/admin/workspaces/export", {
    summary:
      "Export all workspaces as CSV: up to 10,000 rows, with the filters and the order of the list",
    access: staff("staff.workspace.view"),
    query: exported(workspaceListQuery),
    responseFileType: "text/csv",
    response: fileDownload,
    audited: true,
  }),
  limitRequests: get("/admin/limit-requests/export", {
    summary:
      "Export requests for higher limits as CSV: up to 10,000 rows, with the filters and the order of the list",
    access: staff("staff.billing.limits_view"),
    query: exported(limitRequestListQuery),
    responseFileType: "text/csv",
    response: fileDownload,
    audited: true,
  }),
  instances: get("/admin/instances/export", {
    summary:
      "Export the instances of all workspaces as CSV: up to 10,000 rows, with the filters and the order of the list",
    access: staff("staff.instance.view"),
    query: exported(adminInstanceListQuery),
    responseFileType: "text/csv",
    response: fileDownload,
    audited: true,
  }),
  commands: get("/admin/commands/export", {
    summary:
      "Export the commands of all workspaces as CSV: up to 10,000 rows, with the filters and the order of the list",
    access: staff("staff.command.view"),
    query: exported(adminCommandListQuery),
    responseFileType: "text/csv",
    response: fileDownload,
    audited: true,
  }),
  findings: get("/admin/infrastructure/findings/export", {
    summary:
      "Export what comparisons with the providers found as CSV: up to 10,000 rows, with the filters and the order of the list",
    access: staff("staff.infra.view"),
    query: exported(findingListQuery),
    responseFileType: "text/csv",
    response: fileDownload,
    audited: true,
  }),
  invoices: get("/admin/workspaces/billing/invoices/export", {
    summary:
      "Export the invoices and credit notes of all workspaces as CSV: up to 10,000 rows, with the filters and the order of the list",
    access: staff("staff.invoice.view"),
    query: exported(adminInvoiceListQuery),
    responseFileType: "text/csv",
    response: fileDownload,
    audited: true,
  }),
  billingHistory: get("/admin/workspaces/billing/history/export", {
    summary:
      "Export the movements of all balances as CSV: up to 10,000 rows, with the filters and the order of the list",
    access: staff("staff.billing.view"),
    query: exported(adminHistoryQuery),
    responseFileType: "text/csv",
    response: fileDownload,
    audited: true,
  }),
  balanceApprovals: get("/admin/balance-approvals/export", {
    summary:
      "Export amounts that wait for approval as CSV: up to 10,000 rows, with the filters and the order of the list",
    access: staff("staff.workspace.balance_view"),
    query: exported(balanceApprovalListQuery),
    responseFileType: "text/csv",
    response: fileDownload,
    audited: true,
  }),
  promoCodes: get("/admin/promotional-code/export", {
    summary:
      "Export promo codes as CSV: up to 10,000 rows, with the filters and the order of the list",
    access: staff("staff.promo.view"),
    query: exported(promoCodeListQuery),
    responseFileType: "text/csv",
    response: fileDownload,
    audited: true,
  }),
  images: get("/admin/virtual-instances-images/export", {
    summary: "Export images as CSV: up to 10,000 rows, with the filters and the order of the list",
    access: staff("staff.image.view"),
    query: exported(imageListQuery),
    responseFileType: "text/csv",
    response: fileDownload,
    audited: true,
  }),
  volumeProducts: get("/admin/volumes-products/export", {
    summary:
      "Export types of block storage as CSV: up to 10,000 rows, with the filters and the order of the list",
    access: staff("staff.volume.view"),
    query: exported(volumeProductListQuery),
    responseFileType: "text/csv",
    response: fileDownload,
    audited: true,
  }),
  virtualProducts: get("/admin/virtual-products/export", {
    summary:
      "Export virtual products as CSV: up to 10,000 rows, with the filters and the order of the list",
    access: staff("staff.product.manage"),
    query: exported(virtualProductListQuery),
    responseFileType: "text/csv",
    response: fileDownload,
    audited: true,
  }),
  bareMetalProducts: get("/admin/bare-metal-products/export", {
    summary:
      "Export bare-metal products as CSV: up to 10,000 rows, with the filters and the order of the list",
    access: staff("staff.bm_product.view"),
    query: exported(bareMetalProductListQuery),
    responseFileType: "text/csv",
    response: fileDownload,
    audited: true,
  }),
  bareMetalItems: get("/admin/bare-metal-product-items/export", {
    summary:
      "Export the items of bare-metal products as CSV: up to 10,000 rows, with the filters and the order of the list",
    access: staff("staff.bm_item.view"),
    query: exported(bareMetalItemListQuery),
    responseFileType: "text/csv",
    response: fileDownload,
    audited: true,
  }),
});
