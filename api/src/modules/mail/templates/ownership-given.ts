/** The ownership of a workspace was transferred, sent to the previous owner. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";
import { writtenText } from "../values.ts";

export const ownershipGiven = defineNotification(
  { workspace: writtenText, member: writtenText },
  ({ workspace, member }) => ({
    subject: msg`You transferred ownership of a workspace`,
    lead: msg`You transferred ownership of the workspace ${{ workspace }} to ${{ member }}. You're now one of its administrators.`,
  }),
);
