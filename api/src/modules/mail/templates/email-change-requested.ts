/** A change of the email address was requested, sent to the current address. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";
import { writtenText } from "../values.ts";

export const emailChangeRequested = defineNotification({ email: writtenText }, ({ email }) => ({
  subject: msg`Email change requested`,
  lead: msg`Someone asked to change your account's email address to ${{ email }}. The change takes effect once that address is confirmed.`,
}));
