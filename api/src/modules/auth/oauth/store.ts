/** SQL of OAuth identities. It runs as boreal_system: a sign-in runs before there is a tenant. */
import type { SignInProvider } from "#contracts/sign-in-factors.ts";
import type { Locale } from "#contracts/locale.ts";
import { sql, type Tx } from "../../../core/db/db.ts";

/** Returns the user that an OAuth identity signs in as. */
export const findIdentity = (
  tx: Tx,
  provider: SignInProvider,
  subject: string,
): Promise<{ user_id: string } | null> =>
  tx.maybeOne<{ user_id: string }>(
    sql`SELECT user_id FROM user_identity WHERE provider = ${provider} AND subject = ${subject}`,
  );

export interface NewIdentity {
  id: string;
  userId: string;
  provider: SignInProvider;
  subject: string;
  email: string;
  at: Date;
}

/** Returns false when the identity is linked already, or the user has another one of this provider. */
export async function insertIdentity(tx: Tx, identity: NewIdentity): Promise<boolean> {
  const created = await tx.execute(sql`
    INSERT INTO user_identity (id, user_id, provider, subject, email_when_linked, linked_at)
    VALUES (${identity.id}, ${identity.userId}, ${identity.provider}, ${identity.subject}, ${identity.email}, ${identity.at})
    ON CONFLICT DO NOTHING`);
  return created === 1;
}

export const deleteIdentity = (
  tx: Tx,
  userId: string,
  id: string,
): Promise<{ provider: SignInProvider } | null> =>
  tx.maybeOne<{ provider: SignInProvider }>(
    sql`DELETE FROM user_identity WHERE id = ${id} AND user_id = ${userId} RETURNING provider`,
  );

export const countIdentities = async (tx: Tx, userId: string): Promise<number> =>
  (
    await tx.one<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM user_identity WHERE user_id = ${userId}`,
    )
  ).count;

export interface NewOauthAccount {
  id: string;
  email: string;
  emailKey: string;
  firstName: string;
  lastName: string;
  locale: Locale;
  at: Date;
}

/**
 * Inserts a verified account without a password and without accepted terms. Returns false when the email
 * address is taken.
 */
export async function insertOauthAccount(tx: Tx, user: NewOauthAccount): Promise<boolean> {
  const created = await tx.execute(sql`
    INSERT INTO user_account (id, email, email_normalized, email_verified_at, status, first_name, last_name, locale, timezone, is_over_18,
      created_at, updated_at)
    VALUES (${user.id}, ${user.email}, ${user.emailKey}, ${user.at}, 'active', ${user.firstName}, ${user.lastName},
      ${user.locale}, 'UTC', false, ${user.at}, ${user.at})
    ON CONFLICT (email_normalized) WHERE status <> 'deleted' DO NOTHING`);
  return created === 1;
}
