import type { Instance, InstancesResetInput, InstanceStatus } from "../../src/boreal.ts";
import type { Command, ParsedArgs } from "../command.ts";
import type { CommandContext } from "../context.ts";
import { confirmByTypingName, yesOption } from "../confirm.ts";
import { resolveInstanceId } from "../resolve-ids.ts";
import { assertStatus, followAll, readTimeout, waitOptions } from "../wait.ts";
import { formatStatus } from "./instances.ts";

type Action = NonNullable<InstancesResetInput["body"]["action"]>;

/** Prints what became of it: at once, or when it is done. */
async function waitAndReport(
  given: ParsedArgs,
  context: CommandContext,
  accepted: Instance,
  requested: InstanceStatus,
): Promise<void> {
  const timeout = readTimeout(given.text("timeout"));
  const show = (answer: Instance) =>
    context.print(answer, () => `${answer.hostname} is ${formatStatus(answer)}\n`);
  if (!given.flag("wait")) return show(accepted);
  for (const followed of await followAll([accepted], timeout, context)) {
    show(followed.instance);
    assertStatus(followed, requested);
  }
}

async function resetInstance(
  given: ParsedArgs,
  context: CommandContext,
  action: Action,
  requested: InstanceStatus,
) {
  readTimeout(given.text("timeout"));
  const instance = await resolveInstanceId(context, given.arg(0));
  const path = { workspace: await context.workspace(), instance };
  const accepted = await context.client().instances.reset({ path, body: { action } });
  await waitAndReport(given, context, accepted, requested);
}

const confirmInstance = (given: ParsedArgs, context: CommandContext, { hostname }: Instance) =>
  confirmByTypingName(given, context, {
    name: hostname,
    doing: "Terminating",
    verb: "terminate",
    consequence: `This permanently deletes the disk of ${hostname} and releases its IP address. This can't be undone.`,
  });

async function terminateInstance(given: ParsedArgs, context: CommandContext): Promise<void> {
  readTimeout(given.text("timeout"));
  const instance = await resolveInstanceId(context, given.arg(0));
  const path = { workspace: await context.workspace(), instance };
  const { instances } = context.client();
  // With --yes there is nothing to show before, and a token need not be let view it.
  if (!given.flag("yes")) await confirmInstance(given, context, await instances.view({ path }));
  await waitAndReport(given, context, await instances.terminate({ path }), "terminated");
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
    run: (given, context) =>
      resetInstance(given, context, given.flag("hard") ? "hard_reboot" : "reboot", "active"),
  },
  {
    name: "instances start",
    description: "Power on a stopped instance",
    args: ["<instance>"],
    options: waitOptions,
    run: (given, context) => resetInstance(given, context, "power_on", "active"),
  },
  {
    name: "instances stop",
    description: "Power off an instance (it's still billed)",
    args: ["<instance>"],
    options: waitOptions,
    run: (given, context) => resetInstance(given, context, "power_off", "stopped"),
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
