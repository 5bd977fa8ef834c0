/** The password was set with a link from an email. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";

export const passwordReset = defineNotification({}, () => ({
  subject: msg`Your password was reset`,
  lead: msg`A new password was set for your account with a link from an email. All sessions were ended.`,
}));
