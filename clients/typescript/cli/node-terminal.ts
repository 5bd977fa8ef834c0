/** The terminal, the files and the environment of a Node process. */
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { decodeText } from "./decode-text.ts";
import { CliError } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";

interface Streams {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

export function nodeTerminal(
  { stdin, stdout, stderr }: Streams,
  env: Readonly<Record<string, string | undefined>>,
): Terminal {
  const question = (asked: string, output: NodeJS.WritableStream) =>
    new Promise<string>((resolve, reject) => {
      const lines = createInterface({ input: stdin, output, terminal: true });
      stderr.write(asked);
      lines.once("line", (line) => {
        resolve(line);
        lines.close();
      });
      lines.once("SIGINT", () => lines.close());
      // After a line it changes nothing; without one nobody answered.
      lines.once("close", () =>
        reject(new CliError("interrupted", "Canceled. Nothing was changed.")),
      );
    });
  const blind = new Writable({ write: (_chunk, _encoding, done) => done() });
  return {
    env,
    out: (said) => void stdout.write(said),
    err: (said) => void stderr.write(said),
    columns: stdout.isTTY === true ? (stdout.columns ?? null) : null,
    canAsk: stdin.isTTY === true && stderr.isTTY === true,
    ask: async (asked) => {
      try {
        return await question(asked, stderr);
      } catch (error) {
        // The cursor still stands behind the question.
        stderr.write("\n");
        throw error;
      }
    },
    askSecret: async (asked) => {
      try {
        return await question(asked, blind);
      } finally {
        stderr.write("\n");
      }
    },
    readStdin: async () => decodeText(await buffer(stdin)),
    sleep: (ms) => setTimeout(ms),
    elapsedMs: () => performance.now(),
  };
}
