/** A passkey was removed. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";

export const passkeyRemoved = defineNotification({}, () => ({
  subject: msg`A passkey was removed`,
  lead: msg`A passkey was removed from your account.`,
}));
