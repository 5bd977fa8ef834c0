/** The server as the benchmarks measure it, with the password cost of production. */
import type { AppDeps } from "#api/app.ts";
import { defaultPasswordCost } from "#api/modules/auth/passwords/password-cost.ts";
import { createPasswordHasher } from "#api/modules/auth/passwords/password-hasher.ts";
import { systemClock } from "#api/core/lib/clock.ts";
import type { Database } from "#api/core/db/db.ts";
import { deriveKeyring } from "#api/core/lib/crypto.ts";
import { minimalAppDeps } from "#api/testing/app-deps.ts";
import { secret } from "./bench-rows.ts";

export function benchAppDeps(db: Database): AppDeps {
  const keys = deriveKeyring(secret);
  return minimalAppDeps({
    db,
    clock: systemClock,
    keys,
    passwords: createPasswordHasher(keys, defaultPasswordCost),
    publicUrl: new URL("http://bench.test"),
  });
}
