/** `instances reinstall`: a fresh operating system on the same instance. */
import type { InstanceDisk } from "../../src/boreal.ts";
import type { Command, ParsedArgs } from "../command.ts";
import { confirmByTypingName, yesOption } from "../confirm.ts";
import type { CommandContext } from "../context.ts";
import { findKey, resolveInstanceId } from "../resolve-ids.ts";
import type { Column } from "../table.ts";
import { readTimeout, waitOptions } from "../wait.ts";
import { findByIdOrName } from "./create-instances.ts";
import { waitAndReport } from "./instance-actions.ts";

async function readBody(parsed: ParsedArgs, context: CommandContext) {
  const image = parsed.text("image");
  const names = parsed.texts("key");
  const kept = parsed.texts("keep-disk");
  const keys = await Promise.all(names.map((name) => findKey(context, name)));
  return {
    ...(image !== undefined && {
      operatingsystem: findByIdOrName(
        (await context.client().catalogue.offer()).images,
        image,
        "image",
      ).id,
    }),
    ...(keys.length > 0 && { workspaceCredential: keys.map(({ id }) => id) }),
    ...(kept.length > 0 && { keptDisks: [...kept] }),
  };
}

async function run(parsed: ParsedArgs, context: CommandContext): Promise<void> {
  readTimeout(parsed.text("timeout"));
  const instance = await resolveInstanceId(context, parsed.arg(0));
  const path = { workspace: await context.workspace(), instance };
  const { instances } = context.client();
  const body = await readBody(parsed, context);
  // With --yes nothing is shown, so the token does not need the scope to view instances.
  if (!parsed.flag("yes")) {
    const { hostname } = await instances.view({ path });
    await confirmByTypingName(parsed, context, {
      name: hostname,
      doing: "Reinstalling",
      verb: "reinstall",
      consequence: `This permanently deletes everything on the disks of ${hostname}${body.keptDisks === undefined ? "" : `, except ${body.keptDisks.join(", ")}`}. It keeps its name, IP addresses and price. This can't be undone.`,
    });
  }
  await waitAndReport(parsed, context, await instances.reinstall({ path, body }), "active");
}

const gigabyte = 1_000_000_000;
const diskColumns: readonly Column<InstanceDisk>[] = [
  { title: "DEVICE", text: ({ device }) => device },
  {
    title: "SIZE",
    text: ({ sizeBytes }) => (sizeBytes === null ? "-" : `${Math.round(sizeBytes / gigabyte)} GB`),
    isNumber: true,
  },
  { title: "SYSTEM", text: ({ isSystem }) => (isSystem ? "yes" : "-") },
  { title: "CONTENT", text: ({ content }) => content ?? "-" },
];

/** The disks that a reinstallation can keep. */
export const listDisks: Command = {
  name: "instances disks",
  description: "List the disks of a bare-metal instance, as its last installation reported them",
  args: ["<instance>"],
  options: {},
  run: async (parsed, context) => {
    const instance = await resolveInstanceId(context, parsed.arg(0));
    const path = { workspace: await context.workspace(), instance };
    const { disks } = await context.client().instanceDisks.list({ path });
    context.print({ disks }, () =>
      disks.length === 0 ? "No disks are reported\n" : context.table(diskColumns, disks),
    );
  },
};

export const reinstallInstance: Command = {
  name: "instances reinstall",
  description: "Reinstall an instance with the same or another image. Its data is lost",
  args: ["<instance>"],
  options: {
    image: {
      kind: "text",
      value: "name",
      description: "Operating system image (default: the present one)",
    },
    key: {
      kind: "texts",
      value: "name",
      description: "SSH key to install (default: the present ones)",
    },
    "keep-disk": {
      kind: "texts",
      value: "device",
      description: "Disk of a bare-metal instance whose data stays (see `boreal instances disks`)",
    },
    ...yesOption,
    ...waitOptions,
  },
  run,
};
