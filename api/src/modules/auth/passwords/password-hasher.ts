/** Passwords: argon2id with a key outside the database, and never more at once than the machine has cores. */
import { availableParallelism } from "node:os";
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { normalizePassword, passwordMaxBytes } from "#contracts/text.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import type { Keyring } from "../../../core/lib/crypto.ts";
import type { PasswordCost } from "./password-cost.ts";

/** One hash keeps one core busy; more at once come from the number of them computed at once. */
const parallelism = 1;
const maxWaiting = 64;
const overloadRetryAfterSeconds = 30;

let running = 0;
const waiting: (() => void)[] = [];

async function withHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= availableParallelism()) {
    if (waiting.length >= maxWaiting)
      throw new ProblemError("too_many_requests", { seconds: overloadRetryAfterSeconds });
    await new Promise<void>((go) => waiting.push(go));
  } else running += 1;
  try {
    return await work();
  } finally {
    // A turn is handed on; only where nobody waits for it does it end.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Whether the password is right; takes as long where there is no hash, or nothing that could be a password. */
  verify(storedHash: string | null, password: string): Promise<boolean>;
  /**
   * Whether a hash has another cost than new ones, stronger ones too: only where all cost the same
   * does a wrong password of an account take as long as one of nobody's.
   */
  needsRehash(storedHash: string): boolean;
}

export function createPasswordHasher(
  keys: Keyring,
  { memoryKib, iterations }: PasswordCost,
): PasswordHasher {
  const secret = keys.hmac("password", "v1");
  const cost = { memoryCost: memoryKib, timeCost: iterations, parallelism };
  const makeHash = (password: string) =>
    withHashSlot(() => hash(normalizePassword(password), { ...cost, secret }));
  const nobodys = makeHash("what nobody's password is compared with");
  nobodys.catch(() => undefined);
  return {
    hash: makeHash,
    verify: async (storedHash, password) => {
      const form = normalizePassword(password);
      const canBe = storedHash !== null && Buffer.byteLength(form) <= passwordMaxBytes;
      const against = canBe ? storedHash : await nobodys;
      const isEqual = await withHashSlot(() =>
        verify(against, canBe ? form : "nobody", { secret }),
      );
      return canBe && isEqual;
    },
    needsRehash: (storedHash) => {
      const { memoryCost, timeCost } = parseOptions(storedHash);
      return memoryCost !== memoryKib || timeCost !== iterations;
    },
  };
}
