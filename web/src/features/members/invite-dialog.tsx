import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { invites, maxInvitesPerRequest } from "#contracts/members.ts";
import { parseReasonParams } from "#contracts/problem-reasons.ts";
import { email as emailShape, normalizeEmail } from "#contracts/text.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { useDiscardConfirmation } from "./use-discard-confirmation.tsx";
import { Form, FormProblems } from "../../components/form.tsx";
import { invalidate } from "../../lib/api/api-client.ts";
import { formatInteger } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import type { ProblemError } from "../../lib/api/problem-error.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Textarea } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { EmailListInput, type EmailListValue } from "./email-list-input.tsx";
import { uniqueEmails, parseEmails } from "./parse-emails.ts";
import styles from "./members.module.css";
import { roleBody, RoleFields, type RoleValues } from "./role-fields.tsx";

const maxNoteLength = 500;

interface InviteValues extends EmailListValue, RoleValues {
  readonly note: string;
}

const initial: InviteValues = {
  emails: [],
  typed: "",
  roleId: "team_member",
  projectIds: [],
  note: "",
};

const allEmails = ({ emails, typed }: EmailListValue) =>
  uniqueEmails([...emails, ...parseEmails(typed)]);

/** Email addresses of existing members, as listed in the problem. */
const existingMembers = ({ reason, params }: ProblemError): ReadonlySet<string> => {
  const known = reason === "already_members" ? parseReasonParams(reason, params) : null;
  return new Set(known?.emails.map(normalizeEmail));
};

/** Invites several users at once. An outside click never discards typed text. */
export default function InviteDialog({
  workspace,
  onClose,
}: {
  workspace: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const client = useQueryClient();
  const [members, setMembers] = useState<ReadonlySet<string>>(new Set());
  const excessOf = (total: number): string | null =>
    total <= maxInvitesPerRequest
      ? null
      : t`These are ${formatInteger(total, localeSettings)} email addresses. Enter ${maxInvitesPerRequest} at most.`;
  const emailError = (address: string): string | null => {
    if (!emailShape.safeParse(address).success) return t`Invalid email`;
    return members.has(normalizeEmail(address)) ? t`Already in this workspace` : null;
  };
  const form = useEndpointForm(invites.create, {
    initial,
    labels: {
      emails: t`Email addresses`,
      typed: t`Email addresses`,
      roleId: t`Role`,
      projectIds: t`Projects`,
      note: t`Message`,
    },
    path: { workspace },
    body: (values) => ({ emails: allEmails(values), ...roleBody(values), note: values.note }),
    also: (values) => {
      const addresses = allEmails(values);
      const excess = excessOf(addresses.length);
      if (excess !== null) return { emails: excess };
      return Object.fromEntries(
        addresses.flatMap((address, position) => {
          const error = emailError(address);
          return error === null ? [] : [[`emails.${position}`, error]];
        }),
      );
    },
    onProblem: (problem, values) => {
      if (problem.code !== "email_already_in_use") return false;
      const named = existingMembers(problem);
      setMembers(named);
      return Object.fromEntries(
        allEmails(values).flatMap((address, position) =>
          named.has(normalizeEmail(address))
            ? [[`emails.${position}`, t`Already in this workspace`]]
            : [],
        ),
      );
    },
    onDone: async ({ data }) => {
      const count = data.length;
      const [first] = data;
      void toast({
        title:
          count === 1 && first !== undefined
            ? t`Invitation sent to ${first.email}`
            : t`${count} invitations sent`,
      });
      onClose();
      await invalidate(client, invites.list);
    },
  });
  const discard = useDiscardConfirmation(form, onClose);
  const { field: emails } = form.field("emails");
  const note = form.field("note");
  const count = allEmails(form.values).length;
  return (
    <Dialog
      open
      title={t`Invite people`}
      onClose={discard.ask}
      actions={
        <>
          <Button onClick={discard.ask}>
            <Trans>Cancel</Trans>
          </Button>
          <Button tone="primary" busy={form.busy} onClick={() => void form.submit()}>
            {count === 0 ? (
              <Trans>Invite</Trans>
            ) : (
              <Plural value={count} one="Invite # person" other="Invite # people" />
            )}
          </Button>
        </>
      }
    >
      <Form form={form} className={styles["form"] ?? ""}>
        <FormProblems form={form} />
        <EmailListInput
          ties={{ ...emails, error: excessOf(form.values.emails.length) ?? emails.error }}
          help={t`Up to 20 addresses, separated by commas, spaces, or line breaks. Each person gets a link that's valid for 7 days.`}
          emails={form.values.emails}
          typed={form.values.typed}
          errorAt={(position) =>
            emailError(form.values.emails[position] ?? "") ??
            form.problems.find(({ path }) => path === `emails.${position}`)?.message ??
            null
          }
          onChange={(next) => form.change(next)}
        />
        <Field
          {...note.field}
          aside={t`optional`}
          help={
            <span
              className={form.values.note.length > maxNoteLength ? styles["closed"] : undefined}
            >
              <Trans>
                {form.values.note.length} of {maxNoteLength} characters
              </Trans>
            </span>
          }
        >
          <Textarea {...note.input} rows={2} />
        </Field>
        <RoleFields
          workspace={workspace}
          role={form.field("roleId")}
          projects={form.field("projectIds")}
          problems={form.problems}
        />
      </Form>
      {discard.question}
    </Dialog>
  );
}
