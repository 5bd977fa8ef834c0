import type { Instance, InstancesResetInput, InstanceStatus } from "../../src/boreal.ts";
import type { Command, ParsedArgs } from "../command.ts";
import type { CommandContext } from "../context.ts";
import { confirmByTypingName, yesOption } from "../confirm.ts";
import { resolveInstanceId } from "../resolve-ids.ts";
import { assertStatus, followAll, readTimeout, waitOptions } from "../wait.ts";
import { formatStatus } from "./instances.ts";

type Action = NonNullable<InstancesResetInput["body"]["action"]>;

/** Prints the instance: immediately, or with --wait when the action has finished. */
export async function waitAndReport(
  parsed: ParsedArgs,
  context: CommandContext,
  accepted: Instance,
  requested: InstanceStatus,
): Promise<void> {
  const timeout = readTimeout(parsed.text("timeout"));
  const show = (response: Instance) =>
    context.print(response, () => `${response.hostname} is ${formatStatus(response)}\n`);
  if (!parsed.flag("wait")) return show(accepted);
  for (const followed of await followAll([accepted], requested, timeout, context)) {
    show(followed.instance);
    assertStatus(followed, requested);
  }
}

async function resetInstance(
  parsed: ParsedArgs,
  context: CommandContext,
  action: Action,
  requested: InstanceStatus,
) {
  readTimeout(parsed.text("timeout"));
  const instance = await resolveInstanceId(context, parsed.arg(0));
  const path = { workspace: await context.workspace(), instance };
  const accepted = await context.client().instances.reset({ path, body: { action } });
  await waitAndReport(parsed, context, accepted, requested);
}

const confirmInstance = (parsed: ParsedArgs, context: CommandContext, { hostname }: Instance) =>
  confirmByTypingName(parsed, context, {
    name: hostname,
    doing: "Terminating",
    verb: "terminate",
    consequence: `This permanently deletes the disk of ${hostname} and releases its IP address. This can't be undone.`,
  });

async function terminateInstance(parsed: ParsedArgs, context: CommandContext): Promise<void> {
  readTimeout(parsed.text("timeout"));
  const instance = await resolveInstanceId(context, parsed.arg(0));
  const path = { workspace: await context.workspace(), instance };
  const { instances } = context.client();
  // With --yes nothing is shown, so the token does not need the scope to view instances.
  if (!parsed.flag("yes")) await confirmInstance(parsed, context, await instances.view({ path }));
  await waitAndReport(parsed, context, await instances.terminate({ path }), "terminated");
}

export const instanceActions: readonly Command[] = [
  {
    name: "instances reboot",
    description: "Reboot an instance",
    args: ["<instance>"],
    options: {
      hard: { kind: "flag", description: "Force a hard reboot, like cutting the power" },
      ...waitOptions,
    },
    run: (parsed, context) =>
      resetInstance(parsed, context, parsed.flag("hard") ? "hard_reboot" : "reboot", "active"),
  },
  {
    name: "instances start",
    description: "Power on a stopped instance",
    args: ["<instance>"],
    options: waitOptions,
    run: (parsed, context) => resetInstance(parsed, context, "power_on", "active"),
  },
  {
    name: "instances stop",
    description: "Power off an instance (it's still billed)",
    args: ["<instance>"],
    options: waitOptions,
    run: (parsed, context) => resetInstance(parsed, context, "power_off", "stopped"),
  },
  {
    name: "instances terminate",
    description: "Permanently terminate an instance. Billing stops immediately",
    args: ["<instance>"],
    options: {
      ...yesOption,
      ...waitOptions,
    },
    run: terminateInstance,
  },
];
