/** An OAuth identity was unlinked. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";
import { writtenText } from "../values.ts";

export const identityUnlinked = defineNotification({ provider: writtenText }, ({ provider }) => ({
  subject: msg`Sign-in method removed`,
  lead: msg`${{ provider }} can no longer be used to sign in to your account.`,
}));
