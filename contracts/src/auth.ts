import { z } from "zod";
import { accepted, adult } from "./consent.ts";
import {
  optionalSession,
  attempt,
  get,
  defineEndpoints,
  Id,
  link,
  noContent,
  open,
  post,
  Timestamp,
} from "./endpoint.ts";
import { defineResource } from "./resource.ts";
import { Locale, TimeZone } from "./locale.ts";
import { StaffRoleId, WorkspaceRoleId } from "./roles.ts";
import { anyEmailText, displayName, email } from "./text.ts";
import { SignInProvider } from "./sign-in-factors.ts";

export const Registration = z.strictObject({
  email,
  firstName: displayName(),
  lastName: displayName(),
  /** Length and strength are reported as problem 400 registration_invalid_password, not as validation errors. */
  password: z.string().min(1),
  isOver18: adult,
  isTosAccepted: accepted("terms"),
  isProcessingPrivacyPolicyAccepted: accepted("privacy_policy"),
  locale: Locale,
  timezone: TimeZone,
  dob: z.iso.date().optional(),
  /** Secret of GET /auth/register; with a six-digit code made from it, two-factor authentication is enabled. */
  otpSecret: z.string().max(64).optional(),
  otpToken: z.string().max(64).optional(),
});
export type Registration = z.infer<typeof Registration>;

/** Optional on purpose: a missing field is reported by a problem code, not as a validation error. */
export const LoginBody = z.strictObject({
  email: anyEmailText.optional(),
  password: z.string().optional(),
});

/** A one-time code or a recovery code. Optional on purpose: its absence has a problem code of its own. */
const SecondStepBody = z.strictObject({ token: z.string().max(128).optional() });

/** WebAuthn response of an authenticator; validated by the WebAuthn library. */
export const PasskeyResponse = z.looseObject({ id: z.string().min(1).max(1_400) });
/** WebAuthn options to create or use a passkey, as JSON. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });

/** What a login attempt waits for: a code sent by email, or the second factor. */
export const secondSteps = ["token", "2fa"] as const;

export const authTypes = ["login-attempt", "password", "oauth", "impersonate"] as const;

export const SessionUser = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  locale: Locale,
  timezone: z.string(),
  twoFactorEnabled: z.boolean(),
  hasPasskeys: z.boolean(),
  /** False for users who signed up through an OAuth provider and never set a password. */
  hasPassword: z.boolean(),
  /** OAuth sign-up without accepted terms: only endpoints with `alwaysAvailable` respond. */
  mustAcceptTerms: z.boolean(),
  /** The password is in the list of breached passwords. */
  mustChangePassword: z.boolean(),
  /** URL of the picture; null when there is none. */
  avatarUrl: z.string().nullable(),
});
export type SessionUser = z.infer<typeof SessionUser>;

export const WorkspaceRole = z.object({
  handle: z.string(),
  workspaceId: Id,
  name: z.string(),
  colour: z.string(),
  /** `suspended`: nothing new can be ordered, started or invited. */
  status: z.enum(["active", "suspended"]),
  isDefault: z.boolean(),
  /** Handles of the last ninety days: their URLs redirect to the current handle. */
  formerHandles: z.array(z.string()),
  workspaceRoleId: WorkspaceRoleId,
  workspaceRole: z.object({ permissions: z.array(z.string()) }),
});
export type WorkspaceRole = z.infer<typeof WorkspaceRole>;

/**
 * The session's user, expiry and roles. For a login attempt the user data is left out: name and email are empty, and
 * there are no roles.
 */
export const SessionInfo = z.object({
  user: SessionUser,
  userSession: z.object({
    id: Id,
    csrf: z.string(),
    expiresAt: Timestamp,
    updatedAt: Timestamp,
    /** Absolute end of the session, regardless of refreshes. */
    absoluteExpiresAt: Timestamp,
    authType: z.enum(authTypes),
    /** Null unless the session is a login attempt. */
    secondStep: z.enum(secondSteps).nullable(),
    adminId: Id.nullable(),
    adminRole: StaffRoleId.nullable(),
  }),
  userWorkspaceRoles: z.array(WorkspaceRole),
  userStaffRole: z
    .object({ userStaffRoleId: StaffRoleId, permissions: z.array(z.object({ name: z.string() })) })
    .nullable(),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

/** Reason of all open endpoints before sign-in. */
const preSignInReason = "it is how a session begins";

export const authResource = defineResource("auth", { hasActivity: true });
export const auth = defineEndpoints(authResource, {
  providers: get("/auth/providers", {
    summary: "List available sign-in providers",
    access: open("the sign-in page shows their buttons"),
    preload: { pages: ["/auth/login", "/auth/register"] },
    response: z.object({ providers: z.array(SignInProvider) }),
    alwaysAvailable: true,
  }),
  newSecret: get("/auth/register", {
    summary:
      "Get a secret for setting up two-factor authentication, bound to this browser for 30 minutes",
    access: open("users who sign up have no account yet"),
    mutates: true,
    hasPageAtSamePath: true,
    skipAudit: true,
    response: z.object({ secret: z.string() }),
  }),
  register: post("/auth/register", {
    summary: "Create an account. A verification link is sent by email",
    access: open("users who create an account have none yet"),
    body: Registration,
    response: z.object({
      email: z.string(),
      /** Shown once; null without two-factor authentication. */
      recoveryCodes: z.array(z.string()).nullable(),
    }),
    status: 201,
  }),
  resendVerification: post("/auth/resend-verification-email", {
    summary: "Resend the verification email. The response is the same for every address",
    access: open("the email is not verified yet, so the user cannot be signed in"),
    body: z.strictObject({ email }),
    response: z.object({ email: z.string() }),
  }),
  verifyEmail: get("/auth/verify-email/:token", {
    summary: "Verify the email of a new account, or a change of email, with the token of a link",
    access: link,
    mutates: true,
    response: z.object({ email: z.string(), isChange: z.boolean() }),
  }),
  verifyWithPassword: post("/auth/verify-email/:token", {
    summary: "Verify the email of a new account from any browser by setting a password",
    access: link,
    body: z.strictObject({ password: z.string().optional() }),
    response: z.object({ email: z.string() }),
  }),
  login: post("/auth/login", {
    summary: "Sign in with e-mail and password; the answer may wait for its second step",
    access: open("a session begins with the sign-in"),
    body: LoginBody,
    response: SessionInfo,
    alwaysAvailable: true,
  }),
  loginTwoFactor: post("/auth/login/2fa", {
    summary: "Complete sign-in with an authenticator app code or a recovery code",
    access: attempt,
    body: SecondStepBody,
    response: SessionInfo,
    alwaysAvailable: true,
  }),
  loginToken: post("/auth/login/token", {
    summary: "Complete sign-in with an email code",
    access: attempt,
    body: SecondStepBody,
    response: SessionInfo,
    alwaysAvailable: true,
  }),
  resendLoginToken: post("/auth/login/token/resend", {
    summary: "Resend the email code. The previous code stops working",
    access: attempt,
    response: noContent,
    alwaysAvailable: true,
  }),
  loginPasskeyOptions: post("/auth/login/passkey/options", {
    summary: "Get the options for using a passkey as the second step",
    access: attempt,
    skipAudit: true,
    response: PasskeyOptions,
    alwaysAvailable: true,
  }),
  loginPasskey: post("/auth/login/passkey", {
    summary: "Complete sign-in with a passkey",
    access: attempt,
    body: z.strictObject({ response: PasskeyResponse }),
    response: SessionInfo,
    alwaysAvailable: true,
  }),
  passkeyOptions: post("/auth/passkey/options", {
    summary: "Get the options for signing in with a passkey",
    access: open(preSignInReason),
    skipAudit: true,
    response: PasskeyOptions,
    alwaysAvailable: true,
  }),
  passkey: post("/auth/passkey", {
    summary: "Sign in with a passkey, without a second step",
    access: open(preSignInReason),
    body: z.strictObject({ response: PasskeyResponse }),
    response: SessionInfo,
    alwaysAvailable: true,
  }),
  oauthStart: get("/auth/oauth2/:provider", {
    summary: "Where to send the browser to sign in with another provider, bound to this browser",
    access: open(preSignInReason),
    mutates: true,
    skipAudit: true,
    response: z.object({ url: z.string() }),
    alwaysAvailable: true,
  }),
  oauthSignIn: post("/auth/oauth2/:provider", {
    summary: "Sign in with another provider's authorization code",
    access: open(preSignInReason),
    body: z.strictObject({
      authorizationCode: z.string().max(4_096).optional(),
      state: z.string().max(512).optional(),
    }),
    response: SessionInfo,
    alwaysAvailable: true,
  }),
  requestReset: post("/auth/reset", {
    summary: "Send a password reset link. The response is the same for every address",
    access: open("users who forgot their password cannot sign in"),
    body: z.strictObject({ email: email.optional() }),
    response: z.object({ email: z.string() }),
  }),
  reset: post("/auth/reset/:token", {
    summary:
      "Set a new password with the token from an email. Ends all sessions and doesn't sign the user in",
    access: link,
    body: z.strictObject({ password: z.string().optional() }),
    response: z.object({ email: z.string() }),
  }),
  freeze: get("/auth/freeze/:token", {
    summary:
      "Lock the account (“This wasn't me”): end all sessions, undo a recent email change, and block sign-in until the password is reset",
    access: link,
    mutates: true,
    hasPageAtSamePath: true,
    response: z.object({ email: z.string() }),
  }),
  refresh: post("/auth/refresh", {
    summary: "Refresh the session and replace its cookie",
    // The handler rejects requests without a session itself. It has to run for an outdated cookie, because its use
    // ends the session.
    access: optionalSession,
    skipAudit: true,
    response: SessionInfo,
    alwaysAvailable: true,
  }),
  self: get("/auth/self", {
    summary: "Get the signed-in user with roles and permissions",
    access: optionalSession,
    response: SessionInfo,
    alwaysAvailable: true,
  }),
  logout: post("/auth/logout", {
    summary: "Sign out. Does nothing without a session",
    access: optionalSession,
    response: noContent,
    alwaysAvailable: true,
  }),
});
