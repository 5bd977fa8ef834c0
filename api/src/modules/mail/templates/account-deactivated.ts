/** The account was deactivated. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";

export const accountDeactivated = defineNotification({}, () => ({
  subject: msg`Your account has been deactivated`,
  lead: msg`Your account was deactivated, and all sessions were ended. If you didn't intend this, contact support.`,
}));
