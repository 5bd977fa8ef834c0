/** Staff suspended a workspace, sent to its owner. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import type { SuspensionEffect } from "#contracts/workspace-suspension.ts";
import { button, greeting, paragraph } from "../blocks.ts";
import { defineMail } from "../define-mail.ts";
import { consoleUrl, subjectName, writtenText } from "../values.ts";

const effects: Record<SuspensionEffect, MessageDescriptor> = {
  stop_instances: msg`Its active instances are powered off. They are kept with their disks, and are still billed until you terminate them.`,
  keep_running: msg`Its instances continue to run, and are billed as before.`,
};

/** A worker of an earlier release shows the code of an effect that it does not know. */
const effectMessage = (effect: string): MessageDescriptor =>
  Object.entries(effects).find(([code]) => code === effect)?.[1] ?? msg`Effect: ${{ effect }}`;

export const workspaceSuspended = defineMail(
  {
    firstName: writtenText,
    workspace: writtenText,
    note: writtenText,
    effect: writtenText,
    link: consoleUrl,
  },
  ({ firstName, workspace, note, effect, link }) => ({
    subject: msg`Your workspace is suspended: ${{ workspace: subjectName(workspace) }}`,
    greeting: greeting(firstName),
    lead: msg`Support suspended the workspace ${{ workspace }}. Nothing new can be ordered, started or invited. You can still read, pay, power off, terminate, export and leave.`,
    body: [
      paragraph(msg`“${{ note }}”`),
      paragraph(effectMessage(effect)),
      button(msg`Open workspace`, link),
    ],
  }),
);
