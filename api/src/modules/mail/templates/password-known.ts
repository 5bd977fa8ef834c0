/** The password was right and the second step failed several times. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";
import { consoleUrl } from "../values.ts";

export const passwordKnown = defineNotification({ link: consoleUrl }, ({ link }) => ({
  subject: msg`Someone may know your password`,
  lead: msg`Someone entered your password correctly but repeatedly failed two-factor authentication. They didn't get in, but you should change your password now.`,
  button: { label: msg`Set a new password`, url: link },
}));
