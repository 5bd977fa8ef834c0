import { checkToken } from "../../src/request.ts";
import type { Command, ParsedArgs } from "../command.ts";
import { readSignIn, removeSignIn, writeSignIn } from "../config-file.ts";
import type { CommandContext } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { formatTime } from "../format.ts";

/** Never read from an argument: arguments are visible to all users of the computer and end up in shell histories. */
async function readToken({ terminal }: CommandContext): Promise<string> {
  const fromEnvironment = terminal.env["BOREAL_TOKEN"] ?? "";
  if (fromEnvironment !== "") return fromEnvironment;
  const token = terminal.canAsk
    ? await terminal.askSecret("Access token: ")
    : await terminal.readStdin();
  if (token.trim() === "") throw new CliError("usage", "No access token provided");
  return token;
}

const localHosts = ["localhost", "127.0.0.1", "[::1]"];

function warnAboutInsecureUrl(url: string, context: CommandContext): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === "http:" && !localHosts.includes(hostname))
    context.printNote(
      `warning: the connection to ${hostname} isn't encrypted. Others may be able to read the token.`,
    );
}

async function signIn(parsed: ParsedArgs, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const url = parsed.text("url") ?? terminal.env["BOREAL_URL"] ?? storedUrl(context);
  if (url === undefined || url === "") throw new CliError("usage", "--url is required");
  const token = checkToken(await readToken(context));
  const client = context.clientFor(url, token);
  warnAboutInsecureUrl(client.url, context);
  const current = await client.tokens.current();
  const { workspace } = current;
  const requested = parsed.text("workspace");
  if (requested !== undefined && requested !== workspace.handle && requested !== workspace.id)
    throw new CliError(
      "noPermission",
      `This token is for the workspace ${workspace.handle}, not ${requested}`,
    );
  const { id, handle } = workspace;
  const file = writeSignIn(terminal, { url: client.url, token, workspace: { id, handle } });
  context.print(current, () => `Signed in to ${client.url}, workspace ${handle}\n`);
  context.printNote(`Saved to ${file}. The token expires ${formatTime(current.token.expiresAt)}.`);
}

/** The URL of the stored sign-in, for a sign-in with a new token. */
function storedUrl({ terminal }: CommandContext): string | undefined {
  try {
    return readSignIn(terminal)?.url;
  } catch {
    // The file is damaged and about to be replaced.
    return undefined;
  }
}

export const signInCommands: readonly Command[] = [
  {
    name: "login",
    description: "Sign in with an access token",
    options: { url: { kind: "text", value: "address", description: "URL of the console" } },
    more: "You're prompted for the token (input is hidden). You can also pipe it to standard input or set BOREAL_TOKEN.\nTo create one, open Access tokens in the console.",
    run: signIn,
  },
  {
    name: "logout",
    description:
      "Remove the saved sign-in. The token stays valid until you revoke it in the console",
    run: async (_, context) => {
      const wasSignedIn = removeSignIn(context.terminal);
      context.printNote(wasSignedIn ? "Signed out" : "You weren't signed in");
    },
  },
  {
    name: "whoami",
    description: "Show the current token, its workspace, and its scopes",
    run: async (_, context) => {
      const client = context.client();
      const current = await client.tokens.current();
      const { token, workspace } = current;
      context.print(current, () =>
        context.details([
          ["Address", client.url],
          ["Workspace", `${workspace.name} (${workspace.handle})`],
          ["Token", `${token.name} (${token.prefix}…${token.last4})`],
          ["Acts as", token.createdBy.name],
          ["Scopes", token.scopes.join(", ")],
          ["Projects", token.projects?.map(({ name }) => name).join(", ") ?? "all"],
          ["Expires", formatTime(token.expiresAt)],
        ]),
      );
    },
  },
];
