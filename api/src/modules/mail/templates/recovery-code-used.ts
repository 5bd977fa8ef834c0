/** A recovery code was used to sign in. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";

export const recoveryCodeUsed = defineNotification({}, () => ({
  subject: msg`A recovery code was used`,
  lead: msg`Someone signed in with one of your recovery codes. That code can't be used again.`,
}));
