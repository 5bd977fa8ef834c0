/** All commands, in the order of the help. */
import type { Command } from "./command.ts";
import { billingCommands } from "./commands/billing.ts";
import { catalogueCommands } from "./commands/catalogue.ts";
import { createInstances } from "./commands/create-instances.ts";
import { createOrder } from "./commands/create-order.ts";
import { instanceActions } from "./commands/instance-actions.ts";
import { listDisks, reinstallInstance } from "./commands/reinstall-instance.ts";
import { consoleLog } from "./commands/console-log.ts";
import { updateInstance } from "./commands/update-instance.ts";
import { instanceCommands } from "./commands/instances.ts";
import { keyCommands } from "./commands/credentials.ts";
import { projectCommands } from "./commands/projects.ts";
import { queueCommands } from "./commands/queue.ts";
import { signInCommands } from "./commands/sign-in.ts";
import { usageCommands } from "./commands/usage.ts";
import { webhookCommands } from "./commands/webhooks.ts";

export const commands: readonly Command[] = [
  ...signInCommands,
  ...instanceCommands,
  createInstances,
  createOrder,
  ...queueCommands,
  ...instanceActions,
  reinstallInstance,
  listDisks,
  updateInstance,
  consoleLog,
  ...catalogueCommands,
  ...projectCommands,
  ...keyCommands,
  ...usageCommands,
  ...billingCommands,
  ...webhookCommands,
];

/** Commands that users may expect but that no access token permits. */
export const consoleOnlyCommands: ReadonlySet<string> = new Set([
  "tokens list",
  "tokens create",
  "members list",
  "members invite",
  "webhooks create",
  "webhooks update",
  "billing promo",
  "billing pay",
]);
