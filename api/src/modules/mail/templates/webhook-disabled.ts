/** A webhook was disabled because its receiver failed, sent to the owner of the workspace and to its creator. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, subjectName, writtenText } from "../values.ts";

export const webhookDisabled = defineMail(
  { firstName: writtenText, webhook: writtenText, workspace: writtenText, link: consoleUrl },
  ({ firstName, webhook, workspace, link }) => ({
    subject: msg`A webhook was disabled: ${{ webhook: subjectName(webhook) }}`,
    greeting: greeting(firstName),
    lead: msg`We disabled the webhook ${{ webhook }} in the workspace ${{ workspace }}, because its receiver has not accepted events for days or reported that it is gone.`,
    body: [
      button(msg`View webhook`, link),
      paragraph(
        msg`No events are sent until you enable it again. You can then send again what was not delivered in the last 30 days.`,
      ),
    ],
  }),
);
