/** Runs commands for tests and records their output. Waiting advances the injected time instead of sleeping. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../cli/run.ts";
import type { Terminal } from "../cli/terminal.ts";

export interface RunResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The parsed output of `--json`. */
  readonly json: unknown;
}

interface ShellOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly columns?: number;
  /** Input of the user, prompt by prompt. */
  readonly answers?: readonly string[];
}

export class Shell {
  /** The configuration folder. */
  readonly folder = mkdtempSync(join(tmpdir(), "boreal-cli-"));
  readonly waits: number[] = [];
  #elapsedMs = 0;
  readonly #advance: (ms: number) => Promise<unknown>;

  constructor(advance: (ms: number) => Promise<unknown> = () => Promise.resolve()) {
    this.#advance = advance;
  }

  async run(argv: readonly string[], options: ShellOptions = {}): Promise<RunResult> {
    const output = { out: "", err: "" };
    const inputs = [...(options.answers ?? [])];
    const respond = (question: string) => {
      output.err += question;
      return Promise.resolve(inputs.shift() ?? "");
    };
    const terminal: Terminal = {
      env: { XDG_CONFIG_HOME: this.folder, ...options.env },
      out: (text) => {
        output.out += text;
      },
      err: (text) => {
        output.err += text;
      },
      columns: options.columns ?? null,
      canAsk: options.answers !== undefined,
      ask: respond,
      askSecret: respond,
      readStdin: () => Promise.resolve(options.stdin ?? ""),
      elapsedMs: () => this.#elapsedMs,
      sleep: async (ms) => {
        this.waits.push(ms);
        this.#elapsedMs += ms;
        await this.#advance(ms);
      },
    };
    const code = await run(argv, terminal, "1.2.3");
    const { out, err } = output;
    return {
      ...{ code, out, err },
      get json(): unknown {
        return JSON.parse(out);
      },
    };
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
