/** Staff lifted the suspension of a workspace, sent to its owner. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, subjectName, writtenText } from "../values.ts";

export const suspensionLifted = defineMail(
  { firstName: writtenText, workspace: writtenText, link: consoleUrl },
  ({ firstName, workspace, link }) => ({
    subject: msg`Your workspace is active again: ${{ workspace: subjectName(workspace) }}`,
    greeting: greeting(firstName),
    lead: msg`The suspension of the workspace ${{ workspace }} is lifted. Everything works again.`,
    body: [
      paragraph(msg`Instances that were powered off stay off until you power them on.`),
      button(msg`Open workspace`, link),
    ],
  }),
);
