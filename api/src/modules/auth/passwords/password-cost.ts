/** What a password's hash costs whoever computes it, the server or somebody who guesses. */
export interface PasswordCost {
  readonly memoryKib: number;
  readonly iterations: number;
}

/** OWASP's least for argon2id: below it guessing gets too cheap. About 20 ms on one core. */
export const minimumPasswordCost = {
  memoryKib: 19_456,
  iterations: 2,
} as const satisfies PasswordCost;

/** Where real customers are. About 70 ms on one core. */
export const defaultPasswordCost = {
  memoryKib: 65_536,
  iterations: 3,
} as const satisfies PasswordCost;
