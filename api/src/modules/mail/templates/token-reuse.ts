/** A session cookie was used again after its replacement. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";

export const tokenReuse = defineNotification({}, () => ({
  subject: msg`We ended one of your sessions`,
  lead: msg`An old cookie from your session was used a second time. This can mean that it was copied, so we ended the session. Sign in again to continue.`,
}));
