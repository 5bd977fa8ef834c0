/** All the command has to do with the machine it runs on; handed in, so that a test can be one. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What was asked for; nothing else goes here. */
  readonly out: (text: string) => void;
  /** What is said beside it: notes, questions, errors. */
  readonly err: (text: string) => void;
  /** Of the terminal behind `out`; null where it goes into a file or another program. */
  readonly columns: number | null;
  /** Somebody is there to answer. */
  readonly canAsk: boolean;
  readonly ask: (question: string) => Promise<string>;
  /** The same, without showing what is typed. */
  readonly askSecret: (question: string) => Promise<string>;
  readonly readStdin: () => Promise<string>;
  readonly sleep: (ms: number) => Promise<void>;
  /** Milliseconds since some moment; never goes back. */
  readonly elapsedMs: () => number;
}
