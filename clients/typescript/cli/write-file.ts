import { writeFile as write } from "node:fs/promises";
import { CliError } from "./exit-codes.ts";

/** Writes a new file. One that exists is replaced only with `isForced`. */
export async function writeFile(
  file: string,
  bytes: Uint8Array,
  { isForced }: { readonly isForced: boolean },
): Promise<void> {
  try {
    await write(file, bytes, { flag: isForced ? "w" : "wx" });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST")
      throw new CliError("rejected", `${file} exists already`, "Use --force to replace it");
    throw new CliError("rejected", error instanceof Error ? error.message : String(error));
  }
}
