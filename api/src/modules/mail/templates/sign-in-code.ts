/** The code for the second step of a sign-in. */
import { msg } from "@lingui/core/runtime-macro";
import { codeBlock, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { plainText, writtenText } from "../values.ts";

export const signInCode = defineMail(
  { firstName: writtenText, code: plainText },
  ({ firstName, code }) => ({
    subject: msg`Your sign-in code`,
    greeting: greeting(firstName),
    lead: msg`Use this code to finish signing in:`,
    body: [
      codeBlock(code),
      paragraph(msg`The code is valid for 10 minutes and works once. We'll never ask you for it.`),
      paragraph(
        msg`If you're not signing in right now, someone knows your password. Change it as soon as possible.`,
      ),
    ],
  }),
);
