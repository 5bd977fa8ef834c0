import type { Instance, InstancesResetInput, InstanceStatus } from "../../src/boreal.ts";
import type { Command, Given } from "../command.ts";
import type { Context } from "../context.ts";
import { confirmName, yesOption } from "../confirm.ts";
import { instanceId } from "../resolve.ts";
import { demand, followAll, readTimeout, waitOptions } from "../wait.ts";
import { statusText } from "./instances.ts";

type Action = NonNullable<InstancesResetInput["body"]["action"]>;

/** Prints what became of it: at once, or when it is done. */
async function finish(
  given: Given,
  context: Context,
  accepted: Instance,
  wanted: InstanceStatus,
): Promise<void> {
  const timeout = readTimeout(given.text("timeout"));
  const show = (answer: Instance) =>
    context.print(answer, () => `${answer.hostname} is ${statusText(answer)}\n`);
  if (!given.flag("wait")) return show(accepted);
  for (const followed of await followAll([accepted], timeout, context)) {
    show(followed.instance);
    demand(followed, wanted);
  }
}

async function reset(given: Given, context: Context, action: Action, wanted: InstanceStatus) {
  readTimeout(given.text("timeout"));
  const instance = await instanceId(context, given.arg(0));
  const path = { workspace: await context.workspace(), instance };
  const accepted = await context.client().instances.reset({ path, body: { action } });
  await finish(given, context, accepted, wanted);
}

const confirm = (given: Given, context: Context, { hostname }: Instance) =>
  confirmName(given, context, {
    name: hostname,
    doing: "Terminating",
    verb: "terminate",
    consequence: `This permanently deletes the disk of ${hostname} and releases its IP address. This can't be undone.`,
  });

async function terminate(given: Given, context: Context): Promise<void> {
  readTimeout(given.text("timeout"));
  const instance = await instanceId(context, given.arg(0));
  const path = { workspace: await context.workspace(), instance };
  const { instances } = context.client();
  // With --yes there is nothing to show before, and a token need not be let view it.
  if (!given.flag("yes")) await confirm(given, context, await instances.view({ path }));
  await finish(given, context, await instances.terminate({ path }), "terminated");
}

export const instanceActions: readonly Command[] = [
  {
    name: "instances reboot",
    about: "Reboot an instance",
    args: ["<instance>"],
    options: {
      hard: { kind: "flag", about: "Force a hard reboot, like cutting the power" },
      ...waitOptions,
    },
    run: (given, context) =>
      reset(given, context, given.flag("hard") ? "hard_reboot" : "reboot", "active"),
  },
  {
    name: "instances start",
    about: "Power on a stopped instance",
    args: ["<instance>"],
    options: waitOptions,
    run: (given, context) => reset(given, context, "power_on", "active"),
  },
  {
    name: "instances stop",
    about: "Power off an instance (it's still billed)",
    args: ["<instance>"],
    options: waitOptions,
    run: (given, context) => reset(given, context, "power_off", "stopped"),
  },
  {
    name: "instances terminate",
    about: "Permanently terminate an instance. Billing stops immediately",
    args: ["<instance>"],
    options: {
      ...yesOption,
      ...waitOptions,
    },
    run: terminate,
  },
];
