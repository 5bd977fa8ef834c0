/** Everything the command uses of its environment. Injected, so that tests can replace it. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Standard output: only the requested data. */
  readonly out: (text: string) => void;
  /** Standard error: notes, prompts, errors. */
  readonly err: (text: string) => void;
  /** Width of the terminal; null if `out` is a file or a pipe. */
  readonly columns: number | null;
  /** Whether a user can answer prompts. */
  readonly canAsk: boolean;
  readonly ask: (question: string) => Promise<string>;
  /** Like `ask`, without echoing the input. */
  readonly askSecret: (question: string) => Promise<string>;
  readonly readStdin: () => Promise<string>;
  readonly sleep: (ms: number) => Promise<void>;
  /** Monotonic time in milliseconds. */
  readonly elapsedMs: () => number;
}
