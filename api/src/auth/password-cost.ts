/** What a password's hash costs whoever computes it, the server or somebody who guesses. */
export interface PasswordCost {
  readonly memoryKib: number;
  readonly passes: number;
}

/** OWASP's least for argon2id: below it guessing gets too cheap. About 20 ms on one core. */
export const leastPasswordCost = { memoryKib: 19_456, passes: 2 } as const satisfies PasswordCost;

/** Where real customers are. About 70 ms on one core. */
export const usualPasswordCost = { memoryKib: 65_536, passes: 3 } as const satisfies PasswordCost;
