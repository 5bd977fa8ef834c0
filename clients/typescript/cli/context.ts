/** What each command works with: the client, the workspace, and how answers are printed. */
import { Boreal } from "../src/boreal.ts";
import { type SignIn, readSignIn } from "./config-file.ts";
import { CliError } from "./exit-codes.ts";
import { escapeUnprintable, toSafeJson } from "./safe-text.ts";
import { type Column, renderDetails, renderTable } from "./table.ts";
import type { Terminal } from "./terminal.ts";

const pollTimeoutMs = 10_000;
const ansiCodes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;
const escape = "\u001b";

const signInHint = "Run `boreal login --url <url>`, or set BOREAL_URL and BOREAL_TOKEN";

export interface CommandContext {
  readonly terminal: Terminal;
  readonly paint: (colour: keyof typeof ansiCodes, text: string) => string;
  /** With the token that was signed in with, or that the environment holds. */
  readonly client: () => Boreal;
  /** The same, that makes each call once and says nothing: for what is asked again and again. */
  readonly pollingClient: () => Boreal;
  /** A client for an address and a token that are not kept yet. */
  readonly clientFor: (url: string, token: string) => Boreal;
  /** Id or handle, as calls take it. */
  readonly workspace: () => Promise<string>;
  /** The answer itself with `--json`, else what `show` makes of it. */
  readonly print: (answer: unknown, show: () => string) => void;
  readonly table: <Row>(columns: readonly Column<Row>[], rows: readonly Row[]) => string;
  readonly details: typeof renderDetails;
  /** Said beside the answer. */
  readonly printNote: (text: string) => void;
}

export function createContext(
  terminal: Terminal,
  given: { readonly json: boolean; readonly workspace: string | undefined },
): CommandContext {
  const { env } = terminal;
  const hasColour = terminal.columns !== null && (env["NO_COLOR"] ?? "") === "";
  const paint: CommandContext["paint"] = (colour, text) =>
    hasColour ? `${escape}[${ansiCodes[colour]}m${text}${escape}[0m` : text;
  const printNote = (text: string) => terminal.err(`${escapeUnprintable(text)}\n`);
  const clientFor = (url: string, token: string) =>
    new Boreal({
      url,
      token,
      sleep: terminal.sleep,
      onRetry: ({ error, waitMs }) =>
        printNote(`${error.message}. Retrying in ${Math.ceil(waitMs / 1_000)} s`),
    });
  let found: ReturnType<typeof findSignIn> | undefined;
  const signIn = () => (found ??= findSignIn(terminal));
  let created: Boreal | undefined;
  const client = () => (created ??= clientFor(signIn().url, signIn().token));
  let polling: Boreal | undefined;
  const pollingClient = () =>
    (polling ??= new Boreal({
      url: signIn().url,
      token: signIn().token,
      retries: 0,
      timeoutMs: pollTimeoutMs,
    }));
  const looks = { columns: terminal.columns, bold: (text: string) => paint("bold", text) };
  return {
    terminal,
    paint,
    printNote,
    client,
    pollingClient,
    clientFor,
    workspace: async () =>
      given.workspace ??
      nonEmpty(env["BOREAL_WORKSPACE"]) ??
      signIn().workspace ??
      (await client().tokens.current()).workspace.id,
    print: (answer, show) => terminal.out(given.json ? `${toSafeJson(answer)}\n` : show()),
    table: (columns, rows) => renderTable(columns, rows, looks),
    details: renderDetails,
  };
}

/** Without the line end that a value read from a file has. */
const nonEmpty = (text: string | undefined) => {
  const trimmed = text?.trim();
  return trimmed === "" ? undefined : trimmed;
};

/** The environment comes first. A kept token goes to the address it was kept for, and to no other. */
function findSignIn(terminal: Terminal): {
  url: string;
  token: string;
  workspace: string | undefined;
} {
  const token = nonEmpty(terminal.env["BOREAL_TOKEN"]);
  const url = nonEmpty(terminal.env["BOREAL_URL"]);
  if (token !== undefined && url !== undefined) return { url, token, workspace: undefined };
  const stored: SignIn | null = readSignIn(terminal);
  if (stored === null) throw new CliError("notSignedIn", "You're not signed in", signInHint);
  if (token !== undefined) return { url: stored.url, token, workspace: undefined };
  if (url !== undefined && url !== stored.url)
    throw new CliError("notSignedIn", `You're signed in to ${stored.url}, not ${url}`, signInHint);
  return { url: stored.url, token: stored.token, workspace: stored.workspace.id };
}
