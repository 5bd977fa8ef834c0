/** An access token expires soon, sent to its creator and to the owner of the workspace. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, timestamp, writtenText } from "../values.ts";

export const tokenExpiring = defineMail(
  {
    firstName: writtenText,
    token: writtenText,
    workspace: writtenText,
    at: timestamp,
    link: consoleUrl,
  },
  ({ firstName, token, workspace, at, link }, format) => ({
    subject: msg`An access token expires soon`,
    greeting: greeting(firstName),
    lead: msg`The access token ${{ token }} in the workspace ${{ workspace }} expires on ${{ at: format.dateTime(at) }}. Programs that use it will then lose access.`,
    body: [
      button(msg`View access token`, link),
      paragraph(
        msg`To avoid downtime, rotate it: you get a new token with the same settings, and the old one keeps working for a while.`,
      ),
    ],
  }),
);
