/** The email address was changed, sent to the previous address. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";
import { writtenText } from "../values.ts";

export const emailChanged = defineNotification({ email: writtenText }, ({ email }) => ({
  subject: msg`Your email address was changed`,
  lead: msg`Your account's email address is now ${{ email }}, and all your other sessions were ended. For 7 days, you can restore the old address with the link below.`,
}));
