/** Two-factor authentication was turned on. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";

export const twoFactorOn = defineNotification({}, () => ({
  subject: msg`Two-factor authentication turned on`,
  lead: msg`Signing in to your account now also requires a code. All your other sessions were ended.`,
}));
