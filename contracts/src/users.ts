/** People, as staff see them. */
import { z } from "zod";
import { dataCopyStatuses, DataCopy } from "./account.ts";
import { Factors, Locale, Self, SignInProvider, TimeZone } from "./auth.ts";
import {
  get,
  group,
  Id,
  impersonation,
  listOf,
  nothing,
  orderBy,
  page,
  pageQuery,
  post,
  put,
  searchTerm,
  staff,
  Time,
} from "./kit.ts";
import { StaffRoleId, WorkspaceRoleId } from "./permissions.ts";
import { email, name, paragraph } from "./text.ts";

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
  createdAt: Time,
  /** Last extension of any session; null where there was none. */
  lastActiveAt: Time.nullable(),
});
export type UserRow = z.infer<typeof UserRow>;

export const User = UserRow.extend({
  locale: Locale,
  timezone: z.string(),
  emailVerifiedAt: Time.nullable(),
  deactivateMessage: z.string().nullable(),
  pendingEmail: z.string().nullable(),
  passkeyCount: z.int(),
  identities: z.array(z.object({ provider: SignInProvider, email: z.string() })),
  liveSessions: z.int(),
  /** Of the newest session; null where there is none. */
  lastSignedInWith: Factors.nullable(),
  workspaces: z.array(
    z.object({
      id: Id,
      handle: z.string(),
      name: z.string(),
      role: WorkspaceRoleId,
      isDefault: z.boolean(),
    }),
  ),
  dataCopies: z.array(DataCopy),
});
export type User = z.infer<typeof User>;

/** Only what is given changes. Support may change names, language and time zone alone. */
export const UserChange = z.strictObject({
  firstName: name().optional(),
  lastName: name().optional(),
  locale: Locale.optional(),
  timezone: TimeZone.optional(),
  email: email.optional(),
  /** Deactivating ends every session; a deactivated person comes back by `restore`. */
  status: z.enum(["active", "frozen", "deactivated"]).optional(),
  /** Takes the second factor away, after support has made sure who asks. */
  twoFactor: z.literal("off").optional(),
});

export const DataCopyRequest = DataCopy.extend({
  user: z.object({ id: Id, email: z.string(), name: z.string() }),
  attempts: z.int(),
});
export type DataCopyRequest = z.infer<typeof DataCopyRequest>;

const list = {
  ...pageQuery(10),
  search: searchTerm,
  searchBy: z.enum(["email", "name", "id"]).optional(),
  status: listOf(userStatuses),
  orderBy: orderBy(["email", "lastName", "createdAt"]),
};

export const users = group("users", {
  list: get("/admin/users", {
    about: "List users",
    access: staff("staff.user.view"),
    query: z.strictObject(list),
    returns: page(UserRow),
  }),
  count: get("/admin/users/count", {
    about: "Count users by status",
    access: staff("staff.user.view"),
    returns: z.object({
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
    about: "List users without a workspace",
    access: staff("staff.user.view"),
    query: z.strictObject(list),
    returns: page(UserRow),
  }),
  dataCopyRequests: get("/admin/users/data-copy-requests", {
    about: "List data export requests, newest first",
    access: staff("staff.data_copy.view"),
    query: z.strictObject({ ...pageQuery(15), status: listOf(dataCopyStatuses) }),
    returns: page(DataCopyRequest),
  }),
  view: get("/admin/users/:user", {
    about: "Get a user",
    access: staff("staff.user.view"),
    returns: User,
  }),
  update: put("/admin/users/:user", {
    about: "Update a user's details or status",
    access: staff("staff.user.update"),
    confirmed: true,
    body: UserChange,
    returns: User,
  }),
  restore: post("/admin/users/:user/restore", {
    about: "Restore a deactivated user",
    access: staff("staff.user.restore"),
    confirmed: true,
    returns: User,
  }),
  deleteForever: put("/admin/users/:user/delete-forever", {
    about: "Permanently delete a deactivated user. Records kept for accounting are anonymized",
    access: staff("staff.user.delete_forever"),
    confirmed: true,
    body: z.strictObject({
      reason: paragraph(500).pipe(z.string().min(1, { error: "Field is required" })),
    }),
    returns: nothing,
  }),
  retryDataCopy: post("/admin/users/:user/data-copy-requests/retry/:request", {
    about: "Retry a failed data export",
    access: staff("staff.data_copy.retry"),
    confirmed: true,
    returns: DataCopyRequest,
    status: 202,
  }),
  impersonate: get("/admin/users/:user/impersonate", {
    about: "Start impersonating a user for up to 1 hour. The staff session is suspended meanwhile",
    access: staff("staff.user.impersonate"),
    changes: true,
    confirmed: true,
    query: z.strictObject({ reason: paragraph(200).optional() }),
    returns: Self,
  }),
  endImpersonation: post("/admin/users/end-impersonate", {
    about: "Stop impersonating and return to the staff session",
    access: impersonation,
    always: true,
    returns: Self,
  }),
});
