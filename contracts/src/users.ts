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
    about: "Everyone with an account",
    access: staff("staff.user.view"),
    query: z.strictObject(list),
    returns: page(UserRow),
  }),
  count: get("/admin/users/count", {
    about: "How many people there are, by status",
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
    about: "People who are in no workspace",
    access: staff("staff.user.view"),
    query: z.strictObject(list),
    returns: page(UserRow),
  }),
  dataCopyRequests: get("/admin/users/data-copy-requests", {
    about: "Who asked for a copy of their data, newest first",
    access: staff("staff.data_copy.view"),
    query: z.strictObject({ ...pageQuery(15), status: listOf(dataCopyStatuses) }),
    returns: page(DataCopyRequest),
  }),
  view: get("/admin/users/:user", {
    about: "One person",
    access: staff("staff.user.view"),
    returns: User,
  }),
  update: put("/admin/users/:user", {
    about: "Change a person's details, or their status",
    access: staff("staff.user.update"),
    confirmed: true,
    body: UserChange,
    returns: User,
  }),
  restore: post("/admin/users/:user/restore", {
    about: "Let a deactivated person in again",
    access: staff("staff.user.restore"),
    confirmed: true,
    returns: User,
  }),
  deleteForever: put("/admin/users/:user/delete-forever", {
    about: "Erase a deactivated person: what is kept for the books names nobody",
    access: staff("staff.user.delete_forever"),
    confirmed: true,
    body: z.strictObject({
      reason: paragraph(500).pipe(z.string().min(1, { error: "Field is required" })),
    }),
    returns: nothing,
  }),
  retryDataCopy: post("/admin/users/:user/data-copy-requests/retry/:request", {
    about: "Make a failed copy again",
    access: staff("staff.data_copy.retry"),
    confirmed: true,
    returns: DataCopyRequest,
    status: 202,
  }),
  impersonate: get("/admin/users/:user/impersonate", {
    about: "Act as a customer for at most an hour; the staff session waits meanwhile",
    access: staff("staff.user.impersonate"),
    changes: true,
    confirmed: true,
    query: z.strictObject({ reason: paragraph(200).optional() }),
    returns: Self,
  }),
  endImpersonation: post("/admin/users/end-impersonate", {
    about: "Stop acting as a customer and go on as oneself",
    access: impersonation,
    always: true,
    returns: Self,
  }),
});
