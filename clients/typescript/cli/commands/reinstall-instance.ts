/** `instances reinstall`: a fresh operating system on the same instance. */
import type { Command, ParsedArgs } from "../command.ts";
import { confirmByTypingName, yesOption } from "../confirm.ts";
import type { CommandContext } from "../context.ts";
import { findKey, resolveInstanceId } from "../resolve-ids.ts";
import { readTimeout, waitOptions } from "../wait.ts";
import { findByIdOrName } from "./create-instances.ts";
import { waitAndReport } from "./instance-actions.ts";

async function readBody(parsed: ParsedArgs, context: CommandContext) {
  const image = parsed.text("image");
  const names = parsed.texts("key");
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
      consequence: `This permanently deletes everything on the disks of ${hostname}. It keeps its name, IP addresses and price. This can't be undone.`,
    });
  }
  await waitAndReport(parsed, context, await instances.reinstall({ path, body }), "active");
}

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
    ...yesOption,
    ...waitOptions,
  },
  run,
};
