/** New recovery codes replaced the old ones. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";

export const recoveryCodesNew = defineNotification({}, () => ({
  subject: msg`New recovery codes generated`,
  lead: msg`New recovery codes were generated for your account. The old ones no longer work.`,
}));
