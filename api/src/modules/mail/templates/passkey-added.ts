/** A passkey was added. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";

export const passkeyAdded = defineNotification({}, () => ({
  subject: msg`A passkey was added`,
  lead: msg`You can now sign in to your account with a passkey.`,
}));
