/**
 * Columns of the exports of staff lists. A cell is made of the row that the list shows, so that a file has nothing that
 * its reader cannot see on the page.
 */
import type { AdminHistoryRow, AdminInvoiceRow } from "#contracts/admin-billing.ts";
import type { AdminCommandRow } from "#contracts/admin-commands.ts";
import type { AdminInstanceRow } from "#contracts/admin-instances.ts";
import type { AdminWorkspaceRow } from "#contracts/admin-workspaces.ts";
import type { BalanceApproval } from "#contracts/balance-approvals.ts";
import type { Finding } from "#contracts/infrastructure.ts";
import type { AdminLimitRequest } from "#contracts/limit-requests.ts";
import type { PromoCode } from "#contracts/promo-codes.ts";
import type { StaffMember } from "#contracts/staff-roles.ts";
import type { DataCopyRequest, UserRow } from "#contracts/users.ts";
import { type Columns, usd } from "./cells.ts";

/** The columns of the workspace of a row. */
const workspaceColumns = {
  workspace: ({ workspace }: Of) => workspace?.handle ?? null,
  workspaceName: ({ workspace }: Of) => workspace?.name ?? null,
} as const;
interface Of {
  readonly workspace: { readonly handle: string; readonly name: string } | null;
}

export const userColumns: Columns<UserRow> = {
  email: ({ email }) => email,
  firstName: ({ firstName }) => firstName,
  lastName: ({ lastName }) => lastName,
  id: ({ id }) => id,
  status: ({ status }) => status,
  twoFactor: ({ twoFactorEnabled }) => twoFactorEnabled,
  staffRole: ({ staffRole }) => staffRole,
  workspaces: ({ workspaceCount }) => workspaceCount,
  createdAt: ({ createdAt }) => createdAt,
  lastActiveAt: ({ lastActiveAt }) => lastActiveAt,
};

export const dataCopyColumns: Columns<DataCopyRequest> = {
  email: ({ user }) => user.email,
  name: ({ user }) => user.name,
  userId: ({ user }) => user.id,
  id: ({ id }) => id,
  status: ({ status }) => status,
  attempts: ({ attempts }) => attempts,
  sizeBytes: ({ sizeBytes }) => sizeBytes,
  createdAt: ({ createdAt }) => createdAt,
  finishedAt: ({ finishedAt }) => finishedAt,
  expiresAt: ({ expiresAt }) => expiresAt,
};

export const staffColumns: Columns<StaffMember> = {
  email: ({ email }) => email,
  name: ({ name }) => name,
  id: ({ id }) => id,
  role: ({ role }) => role,
  status: ({ status }) => status,
  twoFactor: ({ twoFactorEnabled }) => twoFactorEnabled,
  assignedAt: ({ assignedAt }) => assignedAt,
  assignedBy: ({ assignedBy }) => assignedBy,
  lastActiveAt: ({ lastActiveAt }) => lastActiveAt,
};

export const workspaceListColumns: Columns<AdminWorkspaceRow> = {
  handle: ({ handle }) => handle,
  name: ({ name }) => name,
  id: ({ id }) => id,
  status: ({ status }) => status,
  ownerEmail: ({ owner }) => owner?.email ?? null,
  ownerName: ({ owner }) => owner?.name ?? null,
  members: ({ memberCount }) => memberCount,
  instances: ({ instanceCount }) => instanceCount,
  createdAt: ({ createdAt }) => createdAt,
  restorableUntil: ({ restorableUntil }) => restorableUntil,
};

export const limitRequestColumns: Columns<AdminLimitRequest> = {
  ...workspaceColumns,
  id: ({ id }) => id,
  limit: ({ limit }) => limit,
  status: ({ status }) => status,
  current: ({ current }) => current,
  used: ({ used }) => used,
  requested: ({ value }) => value,
  reason: ({ reason }) => reason,
  createdBy: ({ createdBy }) => createdBy?.name ?? null,
  createdAt: ({ createdAt }) => createdAt,
  answeredBy: ({ answeredBy }) => answeredBy?.name ?? null,
  answeredAt: ({ answeredAt }) => answeredAt,
  note: ({ note }) => note,
};

export const instanceColumns: Columns<AdminInstanceRow> = {
  name: ({ hostname }) => hostname,
  id: ({ id }) => id,
  ...workspaceColumns,
  type: ({ variant }) => variant,
  status: ({ status }) => status,
  statusReason: ({ statusReason }) => statusReason,
  region: ({ region }) => region.handle,
  product: ({ product }) => product.name,
  publicIp: ({ publicIp }) => publicIp,
  operation: ({ openCommand }) => openCommand?.kind ?? null,
  waitingSince: ({ openCommand }) => openCommand?.waitingSince ?? null,
  createdAt: ({ createdAt }) => createdAt,
};

export const commandColumns: Columns<AdminCommandRow> = {
  operation: ({ kind }) => kind,
  id: ({ id }) => id,
  status: ({ status }) => status,
  type: ({ variant }) => variant,
  region: ({ regionHandle }) => regionHandle,
  ...workspaceColumns,
  instance: ({ instance }) => instance?.hostname ?? null,
  instanceId: ({ instance }) => instance?.id ?? null,
  subject: ({ subject }) => subject,
  failedAttempts: ({ attempt }) => attempt,
  requestedByType: ({ requestedByType }) => requestedByType,
  requestedBy: ({ requestedBy }) => requestedBy?.name ?? null,
  providerRef: ({ providerRef }) => providerRef,
  error: ({ error }) => error?.code ?? null,
  errorMessage: ({ error }) => error?.message ?? null,
  createdAt: ({ createdAt }) => createdAt,
  startedAt: ({ startedAt }) => startedAt,
  finishedAt: ({ finishedAt }) => finishedAt,
  waitingSince: ({ waitingSince }) => waitingSince,
};

export const findingColumns: Columns<Finding> = {
  finding: ({ kind }) => kind,
  id: ({ id }) => id,
  region: ({ region }) => region.handle,
  reference: ({ reference }) => reference,
  instance: ({ instance }) => instance?.hostname ?? null,
  instanceId: ({ instance }) => instance?.id ?? null,
  workspace: ({ instance }) => instance?.workspace.handle ?? null,
  firstSeenAt: ({ firstSeenAt }) => firstSeenAt,
  lastSeenAt: ({ lastSeenAt }) => lastSeenAt,
  resolvedAt: ({ resolvedAt }) => resolvedAt,
};

export const invoiceColumns: Columns<AdminInvoiceRow> = {
  number: ({ number }) => number,
  id: ({ id }) => id,
  type: ({ kind }) => kind,
  status: ({ status }) => status,
  ...workspaceColumns,
  periodStart: ({ periodStart }) => periodStart,
  periodEnd: ({ periodEnd }) => periodEnd,
  totalUsd: ({ total }) => usd(total),
  outstandingUsd: ({ outstanding }) => usd(outstanding),
  issuedAt: ({ issuedAt }) => issuedAt,
  dueAt: ({ dueAt }) => dueAt,
  paidAt: ({ paidAt }) => paidAt,
  createdAt: ({ createdAt }) => createdAt,
};

export const historyColumns: Columns<AdminHistoryRow> = {
  createdAt: ({ createdAt }) => createdAt,
  id: ({ id }) => id,
  type: ({ type }) => type,
  status: ({ status }) => status,
  ...workspaceColumns,
  amountUsd: ({ amount }) => usd(amount),
  balanceUsd: ({ balance }) => usd(balance),
  invoice: ({ invoice }) => invoice?.number ?? null,
  createdBy: ({ createdBy }) => createdBy?.name ?? null,
};

export const balanceApprovalColumns: Columns<BalanceApproval> = {
  ...workspaceColumns,
  id: ({ id }) => id,
  amountUsd: ({ amount }) => usd(amount),
  source: ({ source }) => source,
  reason: ({ reason }) => reason,
  status: ({ status }) => status,
  createdBy: ({ createdBy }) => createdBy.name,
  createdAt: ({ createdAt }) => createdAt,
  answeredBy: ({ answeredBy }) => answeredBy?.name ?? null,
  answeredAt: ({ answeredAt }) => answeredAt,
  note: ({ note }) => note,
};

const ppmPerPercent = 10_000;

export const promoCodeColumns: Columns<PromoCode> = {
  code: ({ code }) => code,
  id: ({ id }) => id,
  type: ({ kind }) => kind,
  status: ({ status, deletedAt }) => (deletedAt === null ? status : "deleted"),
  amountUsd: ({ amount }) => usd(amount),
  percent: ({ percentPpm }) => (percentPpm === null ? null : percentPpm / ppmPerPercent),
  months: ({ months }) => months,
  maximumUsd: ({ maximum }) => usd(maximum),
  used: ({ used }) => used,
  maxUses: ({ maxUses }) => maxUses,
  perWorkspace: ({ perWorkspace }) => perWorkspace,
  startsAt: ({ startsAt }) => startsAt,
  endsAt: ({ endsAt }) => endsAt,
  newWorkspacesOnly: ({ newWorkspacesOnly }) => newWorkspacesOnly,
  createdAt: ({ createdAt }) => createdAt,
};
