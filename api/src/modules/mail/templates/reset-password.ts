/** The link that sets a new password. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, writtenText } from "../values.ts";

export const resetPassword = defineMail(
  { firstName: writtenText, link: consoleUrl },
  ({ firstName, link }) => ({
    subject: msg`Reset your password`,
    greeting: greeting(firstName),
    lead: msg`Someone requested a password reset for your account. If it was you, set a new password here.`,
    body: [
      button(msg`Set a new password`, link),
      paragraph(
        msg`The link is valid for 1 hour and works once. Setting a new password ends all your sessions. Two-factor authentication stays on.`,
      ),
      paragraph(msg`If it wasn't you, you can ignore this email. Nothing has changed.`),
    ],
  }),
);
