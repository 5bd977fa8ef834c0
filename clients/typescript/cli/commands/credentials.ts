import { BorealError, type Credential, type ListedCredential } from "../../src/boreal.ts";
import type { Command, ParsedArgs } from "../command.ts";
import { confirmByTypingName, yesOption } from "../confirm.ts";
import type { CommandContext } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { readText } from "../read-text.ts";
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

async function readPublicKey(parsed: ParsedArgs, { terminal }: CommandContext): Promise<string> {
  const file = parsed.arg(1);
  if (file === "" && terminal.canAsk)
    throw new CliError(
      "usage",
      "Specify a file, such as ~/.ssh/id_ed25519.pub, or - for standard input",
    );
  const isStdin = file === "" || file === "-";
  const text = isStdin ? await terminal.readStdin() : await readText(file);
  // The API rejects it too, but the private key must not be sent.
  if (isPrivateKey(text))
    throw new CliError(
      "usage",
      "This is a private key. Nothing was sent.",
      "Use the public key file, which ends in .pub",
    );
  return text;
}

/** Start of the base64 text of a private key in OpenSSH format. */
const privateKeyPrefix = "b3BlbnNzaC1rZXktdjEA";
function isPrivateKey(text: string): boolean {
  const plain = text.replaceAll("\0", "");
  return ["PRIVATE KEY", "PuTTY-User-Key-File", privateKeyPrefix].some((mark) =>
    plain.includes(mark),
  );
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

/** The existing key named by an `already_added` problem. */
function findExistingKey(error: unknown): { readonly id: string; readonly name: string } | null {
  if (!(error instanceof BorealError)) return null;
  const problems = error.fields["publicKey"] ?? [];
  return problems.find(({ code }) => code === "already_added")?.existing ?? null;
}

async function getKeyById(
  { id, name }: { readonly id: string; readonly name: string },
  context: CommandContext,
): Promise<ListedCredential> {
  const { credentials } = context.client();
  const path = { workspace: await context.workspace() };
  const input = { path, query: { search: name, searchBy: "name" as const } };
  for await (const key of context.client().each(credentials.list, input))
    if (key.id === id) return key;
  throw new CliError("notFound", `The key ${name} has been deleted in the meantime`);
}

export const keyCommands: readonly Command[] = [
  {
    name: "keys list",
    description: "List SSH keys",
    options: listOptions,
    run: async (parsed, context) => {
      const input = { path: { workspace: await context.workspace() }, query: listQuery(parsed) };
      const { list } = context.client().credentials;
      await printList(parsed, context, list, input, { columns, empty: "No keys" });
    },
  },
  {
    name: "keys add",
    description: "Add an SSH public key from a file or standard input",
    args: ["<name>", "[file]"],
    options: {
      "or-existing": {
        kind: "flag",
        description: "If the workspace already has this key, print it; its name doesn't change",
      },
    },
    run: async (parsed, context) => {
      const publicKey = await readPublicKey(parsed, context);
      const path = { workspace: await context.workspace() };
      const { credentials } = context.client();
      try {
        const body = { name: parsed.arg(0), publicKey };
        show(await credentials.create({ path, body }), context);
      } catch (error) {
        const existing = parsed.flag("or-existing") ? findExistingKey(error) : null;
        if (existing === null) throw error;
        const key = await getKeyById(existing, context);
        context.printNote(`The workspace already has this key, named ${key.name}`);
        show(key, context);
      }
    },
  },
  {
    name: "keys default",
    description: "Set the default key for new instances",
    args: ["<key>"],
    run: async (parsed, context) => {
      const credential = await resolveKeyId(context, parsed.arg(0));
      const path = { workspace: await context.workspace(), credential };
      const response = await context.client().credentials.setDefault({ path });
      context.print(response, () => `${response.name} is now the default key\n`);
    },
  },
  {
    name: "keys delete",
    description: "Delete an SSH key. Instances that already have it keep it",
    args: ["<key>"],
    options: yesOption,
    run: async (parsed, context) => {
      const name = parsed.arg(0);
      const credential = await resolveKeyId(context, name);
      const consequence = `Instances that already have ${name} keep it. New ones can't use it anymore.`;
      await confirmByTypingName(parsed, context, {
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
