/** A request for a higher limit was approved, sent to whoever requested it. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { limitName, limitText } from "../limit-name.ts";
import { consoleUrl, plainText, subjectName, writtenText } from "../values.ts";

export const limitApproved = defineMail(
  {
    firstName: writtenText,
    workspace: writtenText,
    limit: limitName,
    value: plainText,
    note: writtenText.optional(),
    link: consoleUrl,
  },
  ({ firstName, workspace, limit, value, note, link }, format) => ({
    subject: msg`Your higher limit is approved: ${{ limit: subjectName(limitText(limit, format)) }}`,
    greeting: greeting(firstName),
    lead: msg`The limit of the workspace ${{ workspace }} is raised. ${{ limit: limitText(limit, format) }}: ${{ value }}.`,
    body: [
      note === undefined ? null : paragraph(msg`“${{ note }}”`),
      button(msg`View limits`, link),
    ],
  }),
);
