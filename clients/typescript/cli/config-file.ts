/** The file that stores a sign-in, readable by its owner only. */
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { CliError } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";

export interface SignIn {
  readonly url: string;
  readonly token: string;
  readonly workspace: { readonly id: string; readonly handle: string };
}

const ownerOnly = 0o600;
const ownerOnlyFolder = 0o700;
const readableByOthers = 0o077;

export function configFile({ env }: Pick<Terminal, "env">): string {
  const configHome = env["XDG_CONFIG_HOME"] ?? "";
  // The XDG specification requires to ignore relative paths.
  const folder = isAbsolute(configHome) ? configHome : join(env["HOME"] ?? homedir(), ".config");
  return join(folder, "boreal", "config.json");
}

export function readSignIn(terminal: Pick<Terminal, "env" | "err">): SignIn | null {
  const file = configFile(terminal);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
    if ((statSync(file).mode & readableByOthers) !== 0)
      terminal.err(
        `warning: other users can read ${file}. Run chmod 600 on it to protect your token.\n`,
      );
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  const signIn = parse(text);
  if (signIn !== null) return signIn;
  throw new CliError("rejected", `${file} is damaged`, "Run `boreal login` to create it again");
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function parse(text: string): SignIn | null {
  try {
    const { url, token, workspace }: Record<string, unknown> = JSON.parse(text);
    if (typeof url !== "string" || typeof token !== "string" || !isRecord(workspace)) return null;
    const { id, handle } = workspace;
    if (typeof id !== "string" || typeof handle !== "string") return null;
    return { url, token, workspace: { id, handle } };
  } catch {
    // The parser's error message would contain parts of the file.
    return null;
  }
}

/** Writes atomically. The file is never readable by other users. Returns its path. */
export function writeSignIn(terminal: Pick<Terminal, "env">, signIn: SignIn): string {
  const file = configFile(terminal);
  mkdirSync(dirname(file), { recursive: true, mode: ownerOnlyFolder });
  const next = `${file}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify(signIn, null, 2)}\n`, { mode: ownerOnly });
  try {
    chmodSync(next, ownerOnly);
    renameSync(next, file);
  } finally {
    // Remove the temporary file if the rename failed.
    rmSync(next, { force: true });
  }
  return file;
}

/** Returns whether there was a sign-in. */
export function removeSignIn(terminal: Pick<Terminal, "env">): boolean {
  const file = configFile(terminal);
  const existed = statSync(file, { throwIfNoEntry: false }) !== undefined;
  rmSync(file, { force: true });
  return existed;
}
