/** What commands work with: the client, the workspace and the output. */
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
  /** Uses the token of the environment or of the stored sign-in. */
  readonly client: () => Boreal;
  /** The same client without retries and notes, for polling. */
  readonly pollingClient: () => Boreal;
  /** A client for a URL and a token that are not stored yet. */
  readonly clientFor: (url: string, token: string) => Boreal;
  /** Id or handle; endpoints accept both. */
  readonly workspace: () => Promise<string>;
  /** Prints the response as JSON with `--json`, otherwise the text returned by `show`. */
  readonly print: (response: unknown, show: () => string) => void;
  readonly table: <Row>(columns: readonly Column<Row>[], rows: readonly Row[]) => string;
  readonly details: typeof renderDetails;
  /** Prints to standard error. */
  readonly printNote: (text: string) => void;
}

export function createContext(
  terminal: Terminal,
  options: { readonly json: boolean; readonly workspace: string | undefined },
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
  let cachedSignIn: ReturnType<typeof findSignIn> | undefined;
  const signIn = () => (cachedSignIn ??= findSignIn(terminal));
  let cachedClient: Boreal | undefined;
  const client = () => (cachedClient ??= clientFor(signIn().url, signIn().token));
  let cachedPollingClient: Boreal | undefined;
  const pollingClient = () =>
    (cachedPollingClient ??= new Boreal({
      url: signIn().url,
      token: signIn().token,
      retries: 0,
      timeoutMs: pollTimeoutMs,
    }));
  const style = { columns: terminal.columns, bold: (text: string) => paint("bold", text) };
  return {
    terminal,
    paint,
    printNote,
    client,
    pollingClient,
    clientFor,
    workspace: async () =>
      options.workspace ??
      nonEmpty(env["BOREAL_WORKSPACE"]) ??
      signIn().workspace ??
      (await client().tokens.current()).workspace.id,
    print: (response, show) => terminal.out(options.json ? `${toSafeJson(response)}\n` : show()),
    table: (columns, rows) => renderTable(columns, rows, style),
    details: renderDetails,
  };
}

/** Trims the text, because a value read from a file ends with a line break. */
const nonEmpty = (text: string | undefined) => {
  const trimmed = text?.trim();
  return trimmed === "" ? undefined : trimmed;
};

/** Environment variables take precedence. A stored token is only sent to the URL it was stored for. */
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
