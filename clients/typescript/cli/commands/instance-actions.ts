import type { Instance, InstancesResetInput, InstanceStatus } from "../../src/boreal.ts";
import type { Command, ParsedArgs } from "../command.ts";
import type { CommandContext } from "../context.ts";
import { confirmByTypingName, yesOption } from "../confirm.ts";
import { CliError } from "../exit-codes.ts";
import { humanize } from "../format.ts";
import { resolveInstanceId } from "../resolve-ids.ts";
import { assertStatus, followAll, readTimeout, waitOptions } from "../wait.ts";
import { formatStatus } from "./instances.ts";

type Action = NonNullable<InstancesResetInput["body"]["action"]>;

/** Prints the instance: immediately, or with --wait when the action has finished. */
export async function waitAndReport(
  parsed: ParsedArgs,
  context: CommandContext,
  accepted: Instance,
  ...requested: readonly [InstanceStatus, ...InstanceStatus[]]
): Promise<void> {
  const timeout = readTimeout(parsed.text("timeout"));
  const show = (response: Instance) =>
    context.print(response, () => `${response.hostname} is ${formatStatus(response)}\n`);
  if (!parsed.flag("wait")) return show(accepted);
  for (const followed of await followAll([accepted], requested[0], timeout, context)) {
    show(followed.instance);
    if (!requested.includes(followed.instance.status)) assertStatus(followed, requested[0]);
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
    consequence: parsed.flag("now")
      ? `This permanently deletes the disk of ${hostname} and releases its IP address. This can't be undone.`
      : `A virtual machine is kept unbilled for 24 hours: \`boreal instances restore\` undoes the termination. Then the disk of ${hostname} is deleted and its IP address released.`,
  });

async function terminateInstance(parsed: ParsedArgs, context: CommandContext): Promise<void> {
  readTimeout(parsed.text("timeout"));
  const instance = await resolveInstanceId(context, parsed.arg(0));
  const path = { workspace: await context.workspace(), instance };
  const { instances } = context.client();
  // With --yes nothing is shown, so the token does not need the scope to view instances.
  if (!parsed.flag("yes")) await confirmInstance(parsed, context, await instances.view({ path }));
  const query = parsed.flag("now") ? { now: "true" as const } : {};
  await waitAndReport(parsed, context, await instances.terminate({ path, query }), "terminated");
}

/** Cancels the operation that the instance waits for. */
async function cancelOperation(parsed: ParsedArgs, context: CommandContext): Promise<void> {
  const workspace = await context.workspace();
  const instance = await resolveInstanceId(context, parsed.arg(0));
  const { instances } = context.client();
  const { hostname, openCommand } = await instances.view({ path: { workspace, instance } });
  if (openCommand === null)
    throw new CliError("rejected", `No operation of ${hostname} is queued or in progress`);
  const path = { workspace, command: openCommand.id };
  const canceled = await instances.cancelCommand({ path });
  context.print(
    canceled,
    () => `Canceled ${humanize(openCommand.kind)}: ${hostname} is ${formatStatus(canceled)}\n`,
  );
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
    name: "instances cancel",
    description: "Cancel the queued operation of an instance. A canceled creation is never billed",
    args: ["<instance>"],
    run: cancelOperation,
  },
  {
    name: "instances terminate",
    description:
      "Terminate an instance. Billing stops immediately; a virtual machine can be restored for 24 hours",
    args: ["<instance>"],
    options: {
      now: { kind: "flag", description: "Delete it at once, so that it can't be restored" },
      ...yesOption,
      ...waitOptions,
    },
    run: terminateInstance,
  },
  {
    name: "instances restore",
    description: "Undo a termination within 24 hours (refer to the instance by its ID)",
    args: ["<instance>"],
    options: waitOptions,
    run: async (parsed, context) => {
      readTimeout(parsed.text("timeout"));
      const instance = await resolveInstanceId(context, parsed.arg(0));
      const path = { workspace: await context.workspace(), instance };
      const accepted = await context.client().instances.restore({ path });
      // An instance that was stopped when it was terminated is stopped again.
      await waitAndReport(parsed, context, accepted, "active", "stopped");
    },
  },
];
