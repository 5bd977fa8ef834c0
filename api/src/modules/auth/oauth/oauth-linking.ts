/**
 * Finds the account for an OAuth sign-in. A linked account is identified by the provider's subject only: the
 * email address is a claim of the provider, not an identity.
 */
import type { SignInProvider } from "#contracts/sign-in-factors.ts";
import type { Locale } from "#contracts/locale.ts";
import type { ProblemCode } from "#contracts/problems.ts";
import { email as emailShape, normalizeEmail, displayName } from "#contracts/text.ts";
import type { Tx } from "../../../core/db/db.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import { uuidv7 } from "../../../core/lib/crypto.ts";
import type { ProviderIdentity } from "../../../ports/oauth-provider.ts";
import type { SignInContext } from "../sign-in/complete-sign-in.ts";
import {
  type NotificationRecipient,
  type NotificationContext,
  sendSecurityNotification,
} from "../../accounts/security-notifications.ts";
import { findIdentity, type NewOauthAccount, insertOauthAccount, insertIdentity } from "./store.ts";
import { isEmailDomainBlocked } from "../accounts/blocked-email-domains.ts";
import { lockAccount, findAccount, type AccountRow } from "../../accounts/accounts.ts";
import { claimUnverifiedAccount } from "../accounts/unverified-accounts.ts";

/** One problem code per provider for every invalid OAuth response. */
export const invalidCode = {
  google: "invalid_google_authorization_code",
  github: "invalid_github_authorization_code",
} as const satisfies Record<SignInProvider, ProblemCode>;

export interface ProviderSignIn {
  readonly provider: SignInProvider;
  readonly identity: ProviderIdentity;
}

interface LinkingDeps {
  readonly publicUrl: URL;
}

/** Finds, links or creates the account, and locks its row. */
export async function resolveAccount(
  deps: LinkingDeps,
  context: SignInContext,
  signIn: ProviderSignIn,
): Promise<AccountRow> {
  const { tx } = context;
  const { provider, identity } = signIn;
  const linked = await findIdentity(tx, provider, identity.subject);
  if (linked !== null)
    return assertAccountActive(context, signIn, await lockAccount(tx, linked.user_id));
  if (!identity.isEmailVerified || !emailShape.safeParse(identity.email).success)
    throw new ProblemError(invalidCode[provider]);
  const known = await findAccount(tx, normalizeEmail(identity.email));
  const local = known === null ? null : await lockAccount(tx, known.id);
  if (local === null) return createAccount(context, signIn);
  if (local.status === "unverified") return claimAndLink(context, signIn, local);
  return linkToVerifiedAccount(deps, context, signIn, local);
}

async function assertAccountActive(
  { audit }: SignInContext,
  { provider }: ProviderSignIn,
  account: AccountRow | null,
): Promise<AccountRow> {
  // Staff sign in with factors that Boreal verifies itself, never through OAuth.
  if (account === null || account.staff_role !== null)
    throw new ProblemError(invalidCode[provider]);
  if (account.status === "active") return account;
  audit({ target: { type: "user", id: account.id, name: account.email } });
  throw new ProblemError("account_decativated", { commitsTransaction: true });
}

/**
 * A verified account already uses this email address. It is linked automatically only if the provider hosts
 * the mailbox and the account has no second factor; otherwise the user signs in and links it manually.
 */
async function linkToVerifiedAccount(
  deps: LinkingDeps,
  context: SignInContext,
  signIn: ProviderSignIn,
  local: AccountRow,
): Promise<AccountRow> {
  const mayLink =
    signIn.identity.isAuthoritative &&
    local.staff_role === null &&
    !local.two_factor &&
    !local.has_passkeys;
  if (!mayLink) throw new ProblemError("email_already_in_use");
  const account = await assertAccountActive(context, signIn, local);
  if (!(await linkIdentity(context, signIn, account.id)))
    throw new ProblemError("email_already_in_use");
  await notifyIdentityLinked(deps, context, account, signIn.provider);
  return account;
}

async function createAccount(context: SignInContext, signIn: ProviderSignIn): Promise<AccountRow> {
  const { tx, now } = context;
  if (isEmailDomainBlocked(signIn.identity.email))
    throw new ProblemError("registration_invalid_email");
  const user = toNewAccount(context, signIn, uuidv7(now));
  if (!(await insertOauthAccount(tx, user))) throw new ProblemError("email_already_in_use");
  return linkAndLock(context, signIn, user.id);
}

async function claimAndLink(
  context: SignInContext,
  signIn: ProviderSignIn,
  local: AccountRow,
): Promise<AccountRow> {
  await claimUnverifiedAccount(context.tx, toNewAccount(context, signIn, local.id));
  return linkAndLock(context, signIn, local.id);
}

async function linkAndLock(
  context: SignInContext,
  signIn: ProviderSignIn,
  userId: string,
): Promise<AccountRow> {
  const isLinked = await linkIdentity(context, signIn, userId);
  const account = await lockAccount(context.tx, userId);
  // A concurrent sign-in has linked the same identity.
  if (!isLinked || account === null) throw new ProblemError(invalidCode[signIn.provider]);
  return account;
}

/** Returns false when the identity, or another one of the same provider, is linked already. */
export async function linkIdentity(
  { tx, now, audit }: Pick<SignInContext, "now" | "audit"> & { tx: Tx },
  { provider, identity }: ProviderSignIn,
  userId: string,
): Promise<boolean> {
  const isLinked = await insertIdentity(tx, {
    id: uuidv7(now),
    userId,
    provider,
    subject: identity.subject,
    email: identity.email,
    at: now,
  });
  if (isLinked) audit({ changes: [{ field: "identity", from: null, to: provider }] });
  return isLinked;
}

export const providerNames: Record<SignInProvider, string> = { google: "Google", github: "GitHub" };

export const notifyIdentityLinked = (
  deps: LinkingDeps,
  context: NotificationContext,
  to: NotificationRecipient,
  provider: SignInProvider,
): Promise<void> =>
  sendSecurityNotification(deps, context, to, "identity_linked", {
    provider: providerNames[provider],
  });

const maxNameLength = 64;

/** Names and locale are a first guess that the user can change. */
function toNewAccount(
  { now, request }: SignInContext,
  { identity }: ProviderSignIn,
  id: string,
): NewOauthAccount {
  const nameSchema = displayName(maxNameLength);
  const firstName = nameSchema.safeParse(identity.firstName);
  const lastName = nameSchema.safeParse(identity.lastName);
  const [localPart = ""] = identity.email.split("@");
  return {
    id,
    email: identity.email,
    emailKey: normalizeEmail(identity.email),
    firstName: firstName.success ? firstName.data : localPart,
    lastName: lastName.success ? lastName.data : "",
    locale: localeFromHeader(request.headers["accept-language"]),
    at: now,
  };
}

const localeFromHeader = (header: string | string[] | undefined): Locale =>
  /^\s*de\b/i.test(String(header ?? "")) ? "de" : "en";
