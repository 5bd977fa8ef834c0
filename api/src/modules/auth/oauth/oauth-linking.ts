/**
 * Whose account somebody from elsewhere signs in to. A linked one is known by the provider's subject
 * and by nothing else: an address is what a provider says about a person, not who the person is.
 */
import type { SignInProvider } from "#contracts/auth.ts";
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

/** One answer for everything that is wrong with what a provider sent. */
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

/** Finds, links or opens the account; its row is locked. */
export async function resolveAccount(
  deps: LinkingDeps,
  context: SignInContext,
  came: ProviderSignIn,
): Promise<AccountRow> {
  const { tx } = context;
  const { provider, identity } = came;
  const linked = await findIdentity(tx, provider, identity.subject);
  if (linked !== null)
    return assertAccountActive(context, came, await lockAccount(tx, linked.user_id));
  if (!identity.isEmailVerified || !emailShape.safeParse(identity.email).success)
    throw new ProblemError(invalidCode[provider]);
  const known = await findAccount(tx, normalizeEmail(identity.email));
  const local = known === null ? null : await lockAccount(tx, known.id);
  if (local === null) return createAccount(context, came);
  if (local.status === "unverified") return claimAndLink(context, came, local);
  return linkToVerifiedAccount(deps, context, came, local);
}

async function assertAccountActive(
  { audit }: SignInContext,
  { provider }: ProviderSignIn,
  account: AccountRow | null,
): Promise<AccountRow> {
  // Staff sign in with what this installation itself has checked.
  if (account === null || account.staff_role !== null)
    throw new ProblemError(invalidCode[provider]);
  if (account.status === "active") return account;
  audit({ target: { type: "user", id: account.id, name: account.email } });
  throw new ProblemError("account_decativated", { commitsTransaction: true });
}

/**
 * Somebody has proven this address here before. Only a provider that runs the mailbox may say that it
 * is the same person, and never past a second factor; everybody else signs in first and links then.
 */
async function linkToVerifiedAccount(
  deps: LinkingDeps,
  context: SignInContext,
  came: ProviderSignIn,
  local: AccountRow,
): Promise<AccountRow> {
  const mayLink =
    came.identity.isAuthoritative &&
    local.staff_role === null &&
    !local.two_factor &&
    !local.has_passkeys;
  if (!mayLink) throw new ProblemError("email_already_in_use");
  const account = await assertAccountActive(context, came, local);
  if (!(await linkIdentity(context, came, account.id)))
    throw new ProblemError("email_already_in_use");
  await notifyIdentityLinked(deps, context, account, came.provider);
  return account;
}

async function createAccount(context: SignInContext, came: ProviderSignIn): Promise<AccountRow> {
  const { tx, now } = context;
  if (isEmailDomainBlocked(came.identity.email))
    throw new ProblemError("registration_invalid_email");
  const user = toNewAccount(context, came, uuidv7(now));
  if (!(await insertOauthAccount(tx, user))) throw new ProblemError("email_already_in_use");
  return linkAndNotify(context, came, user.id);
}

async function claimAndLink(
  context: SignInContext,
  came: ProviderSignIn,
  local: AccountRow,
): Promise<AccountRow> {
  await claimUnverifiedAccount(context.tx, toNewAccount(context, came, local.id));
  return linkAndNotify(context, came, local.id);
}

async function linkAndNotify(
  context: SignInContext,
  came: ProviderSignIn,
  userId: string,
): Promise<AccountRow> {
  const isLinked = await linkIdentity(context, came, userId);
  const account = await lockAccount(context.tx, userId);
  // Somebody else came with the same account elsewhere at the same moment.
  if (!isLinked || account === null) throw new ProblemError(invalidCode[came.provider]);
  return account;
}

/** False where the account elsewhere, or another one there, is linked already. */
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

const providerNames: Record<SignInProvider, string> = { google: "Google", github: "GitHub" };

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

/** Names and language are a first guess: the person can change all of them. */
function toNewAccount(
  { now, request }: SignInContext,
  { identity }: ProviderSignIn,
  id: string,
): NewOauthAccount {
  const given = displayName(maxNameLength);
  const firstName = given.safeParse(identity.firstName);
  const lastName = given.safeParse(identity.lastName);
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
