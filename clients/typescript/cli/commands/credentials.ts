import { readFile } from "node:fs/promises";
import { BorealError, type Credential, type ListedCredential } from "../../src/boreal.ts";
import type { Command, ParsedArgs } from "../command.ts";
import { confirmByTypingName, yesOption } from "../confirm.ts";
import type { CommandContext } from "../context.ts";
import { decodeText } from "../decode-text.ts";
import { CliError } from "../exit-codes.ts";
import { resolveKeyId } from "../resolve-ids.ts";
import type { Column } from "../table.ts";
import { listOptions, listQuery, printList } from "./list-options.ts";

const columns: readonly Column<ListedCredential>[] = [
  { title: "NAME", text: ({ name, isDefault }) => (isDefault ? `${name} (default)` : name) },
  { title: "TYPE", text: ({ type, bits }) => (bits === null ? type : `${type} ${bits}`) },
  { title: "FINGERPRINT", text: ({ fingerprintSha256 }) => fingerprintSha256 ?? "-" },
  { title: "USED BY", text: ({ usedByCount }) => String(usedByCount), isNumber: true },
  { title: "ADDED BY", text: ({ createdBy }) => createdBy?.name ?? "-" },
];

async function readPublicKey(given: ParsedArgs, { terminal }: CommandContext): Promise<string> {
  const file = given.arg(1);
  if (file === "" && terminal.canAsk)
    throw new CliError(
      "usage",
      "Specify a file, such as ~/.ssh/id_ed25519.pub, or - for standard input",
    );
  const isStdin = file === "" || file === "-";
  const text = isStdin ? await terminal.readStdin() : await readText(file);
  // The API would refuse it too, but then it would have left this machine.
  if (isPrivateKey(text))
    throw new CliError(
      "usage",
      "This is a private key. Nothing was sent.",
      "Use the public key file, which ends in .pub",
    );
  return text;
}

/** How the base64 of a private key in OpenSSH's own format begins. */
const privateKeyBytes = "b3BlbnNzaC1rZXktdjEA";
function isPrivateKey(text: string): boolean {
  const plain = text.replaceAll("\0", "");
  return ["PRIVATE KEY", "PuTTY-User-Key-File", privateKeyBytes].some((mark) =>
    plain.includes(mark),
  );
}

async function readText(file: string): Promise<string> {
  try {
    return decodeText(await readFile(file));
  } catch (error) {
    throw new CliError("usage", error instanceof Error ? error.message : String(error));
  }
}

const show = (key: Credential | ListedCredential, context: CommandContext) =>
  context.print(key, () =>
    context.details([
      ["Name", key.name],
      ["ID", key.id],
      ["Type", key.type],
      ["Fingerprint", key.fingerprintSha256],
      ["Default", key.isDefault ? "yes" : "no"],
    ]),
  );

/** Of the refusal of a key that is there already. */
function existingOf(error: unknown): { readonly id: string; readonly name: string } | null {
  if (!(error instanceof BorealError)) return null;
  const problems = error.fields["publicKey"] ?? [];
  return problems.find(({ code }) => code === "already_added")?.existing ?? null;
}

async function keyWithId(
  { id, name }: { readonly id: string; readonly name: string },
  context: CommandContext,
): Promise<ListedCredential> {
  const { credentials } = context.client();
  const path = { workspace: await context.workspace() };
  const input = { path, query: { search: name, searchBy: "name" as const } };
  for await (const key of context.client().each(credentials.list, input))
    if (key.id === id) return key;
  throw new CliError("notFound", `The key ${name} was deleted meanwhile`);
}

export const keyCommands: readonly Command[] = [
  {
    name: "keys list",
    description: "List SSH keys",
    options: listOptions,
    run: async (given, context) => {
      const input = { path: { workspace: await context.workspace() }, query: listQuery(given) };
      const { list } = context.client().credentials;
      await printList(given, context, list, input, { columns, empty: "No keys" });
    },
  },
  {
    name: "keys add",
    description: "Add an SSH public key from a file or standard input",
    args: ["<name>", "[file]"],
    options: {
      "or-existing": {
        kind: "flag",
        description: "Where the workspace has this key already, print that one; its name stays",
      },
    },
    run: async (given, context) => {
      const publicKey = await readPublicKey(given, context);
      const path = { workspace: await context.workspace() };
      const { credentials } = context.client();
      try {
        const body = { name: given.arg(0), publicKey };
        show(await credentials.create({ path, body }), context);
      } catch (error) {
        const existing = given.flag("or-existing") ? existingOf(error) : null;
        if (existing === null) throw error;
        const key = await keyWithId(existing, context);
        context.printNote(`This key is in the workspace already, as ${key.name}`);
        show(key, context);
      }
    },
  },
  {
    name: "keys default",
    description: "Set the default key for new instances",
    args: ["<key>"],
    run: async (given, context) => {
      const credential = await resolveKeyId(context, given.arg(0));
      const path = { workspace: await context.workspace(), credential };
      const answer = await context.client().credentials.setDefault({ path });
      context.print(answer, () => `${answer.name} is now the default key\n`);
    },
  },
  {
    name: "keys delete",
    description: "Delete an SSH key. Instances that already have it keep it",
    args: ["<key>"],
    options: yesOption,
    run: async (given, context) => {
      const name = given.arg(0);
      const credential = await resolveKeyId(context, name);
      const consequence = `Instances that already have ${name} keep it. New ones can't use it anymore.`;
      await confirmByTypingName(given, context, {
        name,
        doing: "Deleting",
        verb: "delete",
        consequence,
      });
      const path = { workspace: await context.workspace(), credential };
      await context.client().credentials.remove({ path });
      context.print(null, () => `${name} deleted\n`);
    },
  },
];
