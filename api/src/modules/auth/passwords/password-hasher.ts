/**
 * Hashes passwords with argon2id and a pepper stored outside the database. At most one hash per core is
 * computed at a time.
 */
import { availableParallelism } from "node:os";
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { normalizePassword, passwordMaxBytes } from "#contracts/text.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import type { Keyring } from "../../../core/lib/crypto.ts";
import type { PasswordCost } from "./password-cost.ts";

/** Each hash uses one core; `withHashSlot` limits how many run at once. */
const parallelism = 1;
const maxWaiting = 64;
const overloadRetryAfterSeconds = 30;

let running = 0;
const waiting: (() => void)[] = [];

async function withHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= availableParallelism()) {
    if (waiting.length >= maxWaiting)
      throw new ProblemError("too_many_requests", { seconds: overloadRetryAfterSeconds });
    await new Promise<void>((resume) => waiting.push(resume));
  } else running += 1;
  try {
    return await work();
  } finally {
    // The slot passes to the next waiting hash; it is released only when none waits.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Returns whether the password is right. Takes the same time when there is no hash, or the text cannot be a
   * password.
   */
  verify(storedHash: string | null, password: string): Promise<boolean>;
  /**
   * Returns whether the hash has another cost than new hashes, a higher one too. Only equal costs make a
   * wrong password take the same time for an existing and a missing account.
   */
  needsRehash(storedHash: string): boolean;
}

export function createPasswordHasher(
  keys: Keyring,
  { memoryKib, iterations }: PasswordCost,
): PasswordHasher {
  const secret = keys.hmac("password", "v1");
  const cost = { memoryCost: memoryKib, timeCost: iterations, parallelism };
  const hashPassword = (password: string) =>
    withHashSlot(() => hash(normalizePassword(password), { ...cost, secret }));
  const dummyHash = hashPassword("dummy password");
  dummyHash.catch(() => undefined);
  return {
    hash: hashPassword,
    verify: async (storedHash, password) => {
      const form = normalizePassword(password);
      const canBe = storedHash !== null && Buffer.byteLength(form) <= passwordMaxBytes;
      const against = canBe ? storedHash : await dummyHash;
      const isEqual = await withHashSlot(() => verify(against, canBe ? form : "dummy", { secret }));
      return canBe && isEqual;
    },
    needsRehash: (storedHash) => {
      const { memoryCost, timeCost } = parseOptions(storedHash);
      return memoryCost !== memoryKib || timeCost !== iterations;
    },
  };
}
