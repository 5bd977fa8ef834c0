/** A request for a higher limit was rejected, sent to whoever requested it. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { limitName, limitText } from "../limit-name.ts";
import { consoleUrl, plainText, subjectName, writtenText } from "../values.ts";

export const limitRejected = defineMail(
  {
    firstName: writtenText,
    workspace: writtenText,
    limit: limitName,
    value: plainText,
    note: writtenText,
    link: consoleUrl,
  },
  ({ firstName, workspace, limit, value, note, link }, format) => ({
    subject: msg`Your request for a higher limit: ${{ limit: subjectName(limitText(limit, format)) }}`,
    greeting: greeting(firstName),
    lead: msg`We can't raise the limit of the workspace ${{ workspace }} as you requested. ${{ limit: limitText(limit, format) }}, as it is now: ${{ value }}.`,
    body: [paragraph(msg`“${{ note }}”`), button(msg`View limits`, link)],
  }),
);
