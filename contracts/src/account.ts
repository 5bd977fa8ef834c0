/** A person's own account: who they are, how they sign in, and how they leave. */
import { z } from "zod";
import { Locale, PasskeyOptions, PasskeyResponse, SignInProvider, TimeZone } from "./auth.ts";
import { del, download, get, group, Id, nothing, post, put, self, session, Time } from "./kit.ts";
import { staffRoles } from "./permissions.ts";
import { email, name, paragraph } from "./text.ts";

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Time,
  lastUsedAt: Time.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

export const dataCopyStatuses = ["queued", "running", "ready", "failed", "expired"] as const;
export const DataCopy = z.object({
  id: Id,
  status: z.enum(dataCopyStatuses),
  createdAt: Time,
  finishedAt: Time.nullable(),
  /** The file is deleted then. */
  expiresAt: Time.nullable(),
  sizeBytes: z.int().nullable(),
});
export type DataCopy = z.infer<typeof DataCopy>;

/** What is not in the session's own answer. */
export const Account = z.object({
  dob: z.iso.date().nullable(),
  createdAt: Time,
  /** A new address that has not been proven yet. */
  pendingEmail: z.object({ email: z.string(), expiresAt: Time }).nullable(),
  passwordChangedAt: Time.nullable(),
  twoFactorEnabledAt: Time.nullable(),
  recoveryCodesLeft: z.int(),
  identities: z.array(
    z.object({ id: Id, provider: SignInProvider, email: z.string(), linkedAt: Time }),
  ),
  passkeys: z.array(Passkey),
  /** The newest request for a copy of one's data. */
  dataCopy: DataCopy.nullable(),
});
export type Account = z.infer<typeof Account>;

/** One attribute a call, each with its own fields and no others: nothing else of a person can be set. */
export const AttributeChange = z.discriminatedUnion("attribute", [
  z.strictObject({ attribute: z.literal("name"), firstName: name(), lastName: name() }),
  /** Takes effect once the new address is proven by its link. */
  z.strictObject({ attribute: z.literal("email"), email: email.optional() }),
  z.strictObject({ attribute: z.literal("cancelEmail") }),
  z.strictObject({ attribute: z.literal("password"), password: z.string().optional() }),
  /** On with a code made from the secret of `account.newSecret`; off with a code of the authenticator or a recovery code. */
  z.strictObject({
    attribute: z.literal("twoFactor"),
    enabled: z.boolean(),
    otpToken: z.string().max(128).optional(),
  }),
  /** New codes; the old ones stop working. */
  z.strictObject({
    attribute: z.literal("recoveryCodes"),
    otpToken: z.string().max(128).optional(),
  }),
  z.strictObject({ attribute: z.literal("locale"), locale: Locale }),
  z.strictObject({ attribute: z.literal("timezone"), timezone: TimeZone }),
  z.strictObject({ attribute: z.literal("dob"), dob: z.iso.date().nullable() }),
  z.strictObject({
    attribute: z.literal("terms"),
    isOver18: z.literal(true, { error: "Only people of 18 or older can sign up" }),
    isTosAccepted: z.literal(true, { error: "The terms have to be accepted" }),
  }),
  /** PNG, JPEG or WebP in base64; null takes the picture away. */
  z.strictObject({ attribute: z.literal("avatar"), image: z.string().nullable() }),
  z.strictObject({ attribute: z.literal("unlinkIdentity"), identityId: Id }),
]);
export type AttributeChange = z.infer<typeof AttributeChange>;

/** Largest picture, in bytes before base64. */
export const avatarMaxBytes = 2_000_000;

/** What stands in the way of leaving, each with where to go about it. */
export const blockerKinds = ["owned_workspace", "running_instances", "only_admin"] as const;
export const Blocker = z.object({
  kind: z.enum(blockerKinds),
  /** Handle and name of the workspace; null for the last Admin. */
  workspace: z.object({ handle: z.string(), name: z.string() }).nullable(),
  /** Members besides oneself, or instances. */
  count: z.int(),
});
export type Blocker = z.infer<typeof Blocker>;

export const account = group("account", {
  view: get("/api/v1/settings/account", {
    about: "One's own account: how one signs in, and what waits for a confirmation",
    access: self,
    returns: Account,
  }),
  confirm: post("/api/v1/settings/confirm-identity", {
    about:
      "Prove again who one is, with the password and, where it is on, the second factor; holds for a quarter of an hour",
    access: self,
    body: z.strictObject({
      currentPassword: z.string().optional(),
      otpToken: z.string().max(128).optional(),
    }),
    returns: nothing,
  }),
  newSecret: post("/api/v1/settings/two-factor-secret", {
    about: "The secret to turn the second factor on with, bound to this session",
    access: self,
    confirmed: true,
    unrecorded: true,
    returns: z.object({ secret: z.string() }),
  }),
  update: put("/api/v1/settings/user-single-information", {
    about: "Change one attribute of oneself",
    access: self,
    // Without an attribute the refusal has a code of its own.
    body: z.preprocess(
      (body) =>
        typeof body === "object" && body !== null && !("attribute" in body)
          ? { attribute: "none" }
          : body,
      z.discriminatedUnion("attribute", [
        ...AttributeChange.options,
        z.strictObject({ attribute: z.literal("none") }),
      ]),
    ),
    returns: z.object({
      /** Shown this once, when the second factor was turned on or the codes were made anew. */
      recoveryCodes: z.array(z.string()).nullable(),
      /** How many other sessions the change ended. */
      endedSessions: z.int(),
    }),
    always: true,
    maxBodyBytes: 3_000_000,
  }),
  avatar: get("/api/v1/avatars/:avatar", {
    about: "A person's picture; a new one gets a new address",
    access: session,
    impersonated: staffRoles,
    file: "image/webp",
    returns: download,
  }),
  addPasskeyOptions: post("/api/v1/settings/passkeys/options", {
    about: "What the browser needs to make a passkey",
    access: self,
    confirmed: true,
    unrecorded: true,
    returns: PasskeyOptions,
  }),
  addPasskey: post("/api/v1/settings/passkeys", {
    about: "Keep a passkey the browser has made",
    access: self,
    confirmed: true,
    body: z.strictObject({ name: name(), response: PasskeyResponse }),
    returns: Passkey,
    status: 201,
  }),
  removePasskey: del("/api/v1/settings/passkeys/:passkey", {
    about: "Forget a passkey",
    access: self,
    confirmed: true,
    returns: nothing,
  }),
  linkIdentity: post("/api/v1/settings/identities/:provider", {
    about: "Link another provider's account, with the code it sent the browser back with",
    access: self,
    confirmed: true,
    body: z.strictObject({
      authorizationCode: z.string().max(4_096).optional(),
      state: z.string().max(512).optional(),
    }),
    returns: nothing,
  }),
  blockers: get("/api/v1/settings/deactivate-account", {
    about: "What stands in the way of deactivating the account",
    access: self,
    returns: z.object({ blockers: z.array(Blocker) }),
  }),
  deactivate: put("/api/v1/settings/deactivate-account", {
    about: "Deactivate the account: every session and token ends at once; staff can restore it",
    access: self,
    confirmed: true,
    body: z.strictObject({ deactivateMessage: paragraph(1_000).optional() }),
    returns: nothing,
  }),
  requestDataCopy: post("/api/v1/settings/user-data-copy", {
    about: "Ask for a copy of one's own data; a mail says when it is ready",
    access: self,
    confirmed: true,
    returns: DataCopy,
    status: 202,
  }),
  downloadDataCopy: get("/api/v1/settings/user-data-copy/:token", {
    about: "The copy, by the token of its mail",
    access: self,
    confirmed: true,
    file: "application/zip",
    returns: download,
  }),
});
