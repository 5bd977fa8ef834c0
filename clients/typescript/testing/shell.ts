/** A shell for tests: what was typed, and what came out of it. Nothing waits: waiting lets the world go on. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../cli/run.ts";
import type { Terminal } from "../cli/terminal.ts";

export interface RunResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** What was printed with `--json`. */
  readonly json: unknown;
}

interface ShellOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly columns?: number;
  /** What somebody at a terminal answers, question by question. */
  readonly answers?: readonly string[];
}

export class Shell {
  /** Where configuration is kept. */
  readonly folder = mkdtempSync(join(tmpdir(), "boreal-cli-"));
  readonly waits: number[] = [];
  #elapsedMs = 0;
  readonly #pass: (ms: number) => Promise<unknown>;

  constructor(pass: (ms: number) => Promise<unknown> = () => Promise.resolve()) {
    this.#pass = pass;
  }

  async run(argv: readonly string[], setting: ShellOptions = {}): Promise<RunResult> {
    const said = { out: "", err: "" };
    const responses = [...(setting.answers ?? [])];
    const answer = (question: string) => {
      said.err += question;
      return Promise.resolve(responses.shift() ?? "");
    };
    const terminal: Terminal = {
      env: { XDG_CONFIG_HOME: this.folder, ...setting.env },
      out: (text) => {
        said.out += text;
      },
      err: (text) => {
        said.err += text;
      },
      columns: setting.columns ?? null,
      canAsk: setting.answers !== undefined,
      ask: answer,
      askSecret: answer,
      readStdin: () => Promise.resolve(setting.stdin ?? ""),
      elapsedMs: () => this.#elapsedMs,
      sleep: async (ms) => {
        this.waits.push(ms);
        this.#elapsedMs += ms;
        await this.#pass(ms);
      },
    };
    const code = await run(argv, terminal, "1.2.3");
    const { out, err } = said;
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
