/** Names of what happens when an alert threshold is passed. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { AlertAction } from "#contracts/spending-alerts.ts";

export const alertActionLabels: Readonly<Record<AlertAction, MessageDescriptor>> = {
  notify: msg`Only send the email`,
  block_orders: msg`Reject new orders`,
  stop: msg`Power off instances`,
  terminate_after_grace: msg`Terminate instances after 72 hours`,
};
