/** Builds the CLI line that does the same as a palette command, safe to paste into a shell. */

const safeArgument = /^[\w@%+=:,./][\w@%+=:,./-]*$/;

/** Quotes any text as one word of a POSIX shell. */
export const quoteShell = (text: string): string =>
  safeArgument.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** `command` is inserted verbatim; `args` are names chosen by users and are quoted. */
export const cliCommand = (
  command: string,
  workspace: string,
  { args = [], options = "" }: { args?: readonly string[]; options?: string } = {},
): string =>
  ["boreal", command, ...args.map(quoteShell), options, "--workspace", quoteShell(workspace)]
    .filter((part) => part !== "")
    .join(" ");
