/** Generated from the API document by tools/commands/generate-typescript-client.ts. Do not edit. */
import type { OperationInput, CallOptions, Operation, Page } from "../operation.ts";

export interface AlertThreshold {
  amount: Money;
  action: "notify" | "block_orders" | "stop" | "terminate_after_grace";
  passedAt: string | null;
  terminateAt: string | null;
}

export interface Attention {
  kind:
    | "instance_failed"
    | "instance_unreachable"
    | "instance_slow"
    | "token_expiring"
    | "invite_open"
    | "no_key";
  count: number;
  objects: { id: string; name: string }[];
  at: string | null;
  reason: string | null;
}

export interface AutomaticTopUp {
  isEnabled: boolean;
  threshold: Money;
  amount: Money;
  ceiling: Money;
  addedThisMonth: Money;
  pausedAt: string | null;
  pauseReason: string | null;
}

export interface BalanceForecast {
  balance: Money;
  cash: Money;
  outstanding: Money;
  promo: Money;
  accrued: Money;
  accruedTotal: Money;
  hourlyRate: number;
  lastsUntil: string | null;
  stopsFirst: { id: string; hostname: string } | null;
}

export interface BillingInfo {
  version: number;
  name: string;
  company: string | null;
  addressLine1: string;
  addressLine2: string | null;
  postalCode: string | null;
  city: string;
  region: string | null;
  country: string;
  vatId: string | null;
  vatStatus: "none" | "unverified" | "valid" | "invalid" | "unavailable";
  vatCheckedAt: string | null;
  receivers: string[];
  orderNumber: string | null;
  updatedAt: string;
}

export interface BillingSummary {
  balance: Money;
  cash: Money;
  outstanding: Money;
  promo: Money;
  currentExpenditure: Money;
  projected: Money;
  hourlyRate: number;
  nextInvoiceAt: string;
  overdueCount: number;
  suspendsAt: string | null;
  alertThreshold: AlertThreshold | null;
  promos: PromoGrant[];
}

export type CartOrder = OrderLine | OrderLines;

export interface ConsoleLog {
  lines: string[];
  hasEarlier: boolean;
  readAt: string;
}

export interface Credential {
  id: string;
  name: string;
  type: string;
  bits: number | null;
  publicKey: string;
  fingerprintSha256: string;
  comment: string;
  isDefault: boolean;
  isOnlyKey: boolean;
  createdBy: { id: string; name: string };
  usedByCount: number;
  createdAt: string;
  updatedAt: string;
}

export interface CredentialCreate {
  name: string;
  publicKey: string;
}

export type EnergySource =
  | "hydro"
  | "wind"
  | "solar"
  | "geothermal"
  | "biomass"
  | "nuclear"
  | "gas"
  | "coal"
  | "grid_mix";

export interface EraseCertificate {
  id: string;
  instance: { id: string; hostname: string };
  product: string;
  region: string;
  requestedAt: string;
  finishedAt: string;
  disks: { device: string; method: string; finishedAt: string }[];
  serialsSha256: string;
}

export interface Estimate {
  hourlyRate: number;
  hourly: Money;
  monthly: Money;
  hoursPerMonth: number;
  priceSnapshotId: string;
}

export interface Expenditure {
  periodStart: string;
  asOf: string;
  total: Money;
  projected: Money;
  hourlyRate: number;
  lines: UsageLine[];
  byInstance: {
    id: string;
    hostname: string;
    status: string;
    seconds: number;
    amount: Money;
    hourlyRate: number;
  }[];
}

export interface HistoryRow {
  id: string;
  type:
    | "top_up"
    | "invoice"
    | "invoice_payment"
    | "promo_credit"
    | "manual_credit"
    | "credit_note"
    | "refund"
    | "adjustment"
    | "chargeback";
  status: "pending" | "succeeded" | "failed";
  amount: Money;
  balance: Money | null;
  invoice: { id: string; number: string } | null;
  detail: Record<string, string | number | null>;
  createdBy: { id: string; name: string } | null;
  createdAt: string;
  updatedAt: string;
}

export interface Image {
  id: string;
  family: string;
  name: string;
  version: string;
  architecture: string;
  minDiskGb: number;
  minMemoryMb: number;
  defaultUser: string;
  isDefault: boolean;
  endOfLife: string | null;
  supportsSecurityKeys: boolean;
  regionHandles: string[];
  bareMetalRegionHandles: string[];
  createdAt: string;
  updatedAt: string;
}

export interface Instance {
  id: string;
  hostname: string;
  displayName: string | null;
  deleteProtection: boolean;
  variant: Variant;
  status: InstanceStatus;
  statusReason: string | null;
  region: { handle: string; name: string };
  product: {
    id: string;
    name: string;
    gpuCount: number;
    gpuModel: string | null;
    vramGb: number;
    vcpu: number;
    memoryGb: number;
    diskGb: number;
  };
  image: { id: string; name: string; defaultUser: string };
  project: { id: string; name: string; colour: string } | null;
  credential: { id: string; name: string } | null;
  publicIp: string | null;
  privateIp: string | null;
  hourlyRate: number;
  costSoFar: Money;
  usage: {
    startSecond: number;
    endSecond: number | null;
    rateMicrosPerHour: number;
    minimumSeconds?: number | undefined;
    capHours?: number | undefined;
  }[];
  erasure: {
    status: "in_progress" | "complete" | "failed";
    requestedAt: string;
    finishedAt: string | null;
  } | null;
  energy: InstanceEnergy;
  createdBy: { id: string; name: string };
  owner: { id: string; name: string };
  createdAt: string;
  updatedAt: string;
  activatedAt: string | null;
  terminatedAt: string | null;
  undoUntil: string | null;
  openCommand: {
    id: string;
    kind: string;
    status: "queued" | "running" | "waiting" | "succeeded" | "failed" | "timed_out" | "cancelled";
  } | null;
}

export interface InstanceDisk {
  device: string;
  sizeBytes: number | null;
  isSystem: boolean;
  content: string | null;
}

export interface InstanceEnergy {
  method: "modeled" | "metered";
  powerWatts: number;
  gramsCo2PerKwh: number;
}

export interface InstanceLog {
  id: string;
  commandId: string;
  commandKind: string;
  commandStatus:
    | "queued"
    | "running"
    | "waiting"
    | "succeeded"
    | "failed"
    | "timed_out"
    | "cancelled";
  step: string;
  status: "pending" | "in_progress" | "complete" | "failed";
  detail: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  typicalSeconds: number | null;
  waitingSince: string | null;
  requestedBy: string;
  requestedByType: "user" | "token" | "staff" | "system";
  requestedAt: string;
  waitingReason:
    | "provider_rejected"
    | "provider_unavailable"
    | "compensation_failed"
    | "check_required"
    | null;
  waitingForStaffSince: string | null;
  resolvedBy: string | null;
  note: string | null;
}

export interface InstanceMetrics {
  isAvailable: boolean;
  stepSeconds: number;
  times: number[];
  series: {
    name:
      | "cpu"
      | "memory"
      | "gpu"
      | "gpuMemory"
      | "networkIn"
      | "networkOut"
      | "diskRead"
      | "diskWrite";
    values: (number | null)[];
  }[];
  readAt: string;
}

export type InstanceStatus =
  | "pending"
  | "building"
  | "active"
  | "rebooting"
  | "stopped"
  | "suspended"
  | "terminating"
  | "terminated"
  | "error"
  | "unknown";

export interface InstanceUpdate {
  displayName?: string | null | undefined;
  deleteProtection?: boolean | undefined;
}

export interface Invoice {
  id: string;
  kind: "invoice" | "credit_note";
  number: string | null;
  status: "draft" | "issued" | "paid" | "overdue" | "uncollectible" | "reversed" | "discarded";
  periodStart: string | null;
  periodEnd: string | null;
  total: Money;
  outstanding: Money;
  issuedAt: string | null;
  dueAt: string | null;
  paidAt: string | null;
  createdAt: string;
  subtotal: Money;
  discount: Money;
  net: Money;
  tax: Money;
  paid: Money;
  credited: Money;
  pendingPayment: "unconfirmed" | "processing" | null;
  seller: { name: string; address: string[]; country: string; vatId: string; registration: string };
  buyer: {
    name: string;
    company: string | null;
    addressLine1: string;
    addressLine2: string | null;
    postalCode: string | null;
    city: string;
    region: string | null;
    country: string;
    vatId: string | null;
    orderNumber: string | null;
  } | null;
  taxDetails: TaxPreview;
  reason: string | null;
  lines: InvoiceLine[];
  discounts: { code: string; amount: Money }[];
  creditNotes: { id: string; number: string; total: Money }[];
  refunds: {
    id: string;
    status: "pending" | "succeeded" | "failed";
    amount: Money;
    card: { brand: string; last4: string } | null;
    createdAt: string;
  }[];
  chargebacks: { id: string; status: "open" | "won" | "lost"; amount: Money; createdAt: string }[];
  credits: { id: string; number: string; total: Money } | null;
  replaces: { id: string; number: string; total: Money } | null;
  replacedBy: { id: string; number: string; total: Money } | null;
}

export interface InvoiceLine {
  id: string;
  kind: "usage" | "adjustment" | "manual";
  description: string;
  project: { id: string; name: string | null } | null;
  product: { id: string; name: string } | null;
  rateMicrosPerHour: number | null;
  periodStart: string | null;
  periodEnd: string | null;
  seconds: number;
  quantity: number | null;
  unitPriceMicros: number | null;
  amount: Money;
  discount: Money;
  tax: Money;
  instances: {
    id: string;
    hostname: string;
    seconds: number;
    startedAt: string;
    endedAt: string;
  }[];
}

export interface InvoiceRow {
  id: string;
  kind: "invoice" | "credit_note";
  number: string | null;
  status: "draft" | "issued" | "paid" | "overdue" | "uncollectible" | "reversed" | "discarded";
  periodStart: string | null;
  periodEnd: string | null;
  total: Money;
  outstanding: Money;
  issuedAt: string | null;
  dueAt: string | null;
  paidAt: string | null;
  createdAt: string;
}

export type LimitName = "instances" | "gpus" | "bare_metal" | "monthly_spend";

export interface LimitRequest {
  id: string;
  value: number;
  reason: string;
  status: "open" | "approved" | "rejected";
  createdAt: string;
  createdBy: { id: string; name: string } | null;
  answeredAt: string | null;
  note: string | null;
}

export interface ListedCredential {
  id: string;
  name: string;
  type: string;
  bits: number | null;
  publicKey: string | null;
  fingerprintSha256: string | null;
  comment: string | null;
  isDefault: boolean;
  isOnlyKey: boolean;
  createdBy: { id: string; name: string } | null;
  usedByCount: number;
  createdAt: string;
  updatedAt: string;
}

export interface Money {
  cents: number;
  currency: "USD";
}

export interface OrderLine {
  region: string;
  selectedInstanceVariant?: Variant | undefined;
  virtualProduct?: string | undefined;
  bareMetalProduct?: string | undefined;
  operatingsystem: string;
  quantity?: number | undefined;
  hostname: string[];
  authType?: "ssh" | undefined;
  workspaceCredential: string[];
  projectId?: string | undefined;
  userData?: string | undefined;
  priceSnapshotId: string;
  alternatives?: ProductChoice[] | undefined;
  maxRateMicrosPerHour?: number | undefined;
}

export interface OrderLines {
  lines: OrderLine[];
}

export interface Overview {
  instances: {
    total: number;
    byStatus: Record<string, number>;
    byRegion: { handle: string; name: string; count: number }[];
    billedRateMicrosPerHour: number;
  } | null;
  projects: number | null;
  credentials: number | null;
  members: number | null;
  expenditure: {
    monthToDate: Money;
    projected: Money;
    hourlyRate: number;
    asOf: string;
    periodStart: string;
    periodEnd: string;
  } | null;
  balance: Money | null;
  spend: Spend | null;
  attention: Attention[];
  recent: RecentActivity[];
}

export interface PaymentMethod {
  id: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  status: "active" | "expired";
  isDefault: boolean;
  isOnlyCard: boolean;
  isNeeded: boolean;
  createdAt: string;
  updatedAt: string;
}

export interface PlacedLine {
  choice: number;
  region: string;
  product: { id: string; name: string };
  quantity: number;
  rateMicrosPerHour: number;
}

export interface Product {
  id: string;
  variant: Variant;
  name: string;
  family: string;
  gpuModel: string | null;
  gpuCount: number;
  vramGb: number;
  vcpu: number;
  memoryGb: number;
  diskGb: number;
  powerWatts: number;
  rateMicrosPerHour: number;
  priceSnapshotId: string;
  priceValidUntil: string | null;
  stock: ProductAvailability[];
  createdAt: string;
  updatedAt: string;
}

export interface ProductAvailability {
  regionHandle: string;
  free: number | null;
}

export interface ProductChoice {
  region: string;
  product: string;
}

export interface Project {
  id: string;
  name: string;
  description: string;
  colour: "spruce" | "teal" | "sky" | "violet" | "amber" | "rose" | "slate";
  isDefault: boolean;
  createdBy: { id: string; name: string };
  instanceCount: number;
  rateMicrosPerHour: number;
  createdAt: string;
  updatedAt: string;
}

export interface ProjectBudget {
  amount: Money;
  spent: Money;
  passedAt: string | null;
}

export interface ProjectCreate {
  name: string;
  description?: string | undefined;
  colour?: "spruce" | "teal" | "sky" | "violet" | "amber" | "rose" | "slate" | undefined;
}

export interface ProjectGraph {
  rateMicrosPerHour: number;
  moreProjects: number;
  projects: {
    id: string;
    name: string;
    colour: "spruce" | "teal" | "sky" | "violet" | "amber" | "rose" | "slate";
    rateMicrosPerHour: number;
    instances: {
      id: string;
      hostname: string;
      status: InstanceStatus;
      rateMicrosPerHour: number;
    }[];
    moreInstances: number;
  }[];
  days: { day: string; amounts: { projectId: string | null; amount: Money }[] }[];
}

export interface ProjectUpdate {
  name?: string | undefined;
  description?: string | undefined;
  colour?: "spruce" | "teal" | "sky" | "violet" | "amber" | "rose" | "slate" | undefined;
}

export interface PromoGrant {
  id: string;
  code: string;
  kind: "credit" | "percent";
  remaining: Money | null;
  percentPpm: number | null;
  maximum: Money | null;
  monthsLeft: number | null;
  validUntil: string | null;
  createdAt: string;
}

export interface QueueOrder {
  selectedInstanceVariant?: Variant | undefined;
  choices: ProductChoice[];
  operatingsystem: string;
  hostname: string[];
  workspaceCredential: string[];
  projectId?: string | undefined;
  userData?: string | undefined;
  maxRateMicrosPerHour: number;
  expiresAt: string;
}

export interface QueuedOrder {
  id: string;
  status: "waiting" | "started" | "cancelled" | "expired" | "failed";
  reason:
    | "stock"
    | "price"
    | "region"
    | "limit"
    | "suspended"
    | "access_lost"
    | "token_revoked"
    | "workspace_deactivated"
    | "project_deleted"
    | "key_deleted"
    | "image_retired"
    | "product_withdrawn"
    | "hostname_taken"
    | "rejected"
    | null;
  position: number | null;
  variant: Variant;
  choices: { region: { handle: string; name: string }; product: { id: string; name: string } }[];
  image: { id: string; name: string };
  project: { id: string; name: string } | null;
  hostname: string[];
  maxRateMicrosPerHour: number;
  createdBy: { id: string; name: string };
  createdAt: string;
  expiresAt: string;
  endedAt: string | null;
  orderId: string | null;
}

export interface RecentActivity {
  id: string;
  at: string;
  action: string;
  target: { type: string; id: string; name: string } | null;
  changes: { field: string; from: unknown; to: unknown }[];
  actorName: string;
}

export interface Region {
  handle: string;
  name: string;
  country: string;
  energySources: EnergySource[];
  energyCertificate: string | null;
  gramsCo2PerKwh: number;
  latitude: number;
  longitude: number;
  status: "active" | "unreachable";
  stock: RegionStock[];
}

export interface RegionStock {
  productId: string;
  free: number | null;
}

export interface Reinstallation {
  operatingsystem?: string | undefined;
  workspaceCredential?: string[] | undefined;
  keptDisks?: string[] | undefined;
}

export type ResetAction = "reboot" | "hard_reboot" | "power_on" | "power_off";

export interface SearchResults {
  projects: {
    id: string;
    name: string;
    colour: "spruce" | "teal" | "sky" | "violet" | "amber" | "rose" | "slate";
    description: string;
  }[];
  instances: Instance[];
  credentials: {
    id: string;
    name: string;
    type: string;
    comment: string | null;
    fingerprintSha256: string | null;
  }[];
  billing: {
    id: string;
    kind: "invoice" | "credit_note";
    number: string;
    total: Money;
    issuedAt: string;
  }[];
}

export interface Spend {
  firstDay: string;
  currency: "USD";
  series: {
    kind: "project" | "others" | "none";
    project: { id: string; name: string; colour: string } | null;
    cents: number[];
  }[];
}

export interface TaxPreview {
  reason: "domestic" | "destination" | "reverse_charge" | "outside_eu";
  ratePpm: number;
  country: string | null;
}

export interface Token {
  id: string;
  name: string;
  prefix: string;
  last4: string;
  scopes: TokenScope[];
  projects: { id: string; name: string }[] | null;
  ipRanges: string[];
  status: "active" | "expired" | "revoked";
  expiresAt: string;
  replacedAt: string | null;
  lastUsedAt: string | null;
  lastUsedIp: string | null;
  createdBy: { id: string; name: string };
  createdAt: string;
  updatedAt: string;
}

export type TokenScope =
  | "workspace.view"
  | "project.view"
  | "project.create"
  | "project.update"
  | "project.delete"
  | "project.assign"
  | "instance.view"
  | "instance.logs"
  | "instance.create"
  | "instance.reset"
  | "instance.terminate"
  | "instance.update"
  | "credential.view"
  | "credential.create"
  | "credential.delete"
  | "credential.set_default"
  | "billing.view"
  | "billing.estimate"
  | "webhook.view"
  | "webhook.manage";

export interface UsageGroup {
  kind: "project" | "product" | "instance" | "none" | "others";
  id: string | null;
  name: string;
  colour: string | null;
  budget: ProjectBudget | null;
  seconds: number;
  amount: Money;
  wattHours: number;
  gramsCo2: number;
  cents: number[];
}

export interface UsageLine {
  project: { id: string; name: string } | null;
  product: { id: string; name: string };
  rateMicrosPerHour: number;
  seconds: number;
  amount: Money;
}

export interface UsageReport {
  from: string;
  to: string;
  interval: "day" | "hour";
  timeZone: string;
  groupBy: "project" | "product" | "instance";
  asOf: string;
  starts: string[];
  total: Money;
  seconds: number;
  wattHours: number;
  gramsCo2: number;
  groupCount: number;
  groups: UsageGroup[];
}

export type Variant = "virtual_machine" | "bare_metal";

export interface WebhookDelivery {
  id: string;
  eventId: string;
  type:
    | "instance.created"
    | "instance.active"
    | "instance.stopped"
    | "instance.suspended"
    | "instance.failed"
    | "instance.terminated"
    | "member.joined"
    | "member.role_changed"
    | "member.left"
    | "invoice.issued"
    | "invoice.paid"
    | "invoice.overdue"
    | "invoice.uncollectible"
    | "invoice.reversed"
    | "credit_note.issued"
    | "balance.low"
    | "balance.topped_up"
    | "balance.credited"
    | "balance.refunded"
    | "balance.charged_back"
    | "webhook.test";
  status: "pending" | "succeeded" | "failed";
  attempts: number;
  nextAttemptAt: string | null;
  responseStatus: number | null;
  error:
    | "address_not_allowed"
    | "connection_failed"
    | "disabled"
    | "host_not_found"
    | "response_status"
    | "redirect"
    | "timed_out"
    | "tls"
    | null;
  endpoint: { id: string; name: string; status: "enabled" | "disabled" };
  replayedBy: { id: string; name: string } | null;
  createdAt: string;
  updatedAt: string;
  payload: string | null;
  history: {
    number: number;
    at: string;
    durationMs: number;
    responseStatus: number | null;
    responseBody: string | null;
    error:
      | "address_not_allowed"
      | "connection_failed"
      | "disabled"
      | "host_not_found"
      | "response_status"
      | "redirect"
      | "timed_out"
      | "tls"
      | null;
  }[];
}

export interface WebhookEndpoint {
  id: string;
  name: string;
  url: string;
  eventTypes: WebhookEventType[];
  status: "enabled" | "disabled";
  disabledReason: "user" | "failures" | "gone" | null;
  disabledAt: string | null;
  failingSince: string | null;
  previousSecretUntil: string | null;
  lastDelivery: { at: string; succeeded: boolean; responseStatus: number | null } | null;
  createdBy: { id: string; name: string };
  createdAt: string;
  updatedAt: string;
}

export type WebhookEventType =
  | "instance.created"
  | "instance.active"
  | "instance.stopped"
  | "instance.suspended"
  | "instance.failed"
  | "instance.terminated"
  | "member.joined"
  | "member.role_changed"
  | "member.left"
  | "invoice.issued"
  | "invoice.paid"
  | "invoice.overdue"
  | "invoice.uncollectible"
  | "invoice.reversed"
  | "credit_note.issued"
  | "balance.low"
  | "balance.topped_up"
  | "balance.credited"
  | "balance.refunded"
  | "balance.charged_back";

export interface WorkspaceDetails {
  id: string;
  handle: string;
  name: string;
  colour: string;
  status: "active" | "suspended" | "deactivated";
  role: WorkspaceRoleId;
  createdAt: string;
  updatedAt: string;
  suspension: { reason: "overdue" | "staff"; note: string | null; since: string } | null;
}

export interface WorkspaceLimit {
  limit: LimitName;
  value: number;
  used: number;
  request: LimitRequest | null;
}

export interface WorkspaceLimits {
  limits: WorkspaceLimit[];
}

export type WorkspaceRoleId =
  | "owner"
  | "administrator"
  | "team_member"
  | "limited_team_member"
  | "billing_administrator";

export interface BillingAccountBalanceInput {
  path: { workspace: string };
}

export interface BillingAutomaticTopUpInput {
  path: { workspace: string };
}

export interface BillingCurrentExpenditureInput {
  path: { workspace: string };
}

export interface BillingEstimatedCostInput {
  path: { workspace: string };
  query: { product: string; variant?: Variant | undefined; quantity?: number | string | undefined };
}

export interface BillingExportUsageInput {
  path: { workspace: string };
  query?: {
    from?: string | undefined;
    to?: string | undefined;
    interval?: "day" | "hour" | undefined;
    timeZone?: string | undefined;
  };
}

export interface BillingHistoryInput {
  path: { workspace: string };
  query?: {
    page?: number | string | undefined;
    perPage?: number | string | undefined;
    after?: string | undefined;
    before?: string | undefined;
    activityType?: string | undefined;
    createdAtFrom?: string | undefined;
    createdAtTo?: string | undefined;
  };
}

export interface BillingHistoryNoticeInput {
  path: { workspace: string; entry: string };
}

export interface BillingInfoInput {
  path: { workspace: string };
}

export interface BillingInvoiceInput {
  path: { workspace: string; invoice: string };
}

export interface BillingInvoicePdfInput {
  path: { workspace: string; invoice: string };
}

export interface BillingInvoiceXmlInput {
  path: { workspace: string; invoice: string };
  query?: { format?: "ubl" | "cii" | undefined };
}

export interface BillingInvoicesInput {
  path: { workspace: string };
  query?: {
    page?: number | string | undefined;
    perPage?: number | string | undefined;
    after?: string | undefined;
    before?: string | undefined;
    status?: string | undefined;
    kind?: string | undefined;
    orderBy?: string | undefined;
  };
}

export interface BillingLimitsInput {
  path: { workspace: string };
}

export interface BillingListPaymentMethodsInput {
  path: { workspace: string };
  query?: {
    page?: number | string | undefined;
    perPage?: number | string | undefined;
    after?: string | undefined;
    before?: string | undefined;
  };
}

export interface BillingSummaryInput {
  path: { workspace: string };
}

export interface BillingUsageInput {
  path: { workspace: string };
  query?: {
    from?: string | undefined;
    to?: string | undefined;
    interval?: "day" | "hour" | undefined;
    timeZone?: string | undefined;
    groupBy?: "project" | "product" | "instance" | undefined;
  };
}

export type CatalogueOfferInput = Record<never, never>;

export interface CredentialsCreateInput {
  path: { workspace: string };
  body: CredentialCreate;
}

export interface CredentialsListInput {
  path: { workspace: string };
  query?: {
    page?: number | string | undefined;
    perPage?: number | string | undefined;
    after?: string | undefined;
    before?: string | undefined;
    search?: string | undefined;
    searchBy?: "name" | "fingerprint" | "comment" | undefined;
    orderBy?: string | undefined;
  };
}

export interface CredentialsRemoveInput {
  path: { workspace: string; credential: string };
}

export interface CredentialsSetDefaultInput {
  path: { workspace: string; credential: string };
}

export interface EraseCertificatesDocumentInput {
  path: { workspace: string; instance: string };
}

export interface EraseCertificatesViewInput {
  path: { workspace: string; instance: string };
}

export interface InstanceConsoleLogInput {
  path: { workspace: string; instance: string };
  query?: { lines?: number | string | undefined };
}

export interface InstanceDisksListInput {
  path: { workspace: string; instance: string };
}

export interface InstanceMetricsViewInput {
  path: { workspace: string; instance: string };
  query?: { period?: "day" | "week" | undefined };
}

export interface InstancesCancelCommandInput {
  path: { workspace: string; command: string };
}

export interface InstancesExportInput {
  path: { workspace: string };
  query?: {
    search?: string | undefined;
    variants?: string | undefined;
    regionHandle?: string | undefined;
    status?: string | undefined;
    project?: string | undefined;
    order?: string | undefined;
    orderBy?: string | undefined;
  };
}

export interface InstancesListInput {
  path: { workspace: string };
  query?: {
    page?: number | string | undefined;
    perPage?: number | string | undefined;
    after?: string | undefined;
    before?: string | undefined;
    search?: string | undefined;
    variants?: string | undefined;
    regionHandle?: string | undefined;
    status?: string | undefined;
    project?: string | undefined;
    order?: string | undefined;
    orderBy?: string | undefined;
  };
}

export interface InstancesLogsInput {
  path: { workspace: string; instance: string };
  query?: {
    page?: number | string | undefined;
    perPage?: number | string | undefined;
    after?: string | undefined;
    before?: string | undefined;
    status?: string | undefined;
  };
}

export interface InstancesOrderInput {
  path: { workspace: string };
  body: CartOrder;
}

export interface InstancesReinstallInput {
  path: { workspace: string; instance: string };
  body: Reinstallation;
}

export interface InstancesResetInput {
  path: { workspace: string; instance: string };
  body: { action?: ResetAction | undefined };
}

export interface InstancesRestoreInput {
  path: { workspace: string; instance: string };
}

export interface InstancesTerminateInput {
  path: { workspace: string; instance: string };
  query?: { now?: "true" | undefined };
}

export interface InstancesUpdateInput {
  path: { workspace: string; instance: string };
  body: InstanceUpdate;
}

export interface InstancesViewInput {
  path: { workspace: string; instance: string };
}

export interface ProjectsAssignInput {
  path: { workspace: string; project: string };
  body: { instanceIds: string[] };
}

export interface ProjectsBudgetInput {
  path: { workspace: string; project: string };
}

export interface ProjectsCreateInput {
  path: { workspace: string };
  body: ProjectCreate;
}

export interface ProjectsGraphInput {
  path: { workspace: string };
}

export interface ProjectsListInput {
  path: { workspace: string };
  query?: {
    page?: number | string | undefined;
    perPage?: number | string | undefined;
    after?: string | undefined;
    before?: string | undefined;
    search?: string | undefined;
    orderBy?: string | undefined;
  };
}

export interface ProjectsRemoveInput {
  path: { workspace: string; project: string };
  query?: { moveTo?: string | undefined };
}

export interface ProjectsUnassignInput {
  path: { workspace: string };
  body: { instanceIds: string[] };
}

export interface ProjectsUpdateInput {
  path: { workspace: string; project: string };
  body: ProjectUpdate;
}

export interface ProjectsViewInput {
  path: { workspace: string; project: string };
}

export interface QueueCancelInput {
  path: { workspace: string; queuedOrder: string };
}

export interface QueueCreateInput {
  path: { workspace: string };
  body: QueueOrder;
}

export interface QueueListInput {
  path: { workspace: string };
  query?: {
    page?: number | string | undefined;
    perPage?: number | string | undefined;
    after?: string | undefined;
    before?: string | undefined;
    status?: string | undefined;
  };
}

export interface SearchFindInput {
  path: { workspace: string };
  query: { term: string };
}

export type SystemHealthInput = Record<never, never>;

export type SystemOpenapiInput = Record<never, never>;

export type TokensCurrentInput = Record<never, never>;

export interface WebhookEndpointsDeliveriesInput {
  path: { workspace: string; webhookEndpoint: string };
  query?: {
    page?: number | string | undefined;
    perPage?: number | string | undefined;
    after?: string | undefined;
    before?: string | undefined;
    status?: string | undefined;
    type?: string | undefined;
  };
}

export interface WebhookEndpointsDeliveryInput {
  path: { workspace: string; webhookDelivery: string };
}

export interface WebhookEndpointsListInput {
  path: { workspace: string };
  query?: {
    page?: number | string | undefined;
    perPage?: number | string | undefined;
    after?: string | undefined;
    before?: string | undefined;
  };
}

export interface WebhookEndpointsRemoveInput {
  path: { workspace: string; webhookEndpoint: string };
}

export interface WebhookEndpointsReplayInput {
  path: { workspace: string; webhookDelivery: string };
}

export interface WebhookEndpointsTestInput {
  path: { workspace: string; webhookEndpoint: string };
}

export interface WebhookEndpointsViewInput {
  path: { workspace: string; webhookEndpoint: string };
}

export interface WorkspacesOverviewInput {
  path: { workspace: string };
}

export interface WorkspacesViewInput {
  path: { workspace: string };
}

/** Every endpoint that an access token may call, by resource and action. */
export abstract class Calls {
  protected abstract send<T>(
    call: Operation,
    input: OperationInput,
    options?: CallOptions,
  ): Promise<T>;
  protected abstract sendFile(
    call: Operation,
    input: OperationInput,
    options?: CallOptions,
  ): Promise<Uint8Array>;

  readonly billing = {
    /** Get the balance, the usage that is not invoiced yet, and how long the balance lasts. Scope: `billing.view`. */
    accountBalance: (input: BillingAccountBalanceInput, options?: CallOptions) =>
      this.send<BalanceForecast>(
        {
          id: "billing.accountBalance",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/billing/account-balance",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Get the automatic top-up with its state. Scope: `billing.view`. */
    automaticTopUp: (input: BillingAutomaticTopUpInput, options?: CallOptions) =>
      this.send<AutomaticTopUp>(
        {
          id: "billing.automaticTopUp",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/billing/automatic-top-up",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Get month-to-date usage (UTC) by upcoming invoice line and by instance. Scope: `billing.view`. */
    currentExpenditure: (input: BillingCurrentExpenditureInput, options?: CallOptions) =>
      this.send<Expenditure>(
        {
          id: "billing.currentExpenditure",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/billing/current-expenditure",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Estimate the cost per hour and per month (730 hours). Scope: `billing.estimate`. */
    estimatedCost: (input: BillingEstimatedCostInput, options?: CallOptions) =>
      this.send<Estimate>(
        {
          id: "billing.estimatedCost",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/billing/estimated-cost",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Export usage as CSV: a row for each instance, price and interval (up to 10,000). Scope: `billing.view`. */
    exportUsage: (input: BillingExportUsageInput, options?: CallOptions) =>
      this.sendFile(
        {
          id: "billing.exportUsage",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/billing/usage/export",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** List the movements of the balance, newest first, each with the balance after it. Scope: `billing.view`. */
    history: (input: BillingHistoryInput, options?: CallOptions) =>
      this.send<Page<HistoryRow>>(
        {
          id: "billing.history",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/billing/history",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Download the document of a movement of the balance as PDF: its receipt, invoice or credit note. Scope: `billing.view`. */
    historyNotice: (input: BillingHistoryNoticeInput, options?: CallOptions) =>
      this.sendFile(
        {
          id: "billing.historyNotice",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/billing/history/{entry}/notice",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Get who is invoiced, and the tax of an invoice that is issued now. Scope: `billing.view`. */
    info: (input: BillingInfoInput, options?: CallOptions) =>
      this.send<{ info: BillingInfo | null; tax: TaxPreview }>(
        {
          id: "billing.info",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/billing/info",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Get an invoice or credit note with its lines and the instances of each line. Scope: `billing.view`. */
    invoice: (input: BillingInvoiceInput, options?: CallOptions) =>
      this.send<Invoice>(
        {
          id: "billing.invoice",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/billing/invoices/{invoice}",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Download an invoice or credit note as PDF, with the e-invoice embedded (Factur-X). A draft has none. Scope: `billing.view`. */
    invoicePdf: (input: BillingInvoicePdfInput, options?: CallOptions) =>
      this.sendFile(
        {
          id: "billing.invoicePdf",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/billing/invoices/{invoice}.pdf",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Download an invoice or credit note as e-invoice (EN 16931). A draft and an invoice without billing details have none. Scope: `billing.view`. */
    invoiceXml: (input: BillingInvoiceXmlInput, options?: CallOptions) =>
      this.sendFile(
        {
          id: "billing.invoiceXml",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/billing/invoices/{invoice}.xml",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** List invoices and credit notes. Scope: `billing.view`. */
    invoices: (input: BillingInvoicesInput, options?: CallOptions) =>
      this.send<Page<InvoiceRow>>(
        {
          id: "billing.invoices",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/billing/invoices",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** List the limits of the workspace with what it uses of them. Scope: `billing.view`. */
    limits: (input: BillingLimitsInput, options?: CallOptions) =>
      this.send<WorkspaceLimits>(
        {
          id: "billing.limits",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/billing/limits",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** List the saved cards, newest first. Scope: `billing.view`. */
    listPaymentMethods: (input: BillingListPaymentMethodsInput, options?: CallOptions) =>
      this.send<Page<PaymentMethod>>(
        {
          id: "billing.listPaymentMethods",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/billing/payment-method",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Get balance, promo credit, cost of the month so far and its forecast. Scope: `billing.view`. */
    summary: (input: BillingSummaryInput, options?: CallOptions) =>
      this.send<BillingSummary>(
        {
          id: "billing.summary",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/billing/summary",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Get the usage of up to 92 days by day, or of up to 7 days by hour. Scope: `billing.view`. */
    usage: (input: BillingUsageInput, options?: CallOptions) =>
      this.send<UsageReport>(
        {
          id: "billing.usage",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/billing/usage",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
  };

  readonly catalogue = {
    /** Get everything needed to create an instance: regions, products with price and availability, and operating systems. Scope: `instance.view` or `instance.create`. */
    offer: (input: CatalogueOfferInput = {}, options?: CallOptions) =>
      this.send<{ regions: Region[]; products: Product[]; images: Image[] }>(
        {
          id: "catalogue.offer",
          method: "GET",
          path: "/api/v1/assets/offer",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
  };

  readonly credentials = {
    /** Add an SSH public key. The first key becomes the default. Not for an access token of chosen projects. Scope: `credential.create`. */
    create: (input: CredentialsCreateInput, options?: CallOptions) =>
      this.send<Credential>(
        {
          id: "credentials.create",
          method: "POST",
          path: "/api/v1/workspaces/{workspace}/credentials",
          acceptsIdempotencyKey: true,
        },
        input,
        options,
      ),
    /** List SSH keys; an access token of chosen projects gets their names and ids, without the keys themselves. Scope: `credential.view`. */
    list: (input: CredentialsListInput, options?: CallOptions) =>
      this.send<Page<ListedCredential>>(
        {
          id: "credentials.list",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/credentials",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Delete an SSH key. Instances that already have it keep it. Not for an access token of chosen projects. Scope: `credential.delete`. */
    remove: (input: CredentialsRemoveInput, options?: CallOptions) =>
      this.send<void>(
        {
          id: "credentials.remove",
          method: "DELETE",
          path: "/api/v1/workspaces/{workspace}/credentials/{credential}",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Set the default SSH key for new instances. Not for an access token of chosen projects. Scope: `credential.set_default`. */
    setDefault: (input: CredentialsSetDefaultInput, options?: CallOptions) =>
      this.send<Credential>(
        {
          id: "credentials.setDefault",
          method: "POST",
          path: "/api/v1/workspaces/{workspace}/credentials/{credential}",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
  };

  readonly eraseCertificates = {
    /** Download the erase certificate as a document to print, in the language of the user. Scope: `instance.view`. */
    document: (input: EraseCertificatesDocumentInput, options?: CallOptions) =>
      this.sendFile(
        {
          id: "eraseCertificates.document",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/instances/{instance}/erase-certificate/document",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Get the certificate that the disks of a bare-metal instance are erased. Scope: `instance.view`. */
    view: (input: EraseCertificatesViewInput, options?: CallOptions) =>
      this.send<EraseCertificate>(
        {
          id: "eraseCertificates.view",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/instances/{instance}/erase-certificate",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
  };

  readonly instanceConsole = {
    /** Get the last lines that an instance wrote to its serial console. Scope: `instance.view`. */
    log: (input: InstanceConsoleLogInput, options?: CallOptions) =>
      this.send<ConsoleLog>(
        {
          id: "instanceConsole.log",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/instances/{instance}/console-log",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
  };

  readonly instanceDisks = {
    /** List the disks of a bare-metal instance, as its last installation reported them. Empty for a virtual machine, and while nothing is reported. Scope: `instance.view`. */
    list: (input: InstanceDisksListInput, options?: CallOptions) =>
      this.send<{ disks: InstanceDisk[] }>(
        {
          id: "instanceDisks.list",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/instances/{instance}/disks",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
  };

  readonly instanceMetrics = {
    /** Get the load of an instance: CPU, memory, GPU, network, and disk. Scope: `instance.view`. */
    view: (input: InstanceMetricsViewInput, options?: CallOptions) =>
      this.send<InstanceMetrics>(
        {
          id: "instanceMetrics.view",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/instances/{instance}/metrics",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
  };

  readonly instances = {
    /** Cancel a queued command. A canceled creation is never billed. Needs the permission that the command itself needs. Scope: `instance.create` or `instance.reset` or `instance.terminate`. */
    cancelCommand: (input: InstancesCancelCommandInput, options?: CallOptions) =>
      this.send<Instance>(
        {
          id: "instances.cancelCommand",
          method: "POST",
          path: "/api/v1/workspaces/{workspace}/commands/{command}/cancel",
          acceptsIdempotencyKey: true,
        },
        input,
        options,
      ),
    /** Export instances as CSV, with the filters and the order of the list (up to the first 10,000). Scope: `instance.view`. */
    export: (input: InstancesExportInput, options?: CallOptions) =>
      this.sendFile(
        {
          id: "instances.export",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/instances/export",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** List instances. Terminated instances are included only if requested with status. Scope: `instance.view`. */
    list: (input: InstancesListInput, options?: CallOptions) =>
      this.send<Page<Instance>>(
        {
          id: "instances.list",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/instances",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** List an instance's timeline steps, oldest first. Scope: `instance.logs`. */
    logs: (input: InstancesLogsInput, options?: CallOptions) =>
      this.send<Page<InstanceLog>>(
        {
          id: "instances.logs",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/instances/{instance}/logs",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Create instances: the fields of one order line, or several lines. All instances are created, or none. A line that names alternatives takes the first choice that is free within its price. Scope: `instance.create`. */
    order: (input: InstancesOrderInput, options?: CallOptions) =>
      this.send<{ orderId: string; instances: Instance[]; lines: PlacedLine[] }>(
        {
          id: "instances.order",
          method: "POST",
          path: "/api/v1/workspaces/{workspace}/purchase/carts",
          acceptsIdempotencyKey: true,
        },
        input,
        options,
      ),
    /** Reinstall an instance. It keeps its id, name, IP addresses and price, and loses everything on its disks, except those of bare metal that keptDisks names. Scope: `instance.terminate`. */
    reinstall: (input: InstancesReinstallInput, options?: CallOptions) =>
      this.send<Instance>(
        {
          id: "instances.reinstall",
          method: "POST",
          path: "/api/v1/workspaces/{workspace}/instances/{instance}/reinstall",
          acceptsIdempotencyKey: true,
        },
        input,
        options,
      ),
    /** Reboot an instance, or power it on or off. Scope: `instance.reset`. */
    reset: (input: InstancesResetInput, options?: CallOptions) =>
      this.send<Instance>(
        {
          id: "instances.reset",
          method: "PUT",
          path: "/api/v1/workspaces/{workspace}/instances/{instance}/reset",
          acceptsIdempotencyKey: true,
        },
        input,
        options,
      ),
    /** Undo a termination within 24 hours: the instance starts again with its disk, name and IP addresses. It is billed again once it is active. Scope: `instance.terminate`. */
    restore: (input: InstancesRestoreInput, options?: CallOptions) =>
      this.send<Instance>(
        {
          id: "instances.restore",
          method: "POST",
          path: "/api/v1/workspaces/{workspace}/instances/{instance}/restore",
          acceptsIdempotencyKey: true,
        },
        input,
        options,
      ),
    /** Terminate an instance. Billing stops when the request is accepted. A virtual machine is kept for 24 hours, in which the termination can be undone; now=true deletes it at once, also after a termination. Scope: `instance.terminate`. */
    terminate: (input: InstancesTerminateInput, options?: CallOptions) =>
      this.send<Instance>(
        {
          id: "instances.terminate",
          method: "DELETE",
          path: "/api/v1/workspaces/{workspace}/instances/{instance}/terminate",
          acceptsIdempotencyKey: true,
        },
        input,
        options,
      ),
    /** Change the display name or the delete protection of an instance. Scope: `instance.update`. */
    update: (input: InstancesUpdateInput, options?: CallOptions) =>
      this.send<Instance>(
        {
          id: "instances.update",
          method: "PUT",
          path: "/api/v1/workspaces/{workspace}/instances/{instance}",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Get an instance. Scope: `instance.view`. */
    view: (input: InstancesViewInput, options?: CallOptions) =>
      this.send<Instance>(
        {
          id: "instances.view",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/instances/{instance}",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
  };

  readonly projects = {
    /** Move instances to the project. Scope: `project.assign`. */
    assign: (input: ProjectsAssignInput, options?: CallOptions) =>
      this.send<{ moved: number }>(
        {
          id: "projects.assign",
          method: "POST",
          path: "/api/v1/workspaces/{workspace}/projects/{project}/assign",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Get the budget of a project with what the project has cost in this month. Scope: `project.view`. */
    budget: (input: ProjectsBudgetInput, options?: CallOptions) =>
      this.send<{ budget: ProjectBudget | null }>(
        {
          id: "projects.budget",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/projects/{project}/budget",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Create a project. Scope: `project.create`. */
    create: (input: ProjectsCreateInput, options?: CallOptions) =>
      this.send<Project>(
        {
          id: "projects.create",
          method: "POST",
          path: "/api/v1/workspaces/{workspace}/projects",
          acceptsIdempotencyKey: true,
        },
        input,
        options,
      ),
    /** Get instances and hourly cost by project, and daily spending by project for the last 30 days. Scope: `project.view`. */
    graph: (input: ProjectsGraphInput, options?: CallOptions) =>
      this.send<ProjectGraph>(
        {
          id: "projects.graph",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/projects/graph",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** List projects. Limited team members see only projects they have access to. Scope: `project.view`. */
    list: (input: ProjectsListInput, options?: CallOptions) =>
      this.send<Page<Project>>(
        {
          id: "projects.list",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/projects",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Delete a project. It must be empty, or its instances are moved to another project. Scope: `project.delete`. */
    remove: (input: ProjectsRemoveInput, options?: CallOptions) =>
      this.send<void>(
        {
          id: "projects.remove",
          method: "DELETE",
          path: "/api/v1/workspaces/{workspace}/projects/{project}",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Move instances to the default project. Scope: `project.assign`. */
    unassign: (input: ProjectsUnassignInput, options?: CallOptions) =>
      this.send<{ moved: number }>(
        {
          id: "projects.unassign",
          method: "POST",
          path: "/api/v1/workspaces/{workspace}/projects/unassign",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Update a project's name, description, or color. Scope: `project.update`. */
    update: (input: ProjectsUpdateInput, options?: CallOptions) =>
      this.send<Project>(
        {
          id: "projects.update",
          method: "PUT",
          path: "/api/v1/workspaces/{workspace}/projects/{project}",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Get a project. Scope: `project.view`. */
    view: (input: ProjectsViewInput, options?: CallOptions) =>
      this.send<Project>(
        {
          id: "projects.view",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/projects/{project}",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
  };

  readonly queue = {
    /** Cancel a waiting order. Scope: `instance.create`. */
    cancel: (input: QueueCancelInput, options?: CallOptions) =>
      this.send<QueuedOrder>(
        {
          id: "queue.cancel",
          method: "POST",
          path: "/api/v1/workspaces/{workspace}/purchase/queue/{queuedOrder}/cancel",
          acceptsIdempotencyKey: true,
        },
        input,
        options,
      ),
    /** Create an order that starts when one of its choices is free, at most at the given price. It starts within seconds if one is free now. Scope: `instance.create`. */
    create: (input: QueueCreateInput, options?: CallOptions) =>
      this.send<QueuedOrder>(
        {
          id: "queue.create",
          method: "POST",
          path: "/api/v1/workspaces/{workspace}/purchase/queue",
          acceptsIdempotencyKey: true,
        },
        input,
        options,
      ),
    /** List waiting orders, oldest first. Ended ones are included only if requested with status; the newest is then first. Scope: `instance.create`. */
    list: (input: QueueListInput, options?: CallOptions) =>
      this.send<Page<QueuedOrder>>(
        {
          id: "queue.list",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/purchase/queue",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
  };

  readonly search = {
    /** Search instances, projects, SSH keys, and invoices by name, number, ID, IP address, or fingerprint. Returns a few of each, exact matches first, limited to what the caller can view. Scope: `project.view` or `instance.view` or `credential.view` or `billing.view`. */
    find: (input: SearchFindInput, options?: CallOptions) =>
      this.send<SearchResults>(
        {
          id: "search.find",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/search",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
  };

  readonly system = {
    /** Health check. Returns 200 when the server is ready. Needs no token. */
    health: (input: SystemHealthInput = {}, options?: CallOptions) =>
      this.send<{ status: "ok" }>(
        { id: "system.health", method: "GET", path: "/health", acceptsIdempotencyKey: false },
        input,
        options,
      ),
    /** Get this OpenAPI document. Needs no token. */
    openapi: (input: SystemOpenapiInput = {}, options?: CallOptions) =>
      this.send<Record<string, unknown>>(
        {
          id: "system.openapi",
          method: "GET",
          path: "/api/openapi.json",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
  };

  readonly tokens = {
    /** Get the access token used for this request and its workspace. Any scope will do. */
    current: (input: TokensCurrentInput = {}, options?: CallOptions) =>
      this.send<{ token: Token; workspace: { id: string; handle: string; name: string } }>(
        {
          id: "tokens.current",
          method: "GET",
          path: "/api/v1/access-token",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
  };

  readonly webhookEndpoints = {
    /** List deliveries of the last 30 days, newest first. Scope: `webhook.view`. */
    deliveries: (input: WebhookEndpointsDeliveriesInput, options?: CallOptions) =>
      this.send<
        Page<{
          id: string;
          eventId: string;
          type:
            | "instance.created"
            | "instance.active"
            | "instance.stopped"
            | "instance.suspended"
            | "instance.failed"
            | "instance.terminated"
            | "member.joined"
            | "member.role_changed"
            | "member.left"
            | "invoice.issued"
            | "invoice.paid"
            | "invoice.overdue"
            | "invoice.uncollectible"
            | "invoice.reversed"
            | "credit_note.issued"
            | "balance.low"
            | "balance.topped_up"
            | "balance.credited"
            | "balance.refunded"
            | "balance.charged_back"
            | "webhook.test";
          status: "pending" | "succeeded" | "failed";
          attempts: number;
          nextAttemptAt: string | null;
          responseStatus: number | null;
          error:
            | "address_not_allowed"
            | "connection_failed"
            | "disabled"
            | "host_not_found"
            | "response_status"
            | "redirect"
            | "timed_out"
            | "tls"
            | null;
          endpoint: { id: string; name: string; status: "enabled" | "disabled" };
          replayedBy: { id: string; name: string } | null;
          createdAt: string;
          updatedAt: string;
        }>
      >(
        {
          id: "webhookEndpoints.deliveries",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/webhook-endpoints/{webhookEndpoint}/deliveries",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Get a delivery with its payload, attempts, and responses. Scope: `webhook.view`. */
    delivery: (input: WebhookEndpointsDeliveryInput, options?: CallOptions) =>
      this.send<WebhookDelivery>(
        {
          id: "webhookEndpoints.delivery",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/webhook-deliveries/{webhookDelivery}",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** List webhook endpoints, newest first. Scope: `webhook.view`. */
    list: (input: WebhookEndpointsListInput, options?: CallOptions) =>
      this.send<Page<WebhookEndpoint>>(
        {
          id: "webhookEndpoints.list",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/webhook-endpoints",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Delete a webhook endpoint and its deliveries. Scope: `webhook.manage`. */
    remove: (input: WebhookEndpointsRemoveInput, options?: CallOptions) =>
      this.send<void>(
        {
          id: "webhookEndpoints.remove",
          method: "DELETE",
          path: "/api/v1/workspaces/{workspace}/webhook-endpoints/{webhookEndpoint}",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Send the event of a delivery again, with the same webhook-id. Scope: `webhook.manage`. */
    replay: (input: WebhookEndpointsReplayInput, options?: CallOptions) =>
      this.send<{
        id: string;
        eventId: string;
        type:
          | "instance.created"
          | "instance.active"
          | "instance.stopped"
          | "instance.suspended"
          | "instance.failed"
          | "instance.terminated"
          | "member.joined"
          | "member.role_changed"
          | "member.left"
          | "invoice.issued"
          | "invoice.paid"
          | "invoice.overdue"
          | "invoice.uncollectible"
          | "invoice.reversed"
          | "credit_note.issued"
          | "balance.low"
          | "balance.topped_up"
          | "balance.credited"
          | "balance.refunded"
          | "balance.charged_back"
          | "webhook.test";
        status: "pending" | "succeeded" | "failed";
        attempts: number;
        nextAttemptAt: string | null;
        responseStatus: number | null;
        error:
          | "address_not_allowed"
          | "connection_failed"
          | "disabled"
          | "host_not_found"
          | "response_status"
          | "redirect"
          | "timed_out"
          | "tls"
          | null;
        endpoint: { id: string; name: string; status: "enabled" | "disabled" };
        replayedBy: { id: string; name: string } | null;
        createdAt: string;
        updatedAt: string;
      }>(
        {
          id: "webhookEndpoints.replay",
          method: "POST",
          path: "/api/v1/workspaces/{workspace}/webhook-deliveries/{webhookDelivery}/replay",
          acceptsIdempotencyKey: true,
        },
        input,
        options,
      ),
    /** Send a test event to a webhook endpoint. Scope: `webhook.manage`. */
    test: (input: WebhookEndpointsTestInput, options?: CallOptions) =>
      this.send<{
        id: string;
        eventId: string;
        type:
          | "instance.created"
          | "instance.active"
          | "instance.stopped"
          | "instance.suspended"
          | "instance.failed"
          | "instance.terminated"
          | "member.joined"
          | "member.role_changed"
          | "member.left"
          | "invoice.issued"
          | "invoice.paid"
          | "invoice.overdue"
          | "invoice.uncollectible"
          | "invoice.reversed"
          | "credit_note.issued"
          | "balance.low"
          | "balance.topped_up"
          | "balance.credited"
          | "balance.refunded"
          | "balance.charged_back"
          | "webhook.test";
        status: "pending" | "succeeded" | "failed";
        attempts: number;
        nextAttemptAt: string | null;
        responseStatus: number | null;
        error:
          | "address_not_allowed"
          | "connection_failed"
          | "disabled"
          | "host_not_found"
          | "response_status"
          | "redirect"
          | "timed_out"
          | "tls"
          | null;
        endpoint: { id: string; name: string; status: "enabled" | "disabled" };
        replayedBy: { id: string; name: string } | null;
        createdAt: string;
        updatedAt: string;
      }>(
        {
          id: "webhookEndpoints.test",
          method: "POST",
          path: "/api/v1/workspaces/{workspace}/webhook-endpoints/{webhookEndpoint}/test",
          acceptsIdempotencyKey: true,
        },
        input,
        options,
      ),
    /** Get a webhook endpoint, without its secret. Scope: `webhook.view`. */
    view: (input: WebhookEndpointsViewInput, options?: CallOptions) =>
      this.send<WebhookEndpoint>(
        {
          id: "webhookEndpoints.view",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/webhook-endpoints/{webhookEndpoint}",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
  };

  readonly workspaces = {
    /** Get an overview: instances, cost, what needs attention, and recent activity. Scope: `workspace.view`. */
    overview: (input: WorkspacesOverviewInput, options?: CallOptions) =>
      this.send<Overview>(
        {
          id: "workspaces.overview",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}/overview",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
    /** Get a workspace. Scope: `workspace.view`. */
    view: (input: WorkspacesViewInput, options?: CallOptions) =>
      this.send<WorkspaceDetails>(
        {
          id: "workspaces.view",
          method: "GET",
          path: "/api/v1/workspaces/{workspace}",
          acceptsIdempotencyKey: false,
        },
        input,
        options,
      ),
  };
}
