import { z } from "zod";
import { anySession, get, group, Id, link, nothing, open, post, Time } from "./kit.ts";
import { StaffRoleId, WorkspaceRoleId } from "./permissions.ts";
import { email, name } from "./text.ts";

export const locales = ["en", "de"] as const;
export const Locale = z.enum(locales);
export type Locale = z.infer<typeof Locale>;

/** IANA name, as the browser gives it. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(
    (zone) => {
      try {
        return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
      } catch {
        return false;
      }
    },
    { error: "Not a time zone", params: { code: "format" } },
  );

const accepted = (error: string) => z.literal(true, { error });

export const Registration = z.strictObject({
  email,
  firstName: name(),
  lastName: name(),
  /** Too short or too easy is told by a code of the catalogue, 400 registration_invalid_password. */
  password: z.string().min(1, { error: "Field is required" }),
  isOver18: accepted("Only people of 18 or older can sign up"),
  isTosAccepted: accepted("The terms have to be accepted"),
  isProcessingPrivacyPolicyAccepted: accepted("The privacy policy has to be accepted"),
  locale: Locale,
  timezone: TimeZone,
  dob: z.iso.date().optional(),
});
export type Registration = z.infer<typeof Registration>;

/** Loose on purpose: what is missing is told by a code of the catalogue, never by the shape. */
export const Credentials = z.strictObject({
  email: z.string().optional(),
  password: z.string().optional(),
});

export const authTypes = ["login-attempt", "password", "oauth", "impersonate"] as const;

export const SessionUser = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  locale: Locale,
  timezone: z.string(),
  twoFactorEnabled: z.boolean(),
});
export type SessionUser = z.infer<typeof SessionUser>;

export const WorkspaceRole = z.object({
  handle: z.string(),
  workspaceId: Id,
  name: z.string(),
  colour: z.string(),
  isDefault: z.boolean(),
  workspaceRoleId: WorkspaceRoleId,
  workspaceRole: z.object({ permissions: z.array(z.string()) }),
});
export type WorkspaceRole = z.infer<typeof WorkspaceRole>;

/**
 * Who is signed in, until when, and what they may do where. Of a login-attempt the person is left
 * out: names and e-mail are empty, and there are no roles.
 */
export const Self = z.object({
  user: SessionUser,
  userSession: z.object({
    id: Id,
    csrf: z.string(),
    expiresAt: Time,
    updatedAt: Time,
    authType: z.enum(authTypes),
    adminId: Id.nullable(),
    adminRole: StaffRoleId.nullable(),
  }),
  userWorkspaceRoles: z.array(WorkspaceRole),
  userStaffRole: z
    .object({ userStaffRoleId: StaffRoleId, permissions: z.array(z.object({ name: z.string() })) })
    .nullable(),
});
export type Self = z.infer<typeof Self>;

export const auth = group("auth", {
  register: post("/auth/register", {
    about: "Open an account; a mail with a link to verify the address follows",
    access: open("whoever wants an account has none yet"),
    body: Registration,
    returns: z.object({ email: z.string() }),
    status: 201,
  }),
  resendVerification: post("/auth/resend-verification-email", {
    about: "Send the verification mail again; answers the same for every address",
    access: open("the address is not verified yet, so nobody can be signed in"),
    body: z.strictObject({ email }),
    returns: z.object({ email: z.string() }),
  }),
  verifyEmail: get("/auth/verify-email/:token", {
    about: "Spend the token of a verification mail",
    access: link,
    changes: true,
    returns: z.object({ email: z.string() }),
  }),
  login: post("/auth/login", {
    about: "Sign in with e-mail and password",
    access: open("signing in is how a session begins"),
    body: Credentials,
    returns: Self,
  }),
  refresh: post("/auth/refresh", {
    about: "Extend the session; its cookie is exchanged for the next one",
    // The handler refuses whoever has no session; it has to run for an outdated cookie, whose use ends the session.
    access: anySession,
    returns: Self,
  }),
  self: get("/auth/self", {
    about: "Who is signed in, and their roles and permissions",
    access: anySession,
    returns: Self,
  }),
  logout: post("/auth/logout", {
    about: "End the session; without one it does nothing",
    access: anySession,
    returns: nothing,
  }),
});
