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

export const Registration = z.strictObject({
  email,
  firstName: displayName(),
  lastName: displayName(),
  /** Too short or too easy is told by a code of the catalogue, 400 registration_invalid_password. */
  password: z.string().min(1),
  isOver18: adult,
  isTosAccepted: accepted("terms"),
  isProcessingPrivacyPolicyAccepted: accepted("privacy_policy"),
  locale: Locale,
  timezone: TimeZone,
  dob: z.iso.date().optional(),
  /** The secret GET /auth/register gave this browser, with a code made from it: turns the second factor on. Without six digits both are ignored. */
  otpSecret: z.string().max(64).optional(),
  otpToken: z.string().max(64).optional(),
});
export type Registration = z.infer<typeof Registration>;

/** Loose on purpose: what is missing is told by a code of the catalogue, never by the shape. */
export const LoginBody = z.strictObject({
  email: anyEmailText.optional(),
  password: z.string().optional(),
});

/** A one-time code, or a recovery code; loose on purpose, as its absence has a code of its own. */
const SecondStepBody = z.strictObject({ token: z.string().max(128).optional() });

/** What an authenticator or a browser's passkey answers: read by the WebAuthn library, not by the shape. */
export const PasskeyResponse = z.looseObject({ id: z.string().min(1).max(1_400) });
/** What a browser is handed to make or use a passkey (WebAuthn JSON). */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });

export const signInProviders = ["google", "github"] as const;
export const SignInProvider = z.enum(signInProviders);
export type SignInProvider = z.infer<typeof SignInProvider>;

/** What a session still waits for: a code from a mail, or the second factor. */
export const secondSteps = ["token", "2fa"] as const;

/** What a session began with. */
export const firstFactors = ["password", "passkey", ...signInProviders] as const;
export type FirstFactor = (typeof firstFactors)[number];
/** What was shown after it. */
export const secondFactors = ["authenticator", "recovery_code", "passkey", "mail_code"] as const;
export type SecondFactor = (typeof secondFactors)[number];

/** What somebody showed to sign in. */
export const SignInFactors = z.object({
  firstFactor: z.enum(firstFactors),
  /** Null where none was asked for. */
  secondFactor: z.enum(secondFactors).nullable(),
});
export type SignInFactors = z.infer<typeof SignInFactors>;

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
  /** False for people who came through another provider and never set one. */
  hasPassword: z.boolean(),
  /** Signed up through another provider, and has not accepted the terms yet: only the calls that always answer do. */
  mustAcceptTerms: z.boolean(),
  /** The password is in a list of stolen ones by now. */
  mustChangePassword: z.boolean(),
  /** Address of the picture; null where there is none. */
  avatarUrl: z.string().nullable(),
});
export type SessionUser = z.infer<typeof SessionUser>;

export const WorkspaceRole = z.object({
  handle: z.string(),
  workspaceId: Id,
  name: z.string(),
  colour: z.string(),
  isDefault: z.boolean(),
  /** Handles it had within ninety days: their addresses lead to the one it has now. */
  formerHandles: z.array(z.string()),
  workspaceRoleId: WorkspaceRoleId,
  workspaceRole: z.object({ permissions: z.array(z.string()) }),
});
export type WorkspaceRole = z.infer<typeof WorkspaceRole>;

/**
 * Who is signed in, until when, and what they may do where. Of a login-attempt the person is left
 * out: names and e-mail are empty, and there are no roles.
 */
export const SessionInfo = z.object({
  user: SessionUser,
  userSession: z.object({
    id: Id,
    csrf: z.string(),
    expiresAt: Timestamp,
    updatedAt: Timestamp,
    /** However often it is extended, the session ends then. */
    absoluteExpiresAt: Timestamp,
    authType: z.enum(authTypes),
    /** Of a login-attempt alone. */
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

/** Where the reason is said once: people without a session cannot be asked for one. */
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
    access: open("whoever signs up has no account yet"),
    mutates: true,
    hasPageAtSamePath: true,
    skipAudit: true,
    response: z.object({ secret: z.string() }),
  }),
  register: post("/auth/register", {
    summary: "Create an account. A verification link is sent by email",
    access: open("whoever wants an account has none yet"),
    body: Registration,
    response: z.object({
      email: z.string(),
      /** Shown this once; null without a second factor. */
      recoveryCodes: z.array(z.string()).nullable(),
    }),
    status: 201,
  }),
  resendVerification: post("/auth/resend-verification-email", {
    summary: "Resend the verification email. The response is the same for every address",
    access: open("the address is not verified yet, so nobody can be signed in"),
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
    access: open("signing in is how a session begins"),
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
    access: open("whoever forgot their password cannot sign in"),
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
    // The handler refuses whoever has no session; it has to run for an outdated cookie, whose use ends the session.
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
