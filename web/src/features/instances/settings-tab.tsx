import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { instanceActions } from "#contracts/actions/instances.ts";
import { type Instance, instances } from "#contracts/instances.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { withConfirmation } from "../../components/confirmation.ts";
import { Form, FormProblems } from "../../components/form.tsx";
import { FormSaveActions } from "../../components/form-save-actions.tsx";
import { useActionReason } from "../../components/use-action-denial.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { useMenuCode } from "../../components/use-menu-code.ts";
import { ReinstallCard } from "./reinstall-card.tsx";
import { invalidate } from "../../lib/api/api-client.ts";
import { Card, Stack } from "../../ui/card.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { pageStyles } from "../../ui/page.tsx";
import { Status } from "../../ui/status.tsx";
import { toast } from "../../ui/toast.ts";

interface TabProps {
  readonly workspace: string;
  readonly instance: Instance;
}

/** The name for people and the delete protection. */
export default function SettingsTab(props: TabProps) {
  const { instance } = props;
  return (
    <div className={pageStyles["narrow"]}>
      <Stack>
        <DisplayNameCard key={instance.id} {...props} />
        <DeleteProtectionCard {...props} />
        <ReinstallCard key={`${instance.id} ${instance.image.id}`} {...props} />
      </Stack>
    </div>
  );
}

function DisplayNameCard({ workspace, instance }: TabProps) {
  const { t } = useLingui();
  const whyNot = useActionReason()(instanceActions.update, instance);
  return (
    <Card title={t`Name`}>
      {whyNot === null ? (
        <DisplayNameForm workspace={workspace} instance={instance} />
      ) : (
        <div className={pageStyles["form"]}>
          <DescriptionList
            pairs={[
              [t`Hostname`, instance.hostname],
              [t`Display name`, instance.displayName ?? "–"],
            ]}
          />
          <Callout>{whyNot}</Callout>
        </div>
      )}
    </Card>
  );
}

const toValues = ({ displayName }: Instance) => ({ displayName: displayName ?? "" });

function DisplayNameForm({ workspace, instance }: TabProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [shown, setShown] = useState(instance);
  const form = useEndpointForm(instances.update, {
    initial: toValues(instance),
    labels: { displayName: t`Display name` },
    path: { workspace, instance: instance.id },
    body: ({ displayName }) => ({ displayName: displayName.trim() === "" ? null : displayName }),
    onDone: async (saved) => {
      setShown(saved);
      form.reset(toValues(saved));
      const { hostname } = saved;
      void toast({ title: t`Display name of ${hostname} saved` });
      await invalidate(client, instances.view, instances.list);
    },
  });
  // Without unsaved input, the form shows changes saved by others.
  if (!form.dirty && instance.updatedAt > shown.updatedAt) {
    setShown(instance);
    form.reset(toValues(instance));
  }
  const displayName = form.field("displayName");
  return (
    <Form form={form} code={t`Save`} className={pageStyles["form"] ?? ""}>
      <FormProblems form={form} />
      <Field
        {...displayName.field}
        aside={t`optional`}
        help={t`Shown beside the hostname, and found by search. The hostname itself stays the same.`}
      >
        <TextInput {...displayName.input} autoComplete="off" maxLength={64} />
      </Field>
      <div className={pageStyles["formActions"]}>
        <FormSaveActions form={form} onDiscard={() => form.reset(toValues(shown))} />
      </div>
    </Form>
  );
}

function DeleteProtectionCard({ workspace, instance }: TabProps) {
  const { t } = useLingui();
  const { hostname, deleteProtection: isOn } = instance;
  const reason = useActionReason()(instanceActions.update, instance);
  const update = useEndpointAction(instances.update, {
    invalidates: [instances.view, instances.list],
    successMessage: (saved) =>
      saved.deleteProtection
        ? t`Delete protection of ${saved.hostname} is on`
        : t`Delete protection of ${saved.hostname} is off`,
  });
  const inputFor = (deleteProtection: boolean) => ({
    path: { workspace, instance: instance.id },
    body: { deleteProtection },
  });
  const turnOff = withConfirmation({
    severity: "disruptive",
    title: t`Turn off delete protection of ${hostname}?`,
    confirmLabel: t`Turn off delete protection`,
    text: (
      <Trans>
        From then on, {hostname} can be terminated. A termination permanently deletes its disk.
      </Trans>
    ),
    action: () => update.run(inputFor(false)),
    code: update.code(inputFor(false)),
  });
  const change = isOn ? turnOff : update.now(inputFor(true));
  const label = isOn ? t`Turn off delete protection` : t`Turn on delete protection`;
  useMenuCode(() => [{ label, reason, ...change }]);
  return (
    <Card
      title={t`Delete protection`}
      aside={
        isOn ? (
          <Status tone="ok" shape="dot">{t`On`}</Status>
        ) : (
          <Status tone="idle" shape="hollow">{t`Off`}</Status>
        )
      }
    >
      <div className={pageStyles["form"]}>
        <p className={pageStyles["secondary"]}>
          <Trans>
            While it's on, nobody can terminate this instance: not in the console, not with an
            access token, and not together with other instances.
          </Trans>
        </p>
        <div>
          <ActionButton reason={reason} busy={update.busy} onClick={change.onSelect}>
            {label}
          </ActionButton>
        </div>
      </div>
    </Card>
  );
}
