/** A sign-in from a device that the account has not been used on. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";
import { consoleUrl } from "../values.ts";

export const newDevice = defineNotification({ link: consoleUrl }, ({ link }) => ({
  subject: msg`New sign-in to your account`,
  lead: msg`Someone signed in to your account from a device we haven't seen before.`,
  button: { label: msg`Review sessions`, url: link },
}));
