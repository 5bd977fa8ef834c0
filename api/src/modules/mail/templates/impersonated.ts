/** A member of staff signed in as the customer. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";
import { writtenText } from "../values.ts";

export const impersonated = defineNotification({ role: writtenText }, ({ role }) => ({
  subject: msg`Our staff accessed your account`,
  lead: msg`A member of our staff (${{ role }}) accessed your account to look into something for you. You can see what they did in your activity.`,
}));
