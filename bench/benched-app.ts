/** The product's server as the benches measure it: with the costs real customers have. */
import type { AppParts } from "#api/app.ts";
import { usualPasswordCost } from "#api/auth/password-cost.ts";
import { passwordsOf } from "#api/auth/passwords.ts";
import { systemClock } from "#api/core/clock.ts";
import type { Database } from "#api/core/db.ts";
import { deriveKeys } from "#api/core/keys.ts";
import { plainApp } from "#api/testing/app-parts.ts";
import { secret } from "./seed.ts";

export function benchedApp(db: Database): AppParts {
  const keys = deriveKeys(secret);
  return plainApp({
    db,
    clock: systemClock,
    keys,
    passwords: passwordsOf(keys, usualPasswordCost),
    publicUrl: new URL("http://bench.test"),
  });
}
