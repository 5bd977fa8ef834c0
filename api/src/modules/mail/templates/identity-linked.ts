/** An OAuth identity was linked for sign-in. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";
import { writtenText } from "../values.ts";

export const identityLinked = defineNotification({ provider: writtenText }, ({ provider }) => ({
  subject: msg`New sign-in method linked`,
  lead: msg`${{ provider }} can now be used to sign in to your account.`,
}));
