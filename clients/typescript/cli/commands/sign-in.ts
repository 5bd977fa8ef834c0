import { checkToken } from "../../src/request.ts";
import type { Command, Given } from "../command.ts";
import { readSignIn, removeSignIn, writeSignIn } from "../config-file.ts";
import type { Context } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { time } from "../format.ts";

/** Never as an argument: those are seen by everyone on the machine, and kept in histories. */
async function readToken({ terminal }: Context): Promise<string> {
  const fromEnvironment = terminal.env["BOREAL_TOKEN"] ?? "";
  if (fromEnvironment !== "") return fromEnvironment;
  const token = terminal.canAsk
    ? await terminal.askSecret("Access token: ")
    : await terminal.readStdin();
  if (token.trim() === "") throw new CliError("usage", "No access token was given");
  return token;
}

const own = ["localhost", "127.0.0.1", "[::1]"];

function warnOfPlainText(url: string, context: Context): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === "http:" && !own.includes(hostname))
    context.note(`note: ${hostname} is reached without encryption; others may read the token`);
}

async function signIn(given: Given, context: Context): Promise<void> {
  const { terminal } = context;
  const url = given.text("url") ?? terminal.env["BOREAL_URL"] ?? keptUrl(context);
  if (url === undefined || url === "") throw new CliError("usage", "--url is missing");
  const token = checkToken(await readToken(context));
  const client = context.clientFor(url, token);
  warnOfPlainText(client.url, context);
  const current = await client.tokens.current();
  const { workspace } = current;
  const wanted = given.text("workspace");
  if (wanted !== undefined && wanted !== workspace.handle && wanted !== workspace.id)
    throw new CliError("noPermission", `The token is for ${workspace.handle}, not for ${wanted}`);
  const { id, handle } = workspace;
  const file = writeSignIn(terminal, { url: client.url, token, workspace: { id, handle } });
  context.print(current, () => `Signed in to ${client.url}, workspace ${handle}\n`);
  context.note(`Kept in ${file}; the token ends ${time(current.token.expiresAt)}`);
}

/** A new token for the address of the old one. */
function keptUrl({ terminal }: Context): string | undefined {
  try {
    return readSignIn(terminal)?.url;
  } catch {
    // Damaged: it is about to be written anew.
    return undefined;
  }
}

export const signInCommands: readonly Command[] = [
  {
    name: "login",
    about: "Sign in with an access token",
    options: { url: { kind: "text", value: "address", about: "Where the console is" } },
    more: "The token is asked for without showing it, read from standard input, or taken from BOREAL_TOKEN.\nMake one in the console, under Settings, Access tokens.",
    run: signIn,
  },
  {
    name: "logout",
    about: "Forget the sign-in; the token itself lives on until it is revoked in the console",
    run: async (_, context) => {
      const wasThere = removeSignIn(context.terminal);
      context.note(wasThere ? "Signed out" : "You were not signed in");
    },
  },
  {
    name: "whoami",
    about: "Whose token is used, for which workspace, with which scopes",
    run: async (_, context) => {
      const client = context.client();
      const current = await client.tokens.current();
      const { token, workspace } = current;
      context.print(current, () =>
        context.facts([
          ["Address", client.url],
          ["Workspace", `${workspace.name} (${workspace.handle})`],
          ["Token", `${token.name} (${token.prefix}…${token.last4})`],
          ["Acts as", token.createdBy.name],
          ["Scopes", token.scopes.join(", ")],
          ["Projects", token.projects?.map(({ name }) => name).join(", ") ?? "all"],
          ["Ends", time(token.expiresAt)],
        ]),
      );
    },
  },
];
