/** A passkey that seems to be a copy was rejected. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";
import { writtenText } from "../values.ts";

export const passkeyCopied = defineNotification({ passkey: writtenText }, ({ passkey }) => ({
  subject: msg`A passkey seems to be a copy`,
  lead: msg`Someone tried to sign in with your passkey “${{ passkey }}”, which seems to be a copy. We blocked the sign-in, and the passkey no longer works.`,
  more: [msg`If it was you, sign in another way, then remove the passkey and add it again.`],
}));
