/** The password was changed in the account settings. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";

export const passwordChanged = defineNotification({}, () => ({
  subject: msg`Your password was changed`,
  lead: msg`Your password was changed, and all your other sessions were ended.`,
}));
