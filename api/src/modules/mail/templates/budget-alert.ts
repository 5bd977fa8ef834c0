/** The month's cost of a project has reached a percentage of its budget, sent to the owner and the billing administrators. */
import { msg } from "@lingui/core/runtime-macro";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, plainText, subjectName, writtenText } from "../values.ts";

export const budgetAlert = defineMail(
  {
    firstName: writtenText,
    workspace: writtenText,
    project: writtenText,
    percent: plainText,
    amount: plainText,
    spent: plainText,
    link: consoleUrl,
  },
  ({ firstName, workspace, project, percent, amount, spent, link }) => ({
    subject: msg`${{ percent }} % of the budget: ${{ project: subjectName(project) }}`,
    greeting: greeting(firstName),
    lead: msg`This month (UTC), the project ${{ project }} in the workspace ${{ workspace }} has cost ${{ spent }}. That is at least ${{ percent }} % of its budget of ${{ amount }}.`,
    body: [
      paragraph(msg`Nothing is stopped: a budget is only an alert.`),
      button(msg`View usage by project`, link),
    ],
  }),
);
