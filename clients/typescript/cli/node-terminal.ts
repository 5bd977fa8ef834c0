/** A `Terminal` on the streams and the environment of a Node process. */
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
  const readLine = (question: string, output: NodeJS.WritableStream) =>
    new Promise<string>((resolve, reject) => {
      const lines = createInterface({ input: stdin, output, terminal: true });
      stderr.write(question);
      lines.once("line", (line) => {
        resolve(line);
        lines.close();
      });
      lines.once("SIGINT", () => lines.close());
      // Has no effect after a line was read. Without a line the prompt was canceled.
      lines.once("close", () =>
        reject(new CliError("interrupted", "Canceled. Nothing was changed.")),
      );
    });
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  return {
    env,
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    columns: stdout.isTTY === true ? (stdout.columns ?? null) : null,
    canAsk: stdin.isTTY === true && stderr.isTTY === true,
    ask: async (question) => {
      try {
        return await readLine(question, stderr);
      } catch (error) {
        // Move the cursor from the prompt to a new line.
        stderr.write("\n");
        throw error;
      }
    },
    askSecret: async (question) => {
      try {
        return await readLine(question, discard);
      } finally {
        stderr.write("\n");
      }
    },
    readStdin: async () => decodeText(await buffer(stdin)),
    sleep: (ms) => setTimeout(ms),
    elapsedMs: () => performance.now(),
  };
}
