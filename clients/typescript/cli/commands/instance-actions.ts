import type { Instance, InstancesResetInput, InstanceStatus } from "../../src/boreal.ts";
import type { Command, Given } from "../command.ts";
import type { Context } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { instanceId } from "../resolve.ts";
import { demand, follow, readTimeout, waitOptions } from "../wait.ts";
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
  const answer = given.flag("wait") ? await follow(accepted, timeout, context) : accepted;
  context.print(answer, () => `${answer.hostname} is ${statusText(answer)}\n`);
  if (given.flag("wait")) demand(answer, wanted);
}

async function reset(given: Given, context: Context, action: Action, wanted: InstanceStatus) {
  readTimeout(given.text("timeout"));
  const instance = await instanceId(context, given.arg(0));
  const path = { workspace: await context.workspace(), instance };
  const accepted = await context.client().instances.reset({ path, body: { action } });
  await finish(given, context, accepted, wanted);
}

/** It cannot be taken back: its name is typed, or `--yes` said by a program. */
async function confirm(given: Given, context: Context, { hostname }: Instance): Promise<void> {
  const { terminal } = context;
  if (given.flag("yes")) return;
  if (!terminal.canAsk)
    throw new CliError("usage", `Terminating ${hostname} needs --yes where nobody can be asked`);
  context.note(
    `This erases the disk of ${hostname} and gives its address back. It cannot be undone.`,
  );
  const typed = await terminal.ask("Type its name to terminate it: ");
  if (typed.trim() !== hostname)
    throw new CliError("refused", "That is not its name; nothing was done");
}

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
      hard: { kind: "flag", about: "As if the power were cut" },
      ...waitOptions,
    },
    run: (given, context) =>
      reset(given, context, given.flag("hard") ? "hard_reboot" : "reboot", "active"),
  },
  {
    name: "instances start",
    about: "Switch a stopped instance on",
    args: ["<instance>"],
    options: waitOptions,
    run: (given, context) => reset(given, context, "power_on", "active"),
  },
  {
    name: "instances stop",
    about: "Switch an instance off; it keeps its price",
    args: ["<instance>"],
    options: waitOptions,
    run: (given, context) => reset(given, context, "power_off", "stopped"),
  },
  {
    name: "instances terminate",
    about: "Give an instance back for good; billing stops at once",
    args: ["<instance>"],
    options: {
      yes: { kind: "flag", about: "Do not ask" },
      ...waitOptions,
    },
    run: terminate,
  },
];
