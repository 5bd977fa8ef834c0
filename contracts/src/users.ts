/** Users in the staff area. */
import { z } from "zod";
import { Activity } from "./activity-entry.ts";
import { dataCopyStatuses, DataCopy } from "./account.ts";
import { SessionInfo } from "./auth.ts";
import { SignInFactors, SignInProvider } from "./sign-in-factors.ts";
import { Locale, TimeZone } from "./locale.ts";
import {
  get,
  defineEndpoints,
  Id,
  impersonation,
  commaSeparated,
  noContent,
  orderBy,
  paginated,
  paginationQuery,
  post,
  put,
  searchTerm,
  staff,
  Timestamp,
} from "./endpoint.ts";
import { defineResource } from "./resource.ts";
import { UserSession } from "./sessions.ts";
import { StaffRoleId, WorkspaceRoleId } from "./roles.ts";
import { email, displayName, multilineText } from "./text.ts";

export const userStatuses = ["unverified", "active", "frozen", "deactivated", "deleted"] as const;
export type UserStatus = (typeof userStatuses)[number];

export const UserRow = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  status: z.enum(userStatuses),
  twoFactorEnabled: z.boolean(),
  staffRole: StaffRoleId.nullable(),
  workspaceCount: z.int(),
  createdAt: Timestamp,
  /** Last refresh of any session; null without one. */
  lastActiveAt: Timestamp.nullable(),
});
export type UserRow = z.infer<typeof UserRow>;

/** A data export as staff see it. */
export const UserDataCopy = DataCopy.extend({
  /** Whether the user has an export that is queued or running. */
  hasOpenRequest: z.boolean(),
});
export type UserDataCopy = z.infer<typeof UserDataCopy>;

export const User = UserRow.extend({
  locale: Locale,
  timezone: z.string(),
  emailVerifiedAt: Timestamp.nullable(),
  deactivateMessage: z.string().nullable(),
  pendingEmail: z.string().nullable(),
  passkeyCount: z.int(),
  identities: z.array(z.object({ provider: SignInProvider, email: z.string() })),
  liveSessions: z.int(),
  /** Factors of the newest session; null without one. */
  lastSignedInWith: SignInFactors.nullable(),
  workspaces: z.array(
    z.object({
      id: Id,
      handle: z.string(),
      name: z.string(),
      role: WorkspaceRoleId,
      isDefault: z.boolean(),
    }),
  ),
  dataCopies: z.array(UserDataCopy),
});
export type User = z.infer<typeof User>;

/** Omitted fields stay unchanged. Support may only change names, language and time zone. */
export const UserUpdate = z.strictObject({
  firstName: displayName().optional(),
  lastName: displayName().optional(),
  locale: Locale.optional(),
  timezone: TimeZone.optional(),
  email: email.optional(),
  /** Deactivating ends all sessions; `restore` reactivates the user. */
  status: z.enum(["active", "frozen", "deactivated"]).optional(),
  /** Disables two-factor authentication after support has verified the user's identity. */
  twoFactor: z.literal("off").optional(),
});

export const DataCopyRequest = UserDataCopy.extend({
  user: z.object({ id: Id, email: z.string(), name: z.string() }),
  attempts: z.int(),
});
export type DataCopyRequest = z.infer<typeof DataCopyRequest>;

export const userListQuery = z.strictObject({
  ...paginationQuery(10),
  search: searchTerm,
  searchBy: z.enum(["email", "name", "id"]).optional(),
  status: commaSeparated(userStatuses),
  orderBy: orderBy(["email", "lastName", "createdAt"]),
});

export const usersResource = defineResource("users", { hasActivity: true });

export const dataCopyListQuery = z.strictObject({
  ...paginationQuery(15),
  status: commaSeparated(dataCopyStatuses),
});

export const users = defineEndpoints(usersResource, {
  list: get("/admin/users", {
    summary: "List users",
    preload: { pages: ["/admin/users"] },
    access: staff("staff.user.view"),
    query: userListQuery,
    response: paginated(UserRow),
  }),
  count: get("/admin/users/count", {
    summary: "Count users by status",
    preload: { pages: ["/admin/users"] },
    access: staff("staff.user.view"),
    response: z.object({
      total: z.int(),
      byStatus: z.object({
        unverified: z.int(),
        active: z.int(),
        frozen: z.int(),
        deactivated: z.int(),
        deleted: z.int(),
      }),
    }),
  }),
  noRole: get("/admin/users/no-role", {
    summary: "List users without a workspace",
    access: staff("staff.user.view"),
    query: userListQuery,
    response: paginated(UserRow),
  }),
  dataCopyRequests: get("/admin/users/data-copy-requests", {
    summary: "List data export requests, newest first",
    access: staff("staff.data_copy.view"),
    query: dataCopyListQuery,
    response: paginated(DataCopyRequest),
  }),
  view: get("/admin/users/:user", {
    summary: "Get a user",
    access: staff("staff.user.view"),
    response: User,
  }),
  sessions: get("/admin/users/:user/sessions", {
    summary: "List a user's active sessions, newest first",
    access: staff("staff.user.activity_view"),
    query: z.strictObject(paginationQuery(10)),
    response: paginated(UserSession),
  }),
  activity: get("/admin/users/:user/activity-logs", {
    summary: "List what a user did anywhere, and what happened to their account, newest first",
    access: staff("staff.user.activity_view"),
    query: z.strictObject(paginationQuery(10)),
    response: paginated(Activity),
  }),
  update: put("/admin/users/:user", {
    summary: "Update a user's details or status",
    access: staff("staff.user.update"),
    requiresReauthentication: true,
    body: UserUpdate,
    response: User,
  }),
  restore: post("/admin/users/:user/restore", {
    summary: "Restore a deactivated user",
    access: staff("staff.user.restore"),
    requiresReauthentication: true,
    response: User,
  }),
  deleteForever: put("/admin/users/:user/delete-forever", {
    summary: "Permanently delete a deactivated user. Records kept for accounting are anonymized",
    access: staff("staff.user.delete_forever"),
    requiresReauthentication: true,
    body: z.strictObject({
      reason: multilineText(500).pipe(z.string().min(1)),
    }),
    response: noContent,
  }),
  retryDataCopy: post("/admin/users/:user/data-copy-requests/retry/:request", {
    summary: "Retry a failed data export",
    access: staff("staff.data_copy.retry"),
    requiresReauthentication: true,
    response: DataCopyRequest,
    status: 202,
    idempotent: true,
  }),
  impersonate: get("/admin/users/:user/impersonate", {
    summary:
      "Start impersonating a user for up to 1 hour. The staff session is suspended meanwhile",
    access: staff("staff.user.impersonate"),
    mutates: true,
    requiresReauthentication: true,
    query: z.strictObject({ reason: multilineText(200).optional() }),
    response: SessionInfo,
  }),
  endImpersonation: post("/admin/users/end-impersonate", {
    summary: "Stop impersonating and return to the staff session",
    access: impersonation,
    alwaysAvailable: true,
    response: SessionInfo,
  }),
});
