/** The link that verifies the email address of a new account. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, writtenText } from "../values.ts";

export const verifyEmail = defineMail(
  { firstName: writtenText, link: consoleUrl },
  ({ firstName, link }) => ({
    subject: msg`Verify your email address`,
    greeting: greeting(firstName),
    lead: msg`One more step before you can sign in: verify that this email address is yours.`,
    body: [
      button(msg`Verify email`, link),
      paragraph(
        msg`The link is valid for 24 hours. If you didn't create an account, you can ignore this email. Unverified accounts are deleted after a week.`,
      ),
    ],
  }),
);
