/** Passwords: argon2id with a key outside the database, and never more at once than the machine has cores. */
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { passwordForm, passwordMaxBytes } from "#contracts/text.ts";
import { Refusal } from "../core/errors.ts";
import type { Keys } from "../core/keys.ts";

/** argon2id is the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const maxWaiting = 64;
const overflowRetrySeconds = 30;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= availableParallelism()) {
    if (waiting.length >= maxWaiting)
      throw new Refusal("too_many_requests", { seconds: overflowRetrySeconds });
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

const secretOf = (keys: Keys) => keys.mac("password", "v1");

export const hashPassword = (keys: Keys, password: string): Promise<string> =>
  inTurn(() => hash(passwordForm(password), { ...cost, secret: secretOf(keys) }));

export interface PasswordCheck {
  /** Whether the password is right; takes as long where there is no hash, or nothing that could be a password. */
  isRight(storedHash: string | null, password: string): Promise<boolean>;
}

export function passwordCheck(keys: Keys): PasswordCheck {
  const nobodys = hashPassword(keys, "what nobody's password is compared with");
  nobodys.catch(() => undefined);
  return {
    isRight: async (storedHash, password) => {
      const form = passwordForm(password);
      const canBe = storedHash !== null && Buffer.byteLength(form) <= passwordMaxBytes;
      const against = canBe ? storedHash : await nobodys;
      const isEqual = await inTurn(() =>
        verify(against, canBe ? form : "nobody", { secret: secretOf(keys) }),
      );
      return canBe && isEqual;
    },
  };
}
