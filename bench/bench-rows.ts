/** A user with a session, and a catalog with one region, product, price and image. */
import { randomBytes } from "node:crypto";
import { sql, type Tx } from "#api/core/db/db.ts";
import { deriveKeyring, uuidv7 } from "#api/core/lib/crypto.ts";
import { createSessionToken } from "#api/core/http/session-token.ts";

export const secret = Buffer.alloc(32, 5);

const sessionTtlMs = 24 * 3_600_000;

/** `cookie` is the value of the session's cookie. */
export async function insertUserAndCatalogue(
  tx: Tx,
  now: Date,
): Promise<{ readonly user: string; readonly cookie: string }> {
  const end = new Date(now.getTime() + sessionTtlMs);
  const [user, session, product, price, image] = [
    uuidv7(now),
    uuidv7(now),
    uuidv7(now),
    uuidv7(now),
    uuidv7(now),
  ];
  const salt = randomBytes(16);
  const token = createSessionToken(deriveKeyring(secret), session, 1, salt);
  await tx.execute(sql`INSERT INTO user_account (id, email, email_normalized, email_verified_at, status, first_name, last_name, locale, timezone, is_over_18, tos_version, tos_accepted_at, created_at, updated_at)
    VALUES (${user}, 'bench@boreal.test', 'bench@boreal.test', ${now}, 'active', 'Bench', 'Mark', 'en', 'UTC', true, '1', ${now}, ${now}, ${now})`);
  await tx.execute(sql`INSERT INTO session (id, user_id, auth_type, first_factor, salt, token_hash, rotated_at, token_confirmed_at, expires_at, absolute_expires_at, credential_version, created_at, updated_at)
    VALUES (${session}, ${user}, 'password', 'password', ${salt}, ${token.hash}, ${now}, ${now}, ${end}, ${end}, 0, ${now}, ${now})`);
  await tx.execute(
    sql`INSERT INTO region (handle, name, country, energy_sources, grams_co2_per_kwh, latitude, longitude, position) VALUES ('bench', 'Bench', 'SE', '{hydro}', 1, 0, 0, 1)`,
  );
  await tx.execute(
    sql`INSERT INTO product (id, variant, name, family, vcpu, memory_gb, disk_gb, power_watts, flavor, position) VALUES (${product}, 'virtual_machine', 'Bench', 'b', 1, 1, 1, 1, 'bench', 1)`,
  );
  await tx.execute(
    sql`INSERT INTO price_snapshot (id, product_id, rate_micros_per_hour, valid_from) VALUES (${price}, ${product}, 100000, ${now})`,
  );
  await tx.execute(
    sql`INSERT INTO image (id, family, name, version, min_disk_gb, min_memory_mb, default_user, position) VALUES (${image}, 'b', 'Bench', '1', 1, 1, 'b', 1)`,
  );
  return { user, cookie: token.text };
}
