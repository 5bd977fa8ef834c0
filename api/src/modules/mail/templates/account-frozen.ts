/** The account was locked. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";
import { consoleUrl } from "../values.ts";

export const accountFrozen = defineNotification({ link: consoleUrl }, ({ link }) => ({
  subject: msg`Your account has been locked`,
  lead: msg`Your account was locked, either with the link in an email or by our support team. All sessions were ended, and nobody can sign in. Your instances keep running. To unlock your account, set a new password. The link is valid for 1 hour. You can request another one on the sign-in page.`,
  button: { label: msg`Set a new password`, url: link },
}));
