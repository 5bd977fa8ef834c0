/** The user's own account: profile, sign-in methods, data copy and deactivation. */
import { z } from "zod";
import { accepted, adult } from "./consent.ts";
import { PasskeyOptions, PasskeyResponse } from "./auth.ts";
import { SignInProvider } from "./sign-in-factors.ts";
import { Locale, TimeZone } from "./locale.ts";
import {
  del,
  fileDownload,
  get,
  defineEndpoints,
  Id,
  noContent,
  post,
  put,
  self,
  session,
  Timestamp,
} from "./endpoint.ts";
import { defineResource } from "./resource.ts";
import { staffRoles } from "./roles.ts";
import { email, displayName, multilineText } from "./text.ts";

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

export const dataCopyStatuses = ["queued", "running", "ready", "failed", "expired"] as const;
export const DataCopy = z.object({
  id: Id,
  status: z.enum(dataCopyStatuses),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  /** The archive is deleted at this time. */
  expiresAt: Timestamp.nullable(),
  sizeBytes: z.int().nullable(),
});
export type DataCopy = z.infer<typeof DataCopy>;

/** Account data that the session info does not contain. */
export const Account = z.object({
  dob: z.iso.date().nullable(),
  createdAt: Timestamp,
  /** A new email address that is not verified yet. */
  pendingEmail: z.object({ email: z.string(), expiresAt: Timestamp }).nullable(),
  passwordChangedAt: Timestamp.nullable(),
  twoFactorEnabledAt: Timestamp.nullable(),
  recoveryCodesLeft: z.int(),
  identities: z.array(
    z.object({ id: Id, provider: SignInProvider, email: z.string(), linkedAt: Timestamp }),
  ),
  passkeys: z.array(Passkey),
  /** The newest request for a copy of the user's data. */
  dataCopy: DataCopy.nullable(),
});
export type Account = z.infer<typeof Account>;

/** One attribute per request, each with a strict shape: no other attribute of a user can be set. */
export const AttributeUpdate = z.discriminatedUnion("attribute", [
  z.strictObject({
    attribute: z.literal("name"),
    firstName: displayName(),
    lastName: displayName(),
  }),
  /** Takes effect once the link sent to the new address is opened. */
  z.strictObject({ attribute: z.literal("email"), email: email.optional() }),
  z.strictObject({ attribute: z.literal("cancelEmail") }),
  z.strictObject({ attribute: z.literal("password"), password: z.string().optional() }),
  /**
   * Enabled with a code made from the secret of `account.newSecret`; disabled with an authenticator code or a
   * recovery code.
   */
  z.strictObject({
    attribute: z.literal("twoFactor"),
    enabled: z.boolean(),
    otpToken: z.string().max(128).optional(),
  }),
  /** Generates new recovery codes; the old ones stop working. */
  z.strictObject({
    attribute: z.literal("recoveryCodes"),
    otpToken: z.string().max(128).optional(),
  }),
  z.strictObject({ attribute: z.literal("locale"), locale: Locale }),
  z.strictObject({ attribute: z.literal("timezone"), timezone: TimeZone }),
  z.strictObject({ attribute: z.literal("dob"), dob: z.iso.date().nullable() }),
  z.strictObject({
    attribute: z.literal("terms"),
    isOver18: adult,
    isTosAccepted: accepted("terms"),
  }),
  /** PNG, JPEG or WebP in base64; null removes the picture. */
  z.strictObject({ attribute: z.literal("avatar"), image: z.string().nullable() }),
  z.strictObject({ attribute: z.literal("unlinkIdentity"), identityId: Id }),
]);
export type AttributeUpdate = z.infer<typeof AttributeUpdate>;

/** Largest picture in bytes, before base64. */
export const avatarMaxBytes = 2_000_000;

/** Kinds of blockers of deactivation. */
export const blockerKinds = ["owned_workspace", "running_instances", "only_admin"] as const;
export const Blocker = z.object({
  kind: z.enum(blockerKinds),
  /** The workspace of the blocker; null for `only_admin`. */
  workspace: z.object({ handle: z.string(), name: z.string() }).nullable(),
  /** Number of other members, or of instances. */
  count: z.int(),
});
export type Blocker = z.infer<typeof Blocker>;

export const accountResource = defineResource("account", { hasActivity: true });

export const account = defineEndpoints(accountResource, {
  view: get("/api/v1/settings/account", {
    summary: "Get your account: sign-in methods and pending confirmations",
    preload: { pages: ["/account/general", "/account/security"] },
    access: self,
    response: Account,
  }),
  confirm: post("/api/v1/settings/confirm-identity", {
    summary:
      "Confirm your identity with your password and, if turned on, two-factor authentication. Valid for 15 minutes",
    access: self,
    body: z.strictObject({
      currentPassword: z.string().optional(),
      otpToken: z.string().max(128).optional(),
    }),
    response: noContent,
  }),
  newSecret: post("/api/v1/settings/two-factor-secret", {
    summary: "Get a secret for setting up two-factor authentication, bound to this session",
    access: self,
    requiresReauthentication: true,
    skipAudit: true,
    response: z.object({ secret: z.string() }),
  }),
  update: put("/api/v1/settings/user-single-information", {
    summary: "Update one attribute of your account",
    access: self,
    // A missing attribute has a problem code of its own.
    body: z.preprocess(
      (body) =>
        typeof body === "object" && body !== null && !("attribute" in body)
          ? { attribute: "none" }
          : body,
      z.discriminatedUnion("attribute", [
        ...AttributeUpdate.options,
        z.strictObject({ attribute: z.literal("none") }),
      ]),
    ),
    response: z.object({
      /** Shown once, when two-factor authentication was enabled or new codes were generated. */
      recoveryCodes: z.array(z.string()).nullable(),
      /** Number of other sessions that the change ended. */
      endedSessions: z.int(),
    }),
    alwaysAvailable: true,
    bodyLimitBytes: 3_000_000,
  }),
  avatar: get("/api/v1/avatars/:avatar", {
    summary: "Get a user's profile picture. A new picture gets a new URL",
    access: session,
    allowedWhileImpersonating: staffRoles,
    responseFileType: "image/webp",
    response: fileDownload,
  }),
  addPasskeyOptions: post("/api/v1/settings/passkeys/options", {
    summary: "Get the options for creating a passkey",
    access: self,
    requiresReauthentication: true,
    skipAudit: true,
    response: PasskeyOptions,
  }),
  addPasskey: post("/api/v1/settings/passkeys", {
    summary: "Register a passkey",
    access: self,
    requiresReauthentication: true,
    body: z.strictObject({ name: displayName(), response: PasskeyResponse }),
    response: Passkey,
    status: 201,
  }),
  removePasskey: del("/api/v1/settings/passkeys/:passkey", {
    summary: "Remove a passkey",
    access: self,
    requiresReauthentication: true,
    response: noContent,
  }),
  linkIdentity: post("/api/v1/settings/identities/:provider", {
    summary: "Link an account from another provider using its authorization code",
    access: self,
    requiresReauthentication: true,
    body: z.strictObject({
      authorizationCode: z.string().max(4_096).optional(),
      state: z.string().max(512).optional(),
    }),
    response: noContent,
  }),
  blockers: get("/api/v1/settings/deactivate-account", {
    summary: "List what prevents your account from being deactivated",
    access: self,
    response: z.object({ blockers: z.array(Blocker) }),
  }),
  deactivate: put("/api/v1/settings/deactivate-account", {
    summary:
      "Deactivate your account. All sessions and tokens end immediately. Staff can restore it",
    access: self,
    requiresReauthentication: true,
    body: z.strictObject({ deactivateMessage: multilineText(1_000).optional() }),
    response: noContent,
  }),
  requestDataCopy: post("/api/v1/settings/user-data-copy", {
    summary: "Request an export of your data. You're notified by email when it's ready",
    access: self,
    requiresReauthentication: true,
    response: DataCopy,
    status: 202,
    idempotent: true,
  }),
  downloadDataCopy: get("/api/v1/settings/user-data-copy/:token", {
    summary: "Download a data export using the token from the email",
    access: self,
    requiresReauthentication: true,
    responseFileType: "application/zip",
    response: fileDownload,
  }),
});
