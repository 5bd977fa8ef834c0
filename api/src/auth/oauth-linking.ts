/**
 * Whose account somebody from elsewhere signs in to. A linked one is known by the provider's subject
 * and by nothing else: an address is what a provider says about a person, not who the person is.
 */
import type { Locale, SignInProvider } from "#contracts/auth.ts";
import type { ProblemCode } from "#contracts/errors.ts";
import { email as emailShape, emailKey, name } from "#contracts/text.ts";
import type { Tx } from "../core/db.ts";
import { Refusal } from "../core/errors.ts";
import { newId } from "../core/keys.ts";
import type { ForeignIdentity } from "../ports/sign-in-provider.ts";
import type { Entering } from "./enter.ts";
import { type Notified, type Notifying, sendNotice } from "./notices.ts";
import {
  findLinked,
  type ForeignPerson,
  insertForeignPerson,
  insertIdentity,
} from "./oauth-store.ts";
import { isDomainRefused } from "./refused-domains.ts";
import { type AccountRow, findAccount, lockAccount } from "./accounts.ts";
import { takeOverUnproven } from "./unproven.ts";

/** One answer for everything that is wrong with what a provider sent. */
export const invalidCode = {
  google: "invalid_google_authorization_code",
  github: "invalid_github_authorization_code",
} as const satisfies Record<SignInProvider, ProblemCode>;

export interface Came {
  readonly provider: SignInProvider;
  readonly identity: ForeignIdentity;
}

interface LinkingParts {
  readonly publicUrl: URL;
}

/** Finds, links or opens the account; its row is locked. */
export async function accountFor(
  parts: LinkingParts,
  context: Entering,
  came: Came,
): Promise<AccountRow> {
  const { tx } = context;
  const { provider, identity } = came;
  const linked = await findLinked(tx, provider, identity.subject);
  if (linked !== null) return demandOpen(context, came, await lockAccount(tx, linked.user_id));
  if (!identity.isEmailVerified || !emailShape.safeParse(identity.email).success)
    throw new Refusal(invalidCode[provider]);
  const known = await findAccount(tx, emailKey(identity.email));
  const local = known === null ? null : await lockAccount(tx, known.id);
  if (local === null) return openAccount(context, came);
  if (local.status === "unverified") return takeOver(context, came, local);
  return linkProven(parts, context, came, local);
}

async function demandOpen(
  { note }: Entering,
  { provider }: Came,
  account: AccountRow | null,
): Promise<AccountRow> {
  // Staff sign in with what this installation itself has checked.
  if (account === null || account.staff_role !== null) throw new Refusal(invalidCode[provider]);
  if (account.status === "active") return account;
  note({ target: { type: "user", id: account.id, name: account.email } });
  throw new Refusal("account_decativated", { keepsChanges: true });
}

/**
 * Somebody has proven this address here before. Only a provider that runs the mailbox may say that it
 * is the same person, and never past a second factor; everybody else signs in first and links then.
 */
async function linkProven(
  parts: LinkingParts,
  context: Entering,
  came: Came,
  local: AccountRow,
): Promise<AccountRow> {
  const mayLink =
    came.identity.isAuthoritative &&
    local.staff_role === null &&
    !local.two_factor &&
    !local.has_passkeys;
  if (!mayLink) throw new Refusal("email_already_in_use");
  const account = await demandOpen(context, came, local);
  if (!(await link(context, came, account.id))) throw new Refusal("email_already_in_use");
  await tellLinked(parts, context, account, came.provider);
  return account;
}

async function openAccount(context: Entering, came: Came): Promise<AccountRow> {
  const { tx, now } = context;
  if (isDomainRefused(came.identity.email)) throw new Refusal("registration_invalid_email");
  const person = personOf(context, came, newId(now));
  if (!(await insertForeignPerson(tx, person))) throw new Refusal("email_already_in_use");
  return linkNew(context, came, person.id);
}

async function takeOver(context: Entering, came: Came, local: AccountRow): Promise<AccountRow> {
  await takeOverUnproven(context.tx, personOf(context, came, local.id));
  return linkNew(context, came, local.id);
}

async function linkNew(context: Entering, came: Came, userId: string): Promise<AccountRow> {
  const isLinked = await link(context, came, userId);
  const account = await lockAccount(context.tx, userId);
  // Somebody else came with the same account elsewhere at the same moment.
  if (!isLinked || account === null) throw new Refusal(invalidCode[came.provider]);
  return account;
}

/** False where the account elsewhere, or another one there, is linked already. */
export async function link(
  { tx, now, note }: Pick<Entering, "now" | "note"> & { tx: Tx },
  { provider, identity }: Came,
  userId: string,
): Promise<boolean> {
  const isLinked = await insertIdentity(tx, {
    id: newId(now),
    userId,
    provider,
    subject: identity.subject,
    email: identity.email,
    at: now,
  });
  if (isLinked) note({ changes: [{ field: "identity", from: null, to: provider }] });
  return isLinked;
}

const brands: Record<SignInProvider, string> = { google: "Google", github: "GitHub" };

export const tellLinked = (
  parts: LinkingParts,
  context: Notifying,
  to: Notified,
  provider: SignInProvider,
): Promise<void> =>
  sendNotice(parts, context, to, "identity_linked", { provider: brands[provider] });

const nameLength = 64;

/** Names and language are a first guess: the person can change all of them. */
function personOf({ now, request }: Entering, { identity }: Came, id: string): ForeignPerson {
  const given = name(nameLength);
  const firstName = given.safeParse(identity.firstName);
  const lastName = given.safeParse(identity.lastName);
  const [localPart = ""] = identity.email.split("@");
  return {
    id,
    email: identity.email,
    emailKey: emailKey(identity.email),
    firstName: firstName.success ? firstName.data : localPart,
    lastName: lastName.success ? lastName.data : "",
    locale: localeOf(request.headers["accept-language"]),
    at: now,
  };
}

const localeOf = (header: string | string[] | undefined): Locale =>
  /^\s*de\b/i.test(String(header ?? "")) ? "de" : "en";
