import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { invites, invitesPerCall } from "#contracts/members.ts";
import { email as emailShape, emailKey } from "#contracts/text.ts";
import { useContractForm } from "../../blocks/contract-form.ts";
import { useDiscard } from "../../blocks/discard.tsx";
import { FormFrame, FormProblems } from "../../blocks/form-frame.tsx";
import { refresh } from "../../lib/client.ts";
import { wholeNumber } from "../../lib/format.ts";
import { useManner } from "../../lib/i18n.ts";
import type { ProblemError } from "../../lib/problem.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Textarea } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { AddressInput, type Addresses } from "./address-input.tsx";
import { merged, readAddresses } from "./addresses.ts";
import styles from "./members.module.css";
import { roleBody, RoleFields, type RoleValues } from "./role-fields.tsx";

const noteCharactersAtMost = 500;

interface InviteValues extends Addresses, RoleValues {
  readonly note: string;
}

const initial: InviteValues = {
  emails: [],
  typed: "",
  roleId: "team_member",
  projectIds: [],
  note: "",
};

const addressesOf = ({ emails, typed }: Addresses) => merged([...emails, ...readAddresses(typed)]);

/** Which of them the refusal names. */
const namedIn = ({ message }: ProblemError): ReadonlySet<string> =>
  new Set(message.split(/[\s,]+/).map(emailKey));

/** Asks several people at once. What was typed is lost by no press outside. */
export default function InviteDialog({
  workspace,
  onClose,
}: {
  workspace: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const manner = useManner();
  const client = useQueryClient();
  const [members, setMembers] = useState<ReadonlySet<string>>(new Set());
  const excessOf = (total: number): string | null =>
    total <= invitesPerCall
      ? null
      : t`These are ${wholeNumber(total, manner)} email addresses. Enter ${invitesPerCall} at most.`;
  const faultOf = (address: string): string | null => {
    if (!emailShape.safeParse(address).success) return t`Invalid email`;
    return members.has(emailKey(address)) ? t`Already in this workspace` : null;
  };
  const form = useContractForm(invites.create, {
    initial,
    labels: {
      emails: t`Email addresses`,
      typed: t`Email addresses`,
      roleId: t`Role`,
      projectIds: t`Projects`,
      note: t`Message`,
    },
    path: { workspace },
    body: (values) => ({ emails: addressesOf(values), ...roleBody(values), note: values.note }),
    also: (values) => {
      const addresses = addressesOf(values);
      const excess = excessOf(addresses.length);
      if (excess !== null) return { emails: excess };
      return Object.fromEntries(
        addresses.flatMap((address, position) => {
          const fault = faultOf(address);
          return fault === null ? [] : [[`emails.${position}`, fault]];
        }),
      );
    },
    onProblem: (problem, values) => {
      if (problem.code !== "email_already_in_use") return false;
      const named = namedIn(problem);
      setMembers(named);
      return Object.fromEntries(
        addressesOf(values).flatMap((address, position) =>
          named.has(emailKey(address))
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
      await refresh(client, invites.list);
    },
  });
  const discard = useDiscard(form, onClose);
  const { field: emails } = form.field("emails");
  const note = form.field("note");
  const count = addressesOf(form.values).length;
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
      <FormFrame form={form} className={styles["form"] ?? ""}>
        <FormProblems form={form} />
        <AddressInput
          ties={{ ...emails, error: excessOf(form.values.emails.length) ?? emails.error }}
          help={t`Up to 20 addresses, separated by commas, spaces, or line breaks. Each person gets a link that's valid for 7 days.`}
          emails={form.values.emails}
          typed={form.values.typed}
          faultAt={(position) =>
            faultOf(form.values.emails[position] ?? "") ??
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
              className={
                form.values.note.length > noteCharactersAtMost ? styles["over"] : undefined
              }
            >
              <Trans>
                {form.values.note.length} of {noteCharactersAtMost} characters
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
      </FormFrame>
      {discard.question}
    </Dialog>
  );
}
