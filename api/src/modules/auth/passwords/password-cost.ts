/** argon2id cost of one password hash, for the server and for an attacker who guesses. */
export interface PasswordCost {
  readonly memoryKib: number;
  readonly iterations: number;
}

/** OWASP's minimum for argon2id; below it guessing becomes too cheap. About 20 ms on one core. */
export const minimumPasswordCost = {
  memoryKib: 19_456,
  iterations: 2,
} as const satisfies PasswordCost;

/** Default of an installation with real customers. About 70 ms on one core. */
export const defaultPasswordCost = {
  memoryKib: 65_536,
  iterations: 3,
} as const satisfies PasswordCost;
