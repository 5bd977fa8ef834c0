/** The account was restored or unlocked by staff. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";
import { consoleUrl } from "../values.ts";

export const accountRestored = defineNotification({ link: consoleUrl.optional() }, ({ link }) => ({
  subject: msg`Your account has been restored`,
  lead: msg`You can sign in to your account again.`,
  button: { label: msg`Sign in`, url: link },
}));
