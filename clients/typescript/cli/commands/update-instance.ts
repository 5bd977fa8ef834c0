/** `instances update`: the display name and the delete protection. */
import type { InstancesUpdateInput } from "../../src/boreal.ts";
import type { Command, ParsedArgs } from "../command.ts";
import { CliError } from "../exit-codes.ts";
import { resolveInstanceId } from "../resolve-ids.ts";
import { instanceDetails } from "./instances.ts";

function readProtection(parsed: ParsedArgs): boolean | undefined {
  if (parsed.flag("protect") && parsed.flag("no-protect"))
    throw new CliError("usage", "Use either --protect or --no-protect");
  if (parsed.flag("protect")) return true;
  return parsed.flag("no-protect") ? false : undefined;
}

function readChanges(parsed: ParsedArgs): InstancesUpdateInput["body"] {
  const name = parsed.text("name");
  const deleteProtection = readProtection(parsed);
  if (name === undefined && deleteProtection === undefined)
    throw new CliError("usage", "Nothing to change: use --name, --protect, or --no-protect");
  return {
    ...(name !== undefined && { displayName: name.trim() === "" ? null : name }),
    ...(deleteProtection !== undefined && { deleteProtection }),
  };
}

export const updateInstance: Command = {
  name: "instances update",
  description: "Change the display name or the delete protection of an instance",
  args: ["<instance>"],
  options: {
    name: {
      kind: "text",
      value: "name",
      mayBeEmpty: true,
      description: "Display name, shown beside the hostname; empty to remove it",
    },
    protect: { kind: "flag", description: "Turn on delete protection" },
    "no-protect": { kind: "flag", description: "Turn off delete protection" },
  },
  run: async (parsed, context) => {
    const body = readChanges(parsed);
    const instance = await resolveInstanceId(context, parsed.arg(0));
    const path = { workspace: await context.workspace(), instance };
    const response = await context.client().instances.update({ path, body });
    context.print(response, () => instanceDetails(response, context));
  },
};
