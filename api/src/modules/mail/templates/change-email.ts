/** The link that confirms the new email address of an account, sent to that address. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, writtenText } from "../values.ts";

export const changeEmail = defineMail(
  { firstName: writtenText, link: consoleUrl },
  ({ firstName, link }) => ({
    subject: msg`Confirm your new email address`,
    greeting: greeting(firstName),
    lead: msg`You asked to sign in with this email address from now on. Confirm that it's yours.`,
    body: [
      button(msg`Confirm email`, link),
      paragraph(
        msg`The link is valid for 1 hour. If you didn't request this, you can ignore this email. Nothing changes unless the address is confirmed.`,
      ),
    ],
  }),
);
