import { readFile } from "node:fs/promises";
import type { Credential } from "../../src/boreal.ts";
import type { Command, Given } from "../command.ts";
import { confirmName, yesOption } from "../confirm.ts";
import type { Context } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { keyId } from "../resolve.ts";
import type { Column } from "../table.ts";
import { listOptions, pageQuery, printList } from "./lists.ts";

const columns: readonly Column<Credential>[] = [
  { title: "NAME", text: ({ name, isDefault }) => (isDefault ? `${name} (default)` : name) },
  { title: "TYPE", text: ({ type, bits }) => (bits === null ? type : `${type} ${bits}`) },
  { title: "FINGERPRINT", text: ({ fingerprintSha256 }) => fingerprintSha256 },
  { title: "USED BY", text: ({ usedByCount }) => String(usedByCount), isNumber: true },
  { title: "ADDED BY", text: ({ createdBy }) => createdBy.name },
];

async function readKey(given: Given, { terminal }: Context): Promise<string> {
  const file = given.arg(1);
  if (file === "" && terminal.canAsk)
    throw new CliError(
      "usage",
      "Say which file, such as ~/.ssh/id_ed25519.pub; - is standard input",
    );
  const text = file === "" || file === "-" ? await terminal.readStdin() : await readText(file);
  // The API would refuse it too, but then it would have left this machine.
  if (text.includes("PRIVATE KEY"))
    throw new CliError(
      "usage",
      "That is a private key: nothing was sent",
      "Its public half ends in .pub",
    );
  return text;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new CliError("usage", error instanceof Error ? error.message : String(error));
  }
}

export const keyCommands: readonly Command[] = [
  {
    name: "keys list",
    about: "The workspace's SSH keys",
    options: listOptions,
    run: async (given, context) => {
      const input = { path: { workspace: await context.workspace() }, query: pageQuery(given) };
      const { list } = context.client().credentials;
      await printList(given, context, list, input, { columns, empty: "No keys" });
    },
  },
  {
    name: "keys add",
    about: "Add an SSH public key, from a file or standard input",
    args: ["<name>", "[file]"],
    run: async (given, context) => {
      const publicKey = await readKey(given, context);
      const path = { workspace: await context.workspace() };
      const body = { name: given.arg(0), publicKey };
      const answer = await context.client().credentials.create({ path, body });
      context.print(answer, () =>
        context.facts([
          ["Name", answer.name],
          ["Id", answer.id],
          ["Type", answer.type],
          ["Fingerprint", answer.fingerprintSha256],
          ["Default", answer.isDefault ? "yes" : "no"],
        ]),
      );
    },
  },
  {
    name: "keys default",
    about: "Choose the key that an order takes where it names none",
    args: ["<key>"],
    run: async (given, context) => {
      const credential = await keyId(context, given.arg(0));
      const path = { workspace: await context.workspace(), credential };
      const answer = await context.client().credentials.setDefault({ path });
      context.print(answer, () => `${answer.name} is the default\n`);
    },
  },
  {
    name: "keys delete",
    about: "Delete an SSH key; machines that have it keep it",
    args: ["<key>"],
    options: yesOption,
    run: async (given, context) => {
      const name = given.arg(0);
      const credential = await keyId(context, name);
      const consequence = `Machines that have ${name} keep it; no further one gets it.`;
      await confirmName(given, context, { name, doing: "Deleting", verb: "delete", consequence });
      const path = { workspace: await context.workspace(), credential };
      await context.client().credentials.remove({ path });
      context.print(null, () => `${name} is deleted\n`);
    },
  },
];
