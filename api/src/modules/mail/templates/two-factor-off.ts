/** Two-factor authentication was turned off. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";

export const twoFactorOff = defineNotification({}, () => ({
  subject: msg`Two-factor authentication turned off`,
  lead: msg`Signing in to your account no longer requires a code.`,
}));
