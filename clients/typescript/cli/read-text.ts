import { readFile } from "node:fs/promises";
import { decodeText } from "./decode-text.ts";
import { CliError } from "./exit-codes.ts";

/** Reads a text file, UTF-8 or UTF-16. A file that cannot be read is a usage error. */
export async function readText(file: string): Promise<string> {
  try {
    return decodeText(await readFile(file));
  } catch (error) {
    throw new CliError("usage", error instanceof Error ? error.message : String(error));
  }
}
