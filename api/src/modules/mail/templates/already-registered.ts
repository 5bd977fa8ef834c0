/** Someone tried to register an email address that has an account. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, writtenText } from "../values.ts";

export const alreadyRegistered = defineMail(
  { firstName: writtenText, link: consoleUrl },
  ({ firstName, link }) => ({
    subject: msg`You already have an account`,
    greeting: greeting(firstName),
    lead: msg`Someone tried to create an account with this email address, but you already have one. If it was you, just sign in.`,
    body: [
      button(msg`Sign in`, link),
      paragraph(msg`If it wasn't you, you can ignore this email. Nothing has changed.`),
    ],
  }),
);
