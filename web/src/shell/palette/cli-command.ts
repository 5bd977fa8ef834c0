/** The line of the command-line client that does what a command does, safe to paste into a shell. */

const safeArgument = /^[\w@%+=:,./][\w@%+=:,./-]*$/;

/** One word for a POSIX shell, whatever is in it. */
export const quoteShell = (text: string): string =>
  safeArgument.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** `command` is written as it is; `args` are things people named. */
export const cliCommand = (
  command: string,
  workspace: string,
  { args = [], options = "" }: { args?: readonly string[]; options?: string } = {},
): string =>
  ["boreal", command, ...args.map(quoteShell), options, "--workspace", quoteShell(workspace)]
    .filter((part) => part !== "")
    .join(" ");
